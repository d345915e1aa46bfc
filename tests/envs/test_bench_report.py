"""The page of results: every work, every peer, ratios of medians."""

from __future__ import annotations

from bench import ours, report


def test_a_tiny_run_fills_the_page() -> None:
    found = ours.figures(0.001)
    runs = {name: [value, value * 2, value * 3] for name, value in found.items()}
    runs["deadwood: OpenSpiel"] = [found["deadwood: ours"] / 50] * 3
    page = report.page(runs, versions={"open_spiel": "2.0.2"}, command="a command", load=("0 0 0", "1 1 1"))
    assert "Medians of 3 runs" in page
    assert "open_spiel 2.0.2" in page
    assert "a command" in page
    assert "100.0 ×" in page
    assert all(title in page for title in report.WORKS.values())
    assert "Two cores against one" in page

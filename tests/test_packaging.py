"""Metadata of the package: for an index, for citations, for a container."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import click
import pytest
import yaml
from hatchling.metadata.core import ProjectMetadata
from hatchling.plugin.manager import PluginManager
from trove_classifiers import classifiers

import ginrummy
from ginrummy.cli import command_group

PROJECT = Path(__file__).parents[1]
README = (PROJECT / "README.md").read_text(encoding="utf-8")
DOCKERFILE = (PROJECT / "Dockerfile").read_text(encoding="utf-8").replace("\\\n", " ")
COMPOSE = yaml.safe_load((PROJECT / "compose.yaml").read_text(encoding="utf-8"))
BIN = Path(sys.executable).parent


@pytest.fixture(scope="module")
def metadata() -> ProjectMetadata[Any]:
    """Return the metadata of the build back end."""
    return ProjectMetadata(str(PROJECT), PluginManager())


def steps(name: str) -> list[str]:
    """Return the arguments of the Dockerfile's instruction `name`, in order."""
    return re.findall(rf"^{name} (.*)$", DOCKERFILE, re.MULTILINE)


def served(words: list[str]) -> dict[str, object]:
    """Return the options of a command line of `ginrummy serve`."""
    assert words[:2] == ["ginrummy", "serve"]
    serve = command_group.root_command().get_command(click.Context(command_group.root_command()), "serve")
    assert serve is not None
    return serve.make_context("serve", words[2:]).params


def fits(schema: str, name: str) -> None:
    """Check the file `name` against a schema of the checker."""
    command = [str(BIN / "check-jsonschema"), "--builtin-schema", f"vendor.{schema}", name]
    subprocess.run(command, cwd=PROJECT, check=True, capture_output=True)


def test_a_package_index_gets_a_readme_that_stands_alone(metadata: ProjectMetadata[Any]) -> None:
    page = metadata.core.readme
    assert metadata.core.readme_content_type == "text/markdown"
    assert re.findall(r"\]\((?!https?:)[^)]*\)", README)
    assert re.findall(r"\]\((?!https?:)[^)]*\)", page) == []
    assert "(RULES.md)" in page
    assert page.splitlines()[0] == README.splitlines()[0]
    assert re.sub(r"^```.*?^```", "", page, flags=re.DOTALL | re.MULTILINE).count("![") == 0
    assert page.count("```") == README.count("```")


def test_whoever_publishes_it_gives_its_addresses(monkeypatch: pytest.MonkeyPatch) -> None:
    at = "https://example.org/someone/ginrummy"
    monkeypatch.setenv("GINRUMMY_REPOSITORY", f"{at}/")
    told = ProjectMetadata(str(PROJECT), PluginManager()).core
    assert told.urls["Source"] == at
    leading = re.findall(r"\]\(([^)#]*)", told.readme)
    assert leading
    for address in {*leading, *told.urls.values()} - {at, f"{at}/issues"}:
        kind, _branch, path = address.removeprefix(f"{at}/").split("/", 2)
        assert kind == ("raw" if path.endswith(".png") else "blob")
        assert (PROJECT / path).exists()
    assert f"]({at}/raw/main/docs/table.png)" in told.readme


def test_the_classifiers_are_those_of_an_index(metadata: ProjectMetadata[Any]) -> None:
    assert set(metadata.core.classifiers) <= set(classifiers)
    assert "Typing :: Typed" in metadata.core.classifiers
    assert metadata.core.urls == {}


def test_who_cites_finds_what_it_needs(metadata: ProjectMetadata[Any]) -> None:
    fits("citation-file-format", "CITATION.cff")
    told = yaml.safe_load((PROJECT / "CITATION.cff").read_text(encoding="utf-8"))
    assert told["version"] == ginrummy.__version__ == metadata.version
    assert told["license"] == metadata.core.license_expression
    assert [author["name"] for author in told["authors"]] == metadata.core.authors_data["name"]


def test_a_tag_tests_builds_and_publishes() -> None:
    fits("github-workflows", ".github/workflows/release.yml")
    jobs = yaml.safe_load((PROJECT / ".github" / "workflows" / "release.yml").read_text(encoding="utf-8"))[
        "jobs"
    ]
    needs = {name: job.get("needs") for name, job in jobs.items()}
    assert needs == {
        "test": None, "torch": None, "build": ["test", "torch"], "publish": "build", "pages": "build"
    }  # fmt: skip
    lines = [step["run"] for job in jobs.values() for step in job["steps"] if "run" in step]
    compared, *commands = lines
    subprocess.run(
        ["bash", "-c", compared], cwd=PROJECT, check=True, env={"GITHUB_REF_NAME": f"v{ginrummy.__version__}"}
    )
    assert {"make test LONG=1", "make test-torch", "make docs", "python -m hatchling build"} <= set(commands)


def test_the_dockerfile_is_clean() -> None:
    ran = subprocess.run([BIN / "hadolint", "Dockerfile"], cwd=PROJECT, capture_output=True, text=True)
    assert (ran.returncode, ran.stdout) == (0, "")


def test_the_image_installs_what_there_is_and_serves() -> None:
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    (install,) = steps("RUN")
    asked = re.search(r"'\.\[([\w,]+)\]'", install)
    assert asked is not None
    assert set(asked[1].split(",")) == {"light", "web"} <= set(project["optional-dependencies"])
    assert (PROJECT / "constraints.txt").exists()
    (command,) = steps("CMD")
    options = served(json.loads(command))
    assert (options["host"], str(options["home"])) == ("0.0.0.0", "/data")
    (check,) = steps("HEALTHCHECK CMD")
    python, _flag, code = json.loads(check)
    assert python == "python"
    compile(code, "HEALTHCHECK", "exec")
    assert "/healthz" in code


def test_the_steps_of_the_image_are_shell() -> None:
    (install,) = steps("RUN")
    subprocess.run(["bash", "-n", "-c", install], check=True)
    commands = [shlex.split(part) for part in install.split("&&")]
    assert [words[0] for words in commands] == ["sed", "pip", "uv", "pip", "useradd", "install"]
    assert "--require-hashes" in commands[1]
    assert "--build-constraint hashes.txt" in install
    assert commands[2].count("hashes.txt") == 2


def test_images_are_named_by_their_whole_version() -> None:
    for image in (*steps("FROM"), COMPOSE["services"]["database"]["image"]):
        assert re.fullmatch(r"python:\d+\.\d+\.\d+-slim-[a-z]+|postgres:\d+\.\d+-alpine\d+\.\d+", image)


def test_two_processes_serve_one_postgresql() -> None:
    fits("compose-spec", "compose.yaml")
    web, database = COMPOSE["services"]["web"], COMPOSE["services"]["database"]
    options = served(web["command"])
    assert options["workers"] == 2
    told = database["environment"]
    assert web["environment"]["GINRUMMY_DATABASE"] == (
        f"postgresql://{told['POSTGRES_USER']}:${{GINRUMMY_PASSWORD}}@database/{told['POSTGRES_DB']}"
    )
    assert database["image"].startswith("postgres:")
    assert web["depends_on"] == {"database": {"condition": "service_healthy"}}
    named = {volume.partition(":")[0] for service in (web, database) for volume in service["volumes"]}
    assert named == set(COMPOSE["volumes"])


def test_the_image_leaves_out_what_is_built_here() -> None:
    left_out = (PROJECT / ".dockerignore").read_text(encoding="utf-8").split()
    assert {".git", "build", ".venv*"} <= set(left_out)

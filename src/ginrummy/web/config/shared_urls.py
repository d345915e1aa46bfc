"""URLs for a single player, common to the server and to the table in the browser."""

from __future__ import annotations

from django.urls import path

from ginrummy.web.board import advice, exercise_from_replay, replay_views
from ginrummy.web.board import views as board
from ginrummy.web.fairness import views as fairness
from ginrummy.web.learn import views as learn
from ginrummy.web.lessons import views as lessons
from ginrummy.web.lobby import play_now, rematch
from ginrummy.web.lobby import views as lobby
from ginrummy.web.pad import views as pad
from ginrummy.web.pages import views as pages
from ginrummy.web.people import views as people
from ginrummy.web.puzzles import views as puzzles
from ginrummy.web.ratings import views as ratings
from ginrummy.web.sheets import views as sheets
from ginrummy.web.statistics import views as statistics

urlpatterns = [
    path("", pages.home, name="home"),
    path("play", play_now.play_now, name="play"),
    path("first-hand", learn.first_hand, name="first_hand"),
    path("puzzles", puzzles.puzzles, name="puzzles"),
    path("puzzles/next", puzzles.next_puzzle, name="next_puzzle"),
    path("puzzles/<int:number>", puzzles.puzzle, name="puzzle"),
    path("lessons/", lessons.lessons, name="lessons"),
    path("lessons/<slug:name>", lessons.lesson, name="lesson"),
    path("lessons/<slug:name>/<int:place>", lessons.position, name="lesson_position"),
    path("tables/new", lobby.new_table, name="new"),
    path("tables/<slug:key>", board.table_page, name="table"),
    path("tables/<slug:key>/board", board.board_part, name="board"),
    path("tables/<slug:key>/hint", advice.store_browser_hint, name="own_hint"),
    path("tables/<slug:key>/say", board.submit_event_form, name="say"),
    path("tables/<slug:key>/rematch", rematch.rematch, name="rematch"),
    path("games/<slug:key>", replay_views.match_page, name="game"),
    path("games/<slug:key>/play-on", exercise_from_replay.start_exercise, name="play_on"),
    path("games/<slug:key>/review", replay_views.review, name="review"),
    path("games/<slug:key>/hand-<int:hand>.svg", replay_views.hand_picture, name="hand_picture"),
    path("games/<slug:key>/record", replay_views.record, name="record"),
    path("rules/", pages.rules, name="rules"),
    path("rules/<slug:name>", pages.rules_of, name="variant"),
    path("history", pages.history, name="history"),
    path("settings", people.settings_page, name="settings"),
    path("players/me", ratings.own_profile, name="own_profile"),
    path("players/me/statistics", statistics.statistics, name="statistics"),
    path("players/me/statistics/more", statistics.queue_more_reviews, name="more_reviews"),
    path("players/me/files/<str:name>", statistics.download, name="download"),
    path("players/<int:number>", ratings.profile, name="profile"),
    path("pad", pad.pad, name="pad"),
    path("pad/law-<slug:version>.wasm", pad.law_wasm, name="pad_law"),
    path("pad/rules", pad.resolve_rules, name="pad_rules"),
    path("evenings/", sheets.evenings_page, name="evenings"),
    path("evenings/received", sheets.received_page, name="received_evening"),
    path("evenings/<slug:key>", sheets.evening_page, name="evening"),
    path("evenings/<slug:key>/part", sheets.evening_part, name="evening_part"),
    path("evenings/<slug:key>/hand", sheets.enter_hand, name="evening_hand"),
    path("evenings/<slug:key>/lines", sheets.lines_page, name="evening_lines"),
    path("evenings/<slug:key>/change", sheets.change_evening, name="change_evening"),
    path("evenings/<slug:key>/files/<str:name>", sheets.evening_file, name="evening_file"),
    path("deals", fairness.deals, name="deals"),
]

handler400 = "ginrummy.web.http.error_pages.bad_request"
handler403 = "ginrummy.web.http.error_pages.forbidden"
handler404 = "ginrummy.web.http.error_pages.not_found"
handler500 = "ginrummy.web.http.error_pages.server_error"

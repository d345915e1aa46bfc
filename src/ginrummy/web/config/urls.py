"""Every address of the server."""

from __future__ import annotations

from django.urls import path

from ginrummy.web.accounts import account_views, recovery_views
from ginrummy.web.accounts import views as accounts
from ginrummy.web.api import views as api_views
from ginrummy.web.api.api import api
from ginrummy.web.board import exercise, replay_views, review_views, spectator_views
from ginrummy.web.board import views as board
from ginrummy.web.chat import views as chat
from ginrummy.web.config import health
from ginrummy.web.fairness import views as fairness
from ginrummy.web.learn import views as learn
from ginrummy.web.lessons import views as lessons
from ginrummy.web.lobby import at_once, rematch
from ginrummy.web.lobby import views as lobby
from ginrummy.web.pad import house_rules
from ginrummy.web.pad import views as pad
from ginrummy.web.pages import views as pages
from ginrummy.web.people import views as people
from ginrummy.web.people.sessions import end_session
from ginrummy.web.puzzles import daily_views
from ginrummy.web.puzzles import views as puzzles
from ginrummy.web.ratings import views as ratings
from ginrummy.web.statistics import views as statistics

urlpatterns = [
    path("", pages.home, name="home"),
    path("play", at_once.play, name="play"),
    path("first-hand", learn.first_hand, name="first_hand"),
    path("daily", daily_views.daily, name="daily"),
    path("daily/play", daily_views.play, name="play_daily"),
    path("daily/<str:day>", daily_views.day_results, name="daily_results"),
    path("puzzles", puzzles.puzzles, name="puzzles"),
    path("puzzles/next", puzzles.next_puzzle, name="next_puzzle"),
    path("puzzles/<int:number>", puzzles.puzzle, name="puzzle"),
    path("lessons/", lessons.lessons, name="lessons"),
    path("lessons/<slug:name>", lessons.lesson, name="lesson"),
    path("lessons/<slug:name>/<int:place>", lessons.position, name="lesson_position"),
    path("tables/", lobby.open_tables, name="tables"),
    path("tables/open", lobby.openings_part, name="openings"),
    path("notices", lobby.notices_part, name="notices"),
    path("tables/new", lobby.new_table, name="new"),
    path("tables/<slug:key>", board.table_page, name="table"),
    path("tables/<slug:key>/board", board.board_part, name="board"),
    path("tables/<slug:key>/say", board.say, name="say"),
    path("tables/<slug:key>/watching", spectator_views.allow, name="watching"),
    path("tables/<slug:key>/hands", spectator_views.hands, name="hands"),
    path("tables/<slug:key>/phrase", chat.phrase, name="phrase"),
    path("tables/<slug:key>/join", lobby.join, name="join"),
    path("tables/<slug:key>/reveal", lobby.reveal, name="reveal"),
    path("tables/<slug:key>/decline", lobby.decline, name="decline"),
    path("tables/<slug:key>/withdraw", lobby.withdraw, name="withdraw"),
    path("tables/<slug:key>/rematch", rematch.rematch, name="rematch"),
    path("games/<slug:key>", replay_views.game, name="game"),
    path("games/<slug:key>/review", review_views.review, name="review"),
    path("games/<slug:key>/play-on", exercise.play_on, name="play_on"),
    path("games/<slug:key>/record", replay_views.record, name="record"),
    path("rules/", pages.rules, name="rules"),
    path("rules/<slug:name>", pages.rules_of, name="variant"),
    path("settings", people.settings_page, name="settings"),
    path("sign-in", accounts.sign_in, name="sign_in"),
    path("sign-up", accounts.sign_up, name="sign_up"),
    path("sign-out", accounts.sign_out, name="sign_out"),
    path("account", account_views.account, name="account"),
    path("recover", recovery_views.recover, name="recover"),
    path("recover/<int:number>/<str:told>", recovery_views.new_password, name="new_password"),
    path("recover/mail/<str:told>", recovery_views.confirm_mail, name="confirm_mail"),
    path("players/me", ratings.own_profile, name="own_profile"),
    path("players/me/statistics", statistics.statistics, name="statistics"),
    path("players/me/statistics/more", statistics.more, name="more_reviews"),
    path("players/me/files/<str:name>", statistics.download, name="download"),
    path("players/<int:number>", ratings.profile, name="profile"),
    path("players/<int:number>/mute", people.mute, name="mute"),
    path("pad", pad.pad, name="pad"),
    path("pad/rules", house_rules.rules, name="pad_rules"),
    path("pad-worker.js", pad.worker, name="pad_worker"),
    path("deals", fairness.deals, name="deals"),
    path("settings/sessions/<int:number>", end_session, name="session"),
    path("settings/tokens", api_views.tokens, name="tokens"),
    path("settings/tokens/<int:number>", api_views.token, name="token"),
    path("api/docs", api_views.documentation, name="api_docs"),
    path("api/openapi.json", api_views.openapi, name="openapi"),
    path("api/", api.urls),
    path("host", pages.hosting, name="hosting"),
    path("healthz", health.healthz, name="healthz"),
    path("metrics", health.metrics, name="metrics"),
]

handler400 = "ginrummy.web.http.failures.bad_request"
handler403 = "ginrummy.web.http.failures.forbidden"
handler404 = "ginrummy.web.http.failures.not_found"
handler500 = "ginrummy.web.http.failures.broken"

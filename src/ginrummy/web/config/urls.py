"""Every address of the server."""

from __future__ import annotations

from django.urls import path

from ginrummy.web.api import pages as programs
from ginrummy.web.api.door import door
from ginrummy.web.config import health
from ginrummy.web.dealt import views as dealt
from ginrummy.web.lobby import rematches
from ginrummy.web.lobby import views as lobby
from ginrummy.web.pad import house
from ginrummy.web.pad import views as pad
from ginrummy.web.pages import views as pages
from ginrummy.web.people import accounts
from ginrummy.web.people import views as people
from ginrummy.web.ratings import views as ratings
from ginrummy.web.tables import reviews
from ginrummy.web.tables import views as tables
from ginrummy.web.talk import views as talk

urlpatterns = [
    path("", pages.home, name="home"),
    path("play", lobby.play_at_once, name="play"),
    path("tables/", lobby.open_tables, name="tables"),
    path("tables/open", lobby.openings_part, name="openings"),
    path("notices", lobby.notices_part, name="notices"),
    path("tables/new", lobby.new_table, name="new"),
    path("tables/<slug:key>", tables.table_page, name="table"),
    path("tables/<slug:key>/board", tables.board_part, name="board"),
    path("tables/<slug:key>/say", tables.say, name="say"),
    path("tables/<slug:key>/phrase", talk.phrase, name="phrase"),
    path("tables/<slug:key>/join", lobby.join, name="join"),
    path("tables/<slug:key>/decline", lobby.decline, name="decline"),
    path("tables/<slug:key>/withdraw", lobby.withdraw, name="withdraw"),
    path("tables/<slug:key>/rematch", rematches.rematch, name="rematch"),
    path("games/<slug:key>", reviews.game, name="game"),
    path("games/<slug:key>/record", reviews.record, name="record"),
    path("rules/", pages.rules, name="rules"),
    path("rules/<slug:name>", pages.rules_of, name="variant"),
    path("settings", people.settings_page, name="settings"),
    path("sign-in", accounts.sign_in, name="sign_in"),
    path("sign-up", accounts.sign_up, name="sign_up"),
    path("sign-out", accounts.sign_out, name="sign_out"),
    path("account", accounts.account, name="account"),
    path("players/me", ratings.own_profile, name="own_profile"),
    path("players/<int:number>", ratings.profile, name="profile"),
    path("players/<int:number>/mute", people.mute, name="mute"),
    path("pad", pad.pad, name="pad"),
    path("pad/rules", house.rules, name="pad_rules"),
    path("pad-worker.js", pad.worker, name="pad_worker"),
    path("deals", dealt.deals, name="deals"),
    path("settings/tokens", programs.tokens, name="tokens"),
    path("settings/tokens/<int:number>", programs.token, name="token"),
    path("api/docs", programs.documentation, name="api_docs"),
    path("api/openapi.json", programs.openapi, name="openapi"),
    path("api/", door.urls),
    path("host", pages.hosting, name="hosting"),
    path("healthz", health.healthz, name="healthz"),
    path("metrics", health.metrics, name="metrics"),
]

handler400 = "ginrummy.web.pages.failures.bad_request"
handler403 = "ginrummy.web.pages.failures.forbidden"
handler404 = "ginrummy.web.pages.failures.not_found"
handler500 = "ginrummy.web.pages.failures.broken"

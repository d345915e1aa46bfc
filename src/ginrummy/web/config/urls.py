"""URLs of the server."""

from __future__ import annotations

from django.urls import path

from ginrummy.web.accounts import account_views, recovery_codes, recovery_views
from ginrummy.web.accounts import views as accounts
from ginrummy.web.alerts import views as alerts
from ginrummy.web.api import views as api_views
from ginrummy.web.api.api import api
from ginrummy.web.board import hand_files, spectator_views
from ginrummy.web.chat import views as chat
from ginrummy.web.config import health_endpoints
from ginrummy.web.config.shared_urls import handler400, handler403, handler404, handler500
from ginrummy.web.config.shared_urls import urlpatterns as shared_urls
from ginrummy.web.lobby import friend_views, seek_views
from ginrummy.web.lobby import views as lobby
from ginrummy.web.pages import views as pages
from ginrummy.web.people import views as people
from ginrummy.web.people.views import end_session
from ginrummy.web.puzzles import hand_of_the_day_views
from ginrummy.web.rooms import views as rooms

__all__ = ["handler400", "handler403", "handler404", "handler500", "urlpatterns"]

urlpatterns = [
    path("daily", hand_of_the_day_views.daily, name="daily"),
    path("daily/play", hand_of_the_day_views.play_hand_of_the_day, name="play_daily"),
    path("daily/<str:day>", hand_of_the_day_views.day_results, name="daily_results"),
    path("tables/", lobby.open_tables, name="tables"),
    path("tables/friend", lobby.friend_table, name="friend"),
    path("tables/seek", seek_views.seek_page, name="seek"),
    path("tables/open", lobby.openings_part, name="openings"),
    path("notices", lobby.notices_part, name="notices"),
    path("tables/<slug:key>/watching", spectator_views.set_spectator_permission, name="watching"),
    path("tables/<slug:key>/hands", spectator_views.earlier_hands_page, name="hands"),
    path("tables/<slug:key>/phrase", chat.send_phrase_form, name="phrase"),
    path("tables/<slug:key>/join", lobby.join, name="join"),
    path("tables/<slug:key>/reveal", lobby.reveal, name="reveal"),
    path("tables/<slug:key>/decline", lobby.decline, name="decline"),
    path("tables/<slug:key>/withdraw", lobby.withdraw, name="withdraw"),
    path("rooms/", rooms.rooms_page, name="rooms"),
    path("rooms/<slug:key>", rooms.room_page, name="room"),
    path("rooms/<slug:key>/part", rooms.room_part, name="room_part"),
    path("rooms/<slug:key>/enter", rooms.enter, name="enter_room"),
    path("rooms/<slug:key>/leave", rooms.leave, name="leave_room"),
    path("rooms/<slug:key>/change", rooms.change, name="change_room"),
    path("rooms/<slug:key>/evenings", rooms.evenings_page, name="room_evenings"),
    path("rooms/<slug:key>/evenings/<int:number>", rooms.evening_page, name="room_evening"),
    path("rooms/<slug:key>/evenings/<int:number>/<name>", rooms.evening_file, name="room_evening_file"),
    path("rooms/<slug:key>/season", rooms.season_page, name="season"),
    path("rooms/<slug:key>/season/<str:name>", rooms.season_file, name="season_file"),
    path("rooms/<slug:key>/table", rooms.open_table, name="room_table"),
    path("games/<slug:key>/hand-<int:hand>.png", hand_files.hand_file, {"kind": "png"}, name="hand_png"),
    path("games/<slug:key>/hand-<int:hand>.gif", hand_files.hand_file, {"kind": "gif"}, name="hand_gif"),
    path("sign-in", accounts.sign_in, name="sign_in"),
    path("sign-up", accounts.sign_up, name="sign_up"),
    path("sign-out", accounts.sign_out, name="sign_out"),
    path("account", account_views.account, name="account"),
    path("account/code", recovery_codes.recovery_code_page, name="code"),
    path("recover", recovery_views.recover, name="recover"),
    path("recover/<int:number>/<str:told>", recovery_views.new_password, name="new_password"),
    path("recover/mail/<str:told>", recovery_views.confirm_mail, name="confirm_mail"),
    path("friends", friend_views.friends_page, name="friends"),
    path("players/<int:number>/mute", people.mute, name="mute"),
    path("settings/alerts", alerts.alerts_page, name="alerts"),
    path("settings/alerts/devices", alerts.add_device, name="add_device"),
    path("settings/alerts/devices/<int:number>", alerts.remove_device, name="device"),
    path("settings/alerts/test", alerts.send_test, name="alert_test"),
    path("no-mail/<str:token>", alerts.unsubscribe, name="unsubscribe"),
    path("turns", alerts.turn_count, name="turns"),
    path("no-network", alerts.away_page, name="away"),
    path("worker.js", alerts.service_worker, name="worker"),
    path("settings/sessions/<int:number>", end_session, name="session"),
    path("settings/tokens", api_views.tokens, name="tokens"),
    path("settings/tokens/<int:number>", api_views.token, name="token"),
    path("api/docs", api_views.documentation, name="api_docs"),
    path("api/openapi.json", api_views.openapi, name="openapi"),
    path("api/", api.urls),
    path("host", pages.hosting, name="hosting"),
    path("manifest.webmanifest", pages.manifest, name="manifest"),
    path("icon-<int:size>.png", pages.icon, name="icon"),
    path("healthz", health_endpoints.healthz, name="healthz"),
    path("metrics", health_endpoints.metrics, name="metrics"),
    *shared_urls,
]

"""Addresses of the player, of the review queue and of clocks, below ``/admin/surveillance/``."""

from __future__ import annotations

from django.urls import path

from surveillance.pages import acts, clocks, picture_clock, player, review

urlpatterns = [
    path("player/round/<int:key>/", player.round_view, name="footage_round"),
    path("player/round/<int:key>/small/", player.small_view, name="footage_small"),
    path("player/round/<int:key>/picture/<int:version>/", player.picture_view, name="footage_picture"),
    path("player/round/<int:key>/link/", acts.link_view, name="footage_link"),
    path("player/table/<str:property_code>/<str:table>/", player.table_view, name="footage_table"),
    path("player/recording/<int:key>/", player.recording_view, name="footage_recording"),
    path("player/mark/", acts.mark_view, name="footage_mark"),
    path("player/pair/", acts.pair_view, name="footage_pair"),
    path("clocks/", clocks.overview_view, name="footage_clocks"),
    path("clocks/recorder/<int:key>/", clocks.recorder_view, name="footage_clock_recorder"),
    path("clocks/device/<int:key>/", clocks.device_view, name="footage_clock_device"),
    path("clocks/picture/<int:key>/", picture_clock.page_view, name="footage_picture_clock"),
    path("clocks/picture/<int:key>/frame/", picture_clock.frame_view, name="footage_picture_clock_frame"),
    path("clocks/picture/<int:key>/state/", picture_clock.state_view, name="footage_picture_clock_state"),
    path(
        "clocks/picture/<int:key>/<int:job>/<int:number>/", picture_clock.crop_view, name="footage_picture_clock_crop"
    ),
    path("queue/", review.queue_view, name="footage_queue"),
    path("queue/item/<int:key>/", review.item_view, name="footage_queue_item"),
    path("queue/item/<int:key>/verdict/", review.verdict_view, name="footage_queue_verdict"),
    path("queue/item/<int:key>/dismiss/", review.dismiss_view, name="footage_queue_dismiss"),
    path("queue/check/<int:key>/", review.check_view, name="footage_check"),
    path("queue/check/<int:key>/item/<int:round_key>/", review.check_item_view, name="footage_check_item"),
    path("queue/check/<int:key>/item/<int:round_key>/verdict/", review.look_view, name="footage_check_verdict"),
]

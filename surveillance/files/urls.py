"""Addresses of the bytes of footage, under ``/api/v1/footage/``.

Lists, streams and commands stand in ``surveillance/api/urls.py``. That neither of the two shadows the other:
``tests/surveillance/api/test_addresses.py``.
"""

from __future__ import annotations

from django.urls import URLPattern, path

from surveillance.files import api, api_clock, api_doing, tus

app_name = "files"

urlpatterns: list[URLPattern] = [
    path("uploads/", tus.UploadsView.as_view(), name="uploads"),
    path("uploads/<uuid:pk>/", tus.UploadView.as_view(), name="upload"),
    path("recordings/<str:code>/", api.RecordingView.as_view(), name="recording"),
    path("recordings/<str:code>/custody/", api.CustodyView.as_view(), name="custody"),
    path("recordings/<str:code>/film/", api.WebView.as_view(), name="web"),
    path("recordings/<str:code>/thumbnail/", api.ThumbnailView.as_view(), name="thumbnail"),
    path("recordings/<str:code>/strip/", api.StripView.as_view(), name="strip"),
    path("recordings/<str:code>/frames/", api.IndexView.as_view(), name="index"),
    path("recordings/<str:code>/views/", api.ViewsView.as_view(), name="views"),
    path("recordings/<str:code>/link/", api_doing.WatchLinkView.as_view(), name="link"),
    path("recordings/<str:code>/download/", api_doing.DownloadView.as_view(), name="download"),
    path("recordings/<str:code>/exports/", api_doing.ExportsView.as_view(), name="exports"),
    path("recordings/<str:code>/given/", api_doing.GivenView.as_view(), name="given"),
    path("recordings/<str:code>/checks/", api_doing.ChecksView.as_view(), name="checks"),
    path("recordings/<str:code>/clock/", api_clock.ClockView.as_view(), name="clock"),
    path("recordings/<str:code>/clock/<int:job>/<int:number>/", api_clock.CropView.as_view(), name="clock_picture"),
    path("fetches/", api_doing.FetchesView.as_view(), name="fetches"),
    path("jobs/", api_doing.JobsView.as_view(), name="jobs"),
    path("jobs/<int:pk>/", api_doing.JobView.as_view(), name="job"),
    path("signed/<str:token>/", api.LinkedView.as_view(), name="linked"),
]

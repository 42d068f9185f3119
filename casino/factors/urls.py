"""Addresses of the second factor; under the admin's, with whose looks they come."""

from __future__ import annotations

from django.urls import path

from casino.factors import views

app_name = "factors"

urlpatterns = [
    path("", views.mine, name="mine"),
    path("prove/", views.prove, name="prove"),
    path("code/", views.add_code, name="add_code"),
    path("passkey/", views.add_passkey, name="add_passkey"),
    path("recovery/", views.new_codes, name="new_codes"),
    path("recovery/shown/", views.show_codes, name="codes"),
    path("<slug:kind>/<int:number>/remove/", views.remove, name="remove"),
]

"""The errors of footage as bytes, in the one table. Each sentence says what to do. Held by
``tests/surveillance/files/test_arrival.py``."""

from __future__ import annotations

from casino.core.errors import ERRORS

ERRORS.register_all(
    {
        "footage_times_jump": 422,
        "footage_no_folder": 503,
        "footage_storage_away": 503,
        "footage_disk_full": 507,
        "footage_upload_unknown": 404,
        "footage_upload_version": 412,
        "footage_upload_length": 400,
        "footage_upload_words": 400,
        "footage_upload_too_large": 413,
        "footage_chunk_too_large": 413,
        "footage_chunk_type": 415,
        "footage_offset": 409,
        "footage_upload_busy": 423,
        "footage_upload_ended": 409,
        "footage_checksum_kind": 400,
        "footage_checksum": 460,
        "footage_uploads_many": 429,
        "footage_empty": 422,
        "footage_camera_unknown": 422,
        "footage_moment": 422,
        "footage_gone": 410,
        "footage_missing_bytes": 503,
        "footage_not_ready": 409,
        "footage_range": 416,
        "footage_link_wrong": 403,
        "footage_link_session": 403,
        "footage_link_old": 410,
        "footage_stretch": 422,
        "footage_reason": 422,
        "footage_field": 422,
        "footage_job_unknown": 404,
        "footage_no_recorder": 409,
        "footage_worker_died": 500,
        "footage_failed": 500,
        "footage_key": 503,
        "footage_no_camera": 409,
    }
)

most-unread = Nobody has read this recorder's clock: the moments may be far off.

the-moment-is-known-to = The moment is known to { $span } only, which is more than the { $most } that the house allows.
only-the-recorder-has-this = Only the recorder has this film. Fetch it from the recorder, or open the maker's own program.
no-recording-of-this-camera = No recording of this camera for this time is here. Copy it from the recorder and upload it.
the-recording-was-deleted-on = The recording was deleted on { $day }: its term had ended and nothing held it.
nobody-has-said-when-this = Nobody has said when this recording begins. Say so, and by which camera, on the recording's page.

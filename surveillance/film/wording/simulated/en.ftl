label = SIMULATED
the-names-ending-is-unknown = the name's ending is unknown
its-size-or-its-count = its size, or its count of frames
its-start-has-no-time = its start has no time zone

## surveillance.clocks.errors

clock_reading = This reading of a clock is not possible: { $what }.
ocr_missing = This server cannot read text in pictures (the extra `ocr` is not installed): enter the clock by hand.
ocr_picture = Picture { $number } cannot be read, or is of another size.
ocr_rectangle = The clock's rectangle lies outside the picture, or is too small.
ocr_frames = Between { $least } and { $most } pictures are needed, in the order of their times.
ocr_unreadable = The clock could not be read: only { $agree } of { $all } pictures agree.
ocr_order = Day and month cannot be told apart: choose the order of the date.

## surveillance.files.errors

footage_times_jump = The times in the film jump at { $at }: export what lies before and behind by itself.
footage_no_folder = There is no place for footage: set FOOTAGE_DIR.
footage_storage_away = The storage of footage cannot be reached ({ $what }).
footage_disk_full = The storage of footage is full: { $needed } bytes more are needed.
footage_upload_unknown = There is no such upload; it may have expired.
footage_upload_version = This server speaks tus 1.0.0; send the header Tus-Resumable: 1.0.0.
footage_upload_length = The header Upload-Length must be the bytes of the whole file, 1 or more.
footage_upload_words = The header Upload-Metadata cannot be read ({ $what }).
footage_upload_too_large = The file is larger than { $limit } bytes.
footage_chunk_too_large = A part may have { $limit } bytes at most.
footage_chunk_type = A part must be of the type application/offset+octet-stream.
footage_offset = { $offset } bytes are here; go on from there.
footage_upload_busy = Another part of this file is being written.
footage_upload_ended = The file has come whole; nothing can be added.
footage_checksum_kind = Upload-Checksum is read as sha256 or sha1 and base64.
footage_checksum = The part was damaged on its way; send it again.
footage_uploads_many = You have { $limit } unfinished uploads; go on with them or end some.
footage_empty = The file is empty.
footage_camera_unknown = There is no camera { $camera }.
footage_moment = The start needs its time zone, as 2026-11-20T21:14:12+07:00.
footage_gone = The recording { $recording } was deleted when its term had ended.
footage_missing_bytes = The bytes of the recording { $recording } are not in the storage.
footage_not_ready = The copy of the recording { $recording } that can be watched is not made yet.
footage_range = The bytes asked for are outside the file.
footage_link_wrong = This link is not valid.
footage_link_session = This link opens in the session alone in which it was asked for.
footage_link_old = This link has expired.
footage_stretch = The stretch { $from_ms }–{ $to_ms } ms is not in the recording.
footage_reason = Give a reason.
footage_field = The value of { $name } does not fit: { $why }.
footage_job_unknown = There is no job { $job }.
footage_no_recorder = The camera { $camera } stands on no recorder from which footage can be fetched.
footage_worker_died = The process that worked on it ended in the middle { $times } times.
footage_failed = Work on the footage failed ({ $what }); more stands in the log.
footage_key = There is no usable key for seals: { $what }.
footage_no_camera = First say which camera made the recording, and when it begins.

## surveillance.film.errors

film_missing = There is no film file.
film_container = The file is no MP4, MOV, MKV, AVI or MPEG-TS, whatever its name says.
film_unreadable = The film cannot be read: the file is damaged, or its end is missing.
film_codec = The film is coded as { $codec }, which is not read here.
film_no_picture = The file has no picture.
film_picture_size = The picture of { $width } × { $height } is beyond what is taken ({ $most } points).
film_too_long = The film has more than { $most } frames: export it in parts.
film_times = The times in the film jump { $count } times, so that it cannot be shown as it is.
film_limit_time = The film took longer than is allowed, and the work on it was stopped.
film_limit_memory = The film took more memory than is allowed, and the work on it was stopped.
film_crashed = The process that read the film ended suddenly ({ $how }).
film_no_space = There is no room for the file that was to be written.
film_program = What reads films (PyAV, Pillow) is not installed on this machine.
film_moment = The moment { $at_ms } ms is outside the film.
film_interval = The stretch { $start_ms }–{ $end_ms } ms is not in the film.
film_cut_codec = A film of { $codec } cannot be cut into an MP4 without coding it anew.
film_areas = The masked area { $number } is not possible: it needs a size, must lie in the picture, and begin before it ends.
film_mark = A copy given out needs words that say who received it and when.
film_boxes = The structure of the MP4 file is not possible at byte { $at }: { $what }.
film_seal_place = This file cannot be sealed: { $what }.
film_seal_sealed = The file is sealed already; a seal can only be added to it.
film_seal_unsealed = The file carries no seal to which another could be added.
film_seal_key = The key cannot seal: it must be RSA of 2048 bits or more, and the one of the certificate.
film_seal_said = What the seal is to say is not possible: { $what }.
film_clip = Such a simulated clip cannot be made: { $what }.
film_output = The file to be written exists already.
film_parts = The film's edit list puts several parts together, or changes their speed: it has no times to show it at.

## surveillance.pages.marks

film_not_here = There is no recording { $recording }, or it was deleted.
film_not_placed = Nobody has said by which camera recording { $recording } was made and when it begins.
film_outside = The stretch lies outside recording { $recording }.
film_subject_unknown = It is not said what the stretch shows.
film_pair_far = Frame and event are more than { $hours } hours apart: they cannot be the same moment.

## surveillance.record.errors

footage_not_your_post = This is for: { $posts }.
footage_not_your_table = You are not posted to the table { $table }.
footage_unknown = Surveillance's record has no { $what }.
footage_changed = This was changed after you opened the page. Look again.
footage_busy = Somebody else is writing to the same thing. Try again.
footage_code_taken = The code { $taken } is in use.
footage_code = A code has plain letters, digits and . _ : -, 64 characters at most.
footage_changes_nothing = This stands in the record already; nothing would change.
footage_subject_unknown = The record has no { $subject }.
footage_table_unknown = There is no table { $table }.
footage_pit_unknown = There is no pit { $pit }.
footage_interval = The interval is not valid: it must end after it begins and last { $hours } hours at most.
footage_ahead = This moment lies ahead.
recorder_address_missing = A recorder of this kind needs { $what }.
recorder_address_kind = The address of an ONVIF recorder begins with rtsp:// or rtsps:// and holds no password.
recorder_template = A link template may use { $allowed } only; { $found } is none of them.
recorder_template_scheme = A link must not begin with { $scheme }.
recorder_retired = The recorder { $recorder } is retired.
recorder_has_cameras = Cameras are still recorded there ({ $count }: { $cameras }): put them at another recorder or retire them first.
camera_retired = The camera { $camera } is retired.
camera_channel_missing = A camera at a recorder needs its channel there.
coverage_place = Name a table or a pit, and only one of them.
coverage_overlaps = This camera covers that place already ({ $coverage }).
coverage_ended = There is no running coverage { $coverage }.
reading_unknown = There is no reading { $reading } that counts.
reading_far_off = The clock would be wrong by more than { $hours } hours; look at day and time zone again.
shift_changed = The report of the shift is no longer what you are signing; look at it again, then sign.
shift_own = Who hands a shift over does not take it over themselves.
shift_taken = The shift { $shift } was taken over already.
shift_too_long = The report has more than { $most } lines; sign shorter intervals.
footage_unplayable = Recording { $recording } is kept as an exhibit and cannot be shown: { $why }.
recording_gone = The recording { $recording } was deleted.
link_what = Name a stretch of a recording, or a camera with begin and end.
link_stretch = The stretch must lie within the recording ({ $duration_ms } ms).
link_not_placed = Nobody has said which camera made the recording { $recording }, or when. Place it first.
link_withdrawn = The link { $link } was withdrawn.
request_answered = The request { $request } was answered.
request_needs_links = An answer that there is footage needs at least one link.
request_has_links = An answer that there is none has no links.
hold_by_rule = This is held because of a case; it is released only when the case's term has ended.
hold_unknown = There is no standing hold { $hold }.
hold_own = Who placed a hold does not release it: another person does.
gap_unknown = There is no open gap { $gap }.
incident_adds_nothing = Add something.
spotcheck_of = Name a table or a dealer, and only one of them.
spotcheck_none = There is no round in this interval.
spotcheck_round = The round { $round } is not of this sample, or was looked at.
footage_not_looked_at = You have looked at no film of this round, so you cannot say what it shows; where there is none, say "Cannot be seen".
incident_erased = Every word of incident { $incident } was erased; nothing can be added to it.
incident_person_unknown = There is no { $person } in this incident.
incident_person_open = The entry { $incident }, in which this person stands, is open: nobody is erased before it is closed.
incident_ground_names = The ground names somebody of the incident; it outlives them, so it must name nobody.
incident_person = Give a person's name, or the reference of somebody who is in the record.
footage_not_yours = You may watch footage of cases that you may see, and no other.
change_reason = This film is held: give a reason; a second person then confirms it.
change_own = Who asked for it cannot confirm it.
change_ended = This change was confirmed or declined already.
change_unreadable = What was asked for cannot be read any more: ask for it anew.
change_at_once = This would move film that is held: ask for it on the page of the recorder or recording, where a second person confirms it.
answer_does_not_fit = The film of camera { $camera } is not of table { $table } at the time that was asked for, or not here: say why, in a sentence.

## surveillance.recorders.errors

recorder_source = This address of a recorder cannot be used: rtsp:// or rtsps:// with a host, without name and password.
recorder_interval = The interval is not possible: it ends after it begins and spans { $hours } hours at most.
recorder_away = The recorder { $host } cannot be reached.
recorder_slow = The recorder { $host } did not answer in time ({ $seconds } seconds).
recorder_untrusted = The certificate of the recorder { $host } is not trusted.
recorder_password = The recorder { $host } refuses the name or the password.
recorder_bare_password = The recorder { $host } wants the password in the clear.
recorder_challenge = The recorder { $host } asks for a kind of authentication that is not supported.
recorder_camera_unknown = The recorder { $host } has no such camera or path.
recorder_not_replay = The recorder { $host } does no ONVIF replay at this address.
recorder_format = The picture format of the recorder { $host } is not supported: { $format }.
recorder_nothing = The recorder { $host } has no film of this interval.
recorder_fewer = The recorder { $host } sent less than was asked for: { $seconds } seconds are missing.
recorder_lost = { $packets } packets of the recorder { $host } were lost; { $frames } frames are damaged.
recorder_cut_off = The recorder { $host } cut the connection off.
recorder_busy = The recorder { $host } is busy.
recorder_refused = The recorder { $host } refuses: { $status } { $reason }.
recorder_unreadable = What the recorder { $host } sent cannot be read: { $what }.
recorder_too_much = The recorder { $host } sends too much: { $what }.
recorder_file = The file of fetched frames cannot be read.
recorder_muxed_otherwise = The MP4 file does not hold the picture data as they came ({ $what }); it is not used.
recorder_link = The link template is not right: { $what }.

## surveillance.reports.errors

reports_unknown = There is no such report.
reports_not_yours = Your role may not ask for this report.
reports_not_your_table = You are not posted at table { $table }: name tables of yours.
reports_out_of_scope = This lies outside of what the house lets you see (games, gaming days).
reports_clips_not_yours = Sealed clips are for senior management, and for the regulator who asked: ask for a report without them.
reports_clip = An exported clip of the recording { $recording } is not the file that was recorded; no report is made of it.
reports_needs = This kind of report needs { $what }.
reports_not_with = This kind of report does not take { $what }.
reports_interval = The interval must end after it begins and is { $days } days long at most.
reports_nothing_named = The log has no such round, case, table or shoe at position { $position }.
reports_not_ready = The report is not ready.
reports_not_printed = The PDF of the report could not be printed ({ $why }); its bundle is there.
reports_worker_died = The process that made the report ended in the middle { $times } times.
reports_failed = Work on the report failed ({ $what }); more stands in the log.
reports_ended = This report is finished, cancelled or deleted already.
reports_cancelled = Somebody stopped this report.
reports_file_gone = The file of this report is gone: ask for it again.
reports_reason = Give a reason.
reports_no_log = No checkpoint of the log covers position { $position } yet.
reports_no_key = The key that signs reports cannot be used ({ $why }).
reports_record = The record is not that of its hashes ({ $why }); no report is made of it.
reports_token = A token of this name exists already, or has ended.
reports_token_scope = Choose one kind of resource at least; games and days of its own bound rounds, findings and cases alone; the last day is not before the first.
reports_read_only = This account or token is for looking only, within its scope.

## surveillance.clocks.errors

clock_reading = Moments lie between 2000 and 2100, an uncertainty between 1 ms and a day; at most 5000 readings are fitted.
ocr_missing = Install the extra `ocr` on the machine that reads clocks, or compare a shown clock by eye.
ocr_picture = Pictures are PNG or JPEG, or arrays of height x width x 3 bytes (blue, green, red), all of one size.
ocr_rectangle = Propose it again on a full picture of this camera.
ocr_frames = Take several pictures a second, over a few seconds.
ocr_unreadable = Look at the crops beside what was read; choose the rectangle anew or compare the clock by eye.
ocr_order = The date reads as several: give the order (YMD, DMY, MDY), which is kept with the camera.

## surveillance.files.errors

footage_times_jump = A seal says one start, which would be wrong for what lies behind the jump.
footage_no_folder = Nothing can be taken in or shown before the settings name a folder (deploy/README.md).
footage_storage_away = The folder is missing (a disk that is not mounted), or the object storage does not answer. Nothing was lost and nothing was left behind; send the same again when it is back.
footage_disk_full = Nothing of this request was kept. Make room, then go on with the same upload.
footage_upload_unknown = Unfinished uploads are removed after FOOTAGE_UPLOAD_HOURS. Begin again.
footage_upload_version = The protocol of resumable uploads asks for its version with every request but OPTIONS.
footage_upload_length = A length that is told later (Upload-Defer-Length) is not taken.
footage_upload_words = Pairs of a key and a value in base64, separated by commas: filename, property, camera, shown_from.
footage_upload_too_large = FOOTAGE_MAX_BYTES. Export it from the recorder in parts.
footage_chunk_too_large = FOOTAGE_CHUNK_BYTES, or more than the file has left. Send smaller parts.
footage_chunk_type = So the protocol of resumable uploads (tus) says.
footage_offset = The header Upload-Offset is not where the file ends. Ask with HEAD, then go on.
footage_upload_busy = Two requests write to the same upload. Ask with HEAD in a second, then go on.
footage_upload_ended = Ask for the upload to learn what became of it.
footage_checksum_kind = The names stand in Tus-Checksum-Algorithm.
footage_checksum = Its bytes are not those of Upload-Checksum. Nothing of it was kept.
footage_uploads_many = FOOTAGE_UPLOADS_EACH. Unfinished uploads expire by themselves.
footage_empty = Export it from the recorder again.
footage_camera_unknown = Name a camera of this property by its code, or none.
footage_moment = ISO 8601 with an offset.
footage_gone = Its chain of custody is kept; its bytes are not.
footage_missing_bytes = An alarm: tell those who keep the system. The next check records it.
footage_not_ready = Work on it is shown on its page; try again in a minute.
footage_range = The header Content-Range says how many there are.
footage_link_wrong = It was changed on its way, or made for something else. Ask for a new one.
footage_link_session = Links to film are nobody else's: sign in, and ask for a link of your own.
footage_link_old = Links are good for FOOTAGE_LINK_MINUTES. Ask for a new one.
footage_stretch = It begins before it ends, and ends within the film.
footage_reason = What leaves the house leaves with a reason, which stands sealed in the chain of custody.
footage_field = A value of the request is not of the form that is asked.
footage_job_unknown = It does not exist, or is not yours to see.
footage_no_recorder = Only recorders with ONVIF replay are asked. Give the camera its recorder and channel.
footage_worker_died = Told by a job. Look at the log of the worker, then begin it again.
footage_failed = Told by a job. Our fault, or the machine's: begin it again after looking at the log.
footage_key = Keys lie in FOOTAGE_KEYS_DIR, readable by their owner alone (deploy/README.md).
footage_no_camera = A sealed export names its source and its start.

## surveillance.film.errors

film_missing = The file does not exist, or is no plain file. Look whether the storage is there.
film_container = Films are told by their content. Export from the recorder as one of these.
film_unreadable = Send it again; if it stays so, export it from the recorder anew.
film_codec = Read are H.264, H.265, VP8, VP9, AV1, MPEG-4 part 2 and motion JPEG.
film_no_picture = It holds sound or data only, or not one frame.
film_picture_size = A limit that keeps memory bounded; it is held before anything is decoded.
film_too_long = A limit that keeps time and memory bounded.
film_times = Such a film is looked at by way of a copy whose time runs on; one that jumps more often than 200 times is not taken: export it from the recorder in parts.
film_limit_time = A damaged or hostile file, or a machine that is too busy. Nothing was left behind.
film_limit_memory = A damaged or hostile file, or pictures larger than their header says. Nothing was left behind.
film_crashed = A damaged or hostile file. It ended alone; nothing else was touched and nothing was left behind.
film_no_space = The disk is full, or the file would be larger than is allowed. What was begun was removed.
film_program = It comes with the server's installation.
film_moment = Ask for a moment from the first frame on to the end of the last.
film_interval = It must begin before it ends, and overlap the film.
film_cut_codec = Give the whole original out instead.
film_areas = Areas are in points of the original picture, their times in milliseconds of the film.
film_mark = A mark of one to three lines, of 200 letters each at most.
film_boxes = The file is damaged, or was made to mislead.
film_seal_place = A seal is written at the end of the file, and other programs find it there only. Cut or copy the film first.
film_seal_sealed = The first seal says source and start; later ones are added behind it.
film_seal_unsealed = Seal it first.
film_seal_key = ONVIF's export format asks for RSASSA-PSS.
film_seal_said = Each source names a track of the film, once; the start carries its time zone; words hold no zero byte.
film_clip = Sizes are even and from 160 × 90 on; a clip has at least one frame.
film_output = Nothing is overwritten: name another file, or remove that one.
film_parts = It is kept as it came and not shown; export it from the recorder without cuts.

## surveillance.pages.marks

film_not_here = A frame or a stretch of a recording is named that is not kept here.
film_not_placed = A clock can be set, and a stretch be linked, only by a recording that was placed.
film_outside = Times are milliseconds from the first frame, within the length of the recording.
film_subject_unknown = A link names an event of the round, a finding about it, the round, or a case that the person may see.
film_pair_far = Setting a clock by a frame is refused where it would move the clock by more than a day.

## surveillance.record.errors

footage_not_your_post = The person's post may not give this command. The sentence names those that may.
footage_not_your_table = Pit managers ask for footage of the tables and pits of their postings in force.
footage_unknown = A command or page names a recorder, camera, recording, link, request, hold or entry that does not exist.
footage_changed = Two people act at once; the second is told. Load it again and repeat the command.
footage_busy = What the command writes to beside its own subject moved on several times. Send the same command again.
footage_code_taken = A code stands for one recorder or camera for good. Choose another.
footage_code = Choose a short code, as NVR-1 or CAM-RL01-A.
footage_changes_nothing = The command says what is recorded already.
footage_subject_unknown = A link, a request, a hold or an incident names a round, event, case, finding or incident that is not there.
footage_table_unknown = The code of the table is not known at this property.
footage_pit_unknown = No table of this property stands in a pit with this code.
footage_interval = Begin and end of what is asked for, linked or kept.
footage_ahead = What has not happened yet was not filmed and cannot be read from a clock.
recorder_address_missing = ONVIF replay needs an rtsp:// or rtsps:// address; a link to the maker's client needs its template.
recorder_address_kind = Give user and password in their own fields: they are kept sealed.
recorder_template = Placeholders stand in braces. A brace that is meant as such is not allowed.
recorder_template_scheme = Addresses that a browser would run or read from its own disk are not allowed.
recorder_retired = A retired recorder takes no new camera, reading or change.
recorder_has_cameras = A recorder is retired once it records no camera: what a camera covers ends only when somebody says so.
camera_retired = A retired camera takes no change and no new coverage.
camera_channel_missing = The channel is what stands for {"{"}{"{"}camera{"}"}{"}"} in the recorder's addresses.
coverage_place = A coverage is of one table, or of a pit as a whole.
coverage_overlaps = End the running coverage first, then begin the new one.
coverage_ended = Only a coverage that runs can be ended.
reading_unknown = A reading is withdrawn once, at its own recorder.
reading_far_off = A difference of days is a mistake in typing far more often than a clock.
shift_changed = Something was recorded between looking and signing, or the digest is that of another report.
shift_own = The report of a shift is signed by two persons, each in a session of their own.
shift_taken = It is signed once by who takes it over.
shift_too_long = What is signed stands in the record line by line.
footage_unplayable = The bytes are kept and hashed like those of any film. Have them checked, which reads them again; or download the original, and bring what a repair makes of it in as a recording of its own.
recording_gone = Its term had ended and no hold stood; the record of it stays.
link_what = A link shows a stretch of a recording that is here, or of what only the recorder has.
link_stretch = from_ms lies before to_ms, and both within the recording.
link_not_placed = A link says which moments are shown: that follows from camera and begin.
link_withdrawn = A link is withdrawn once, and no answer rests on one that was.
request_answered = A request is answered once. What is found later is linked.
request_needs_links = Link a stretch of a recording or of a recorder, or answer that there is none.
request_has_links = Withdraw the links, or answer that there is footage.
hold_by_rule = A hold that a case placed by rule is not released by a person.
hold_unknown = It was released, or never placed.
hold_own = A second person looks before footage is let go.
gap_unknown = It was closed, or never found.
incident_adds_nothing = An addition has words, a disposition, a person or a subject.
spotcheck_of = A sample is of the rounds of one table or of one dealer.
spotcheck_none = Choose another interval, table or dealer.
spotcheck_round = Each round of a sample is looked at once.
footage_not_looked_at = The stretches that the player told of this person meet the round at no moment, as sure as the clocks are.
incident_erased = Enter a new incident, and name this one by its number.
incident_person_unknown = Erased is somebody in the entry, by the reference PS-… that it gave them, or the entry's own key.
incident_person_open = While a matter is open, what is known of the people in it is needed. Close the entry first.
incident_ground_names = Say the ground without names and contacts, as the clause of a law.
incident_person = Each person of an incident is new, by name, or known, by the reference PS-… of an entry before.
footage_not_yours = Surveillance and senior management watch all footage; others what belongs to their cases; onlookers none.
change_reason = Placing, coverage and clocks of film that is held for a case, an incident or a person's reason.
change_own = A second person looks at what would move film that is held.
change_ended = Look at what came of it.
change_unreadable = Its words were erased.
change_at_once = In passing (a frame marked as an event) only what moves nothing that is held is recorded.
answer_does_not_fit = An answer's film is here and meets what was asked for; else a sentence says why it is an answer.

## surveillance.recorders.errors

recorder_source = Address, name or password of a source are not well formed. Name and password have fields of their own.
recorder_interval = Ask for less at a time.
recorder_away = Wrong address, switched off, or the network is down. It is tried again by itself.
recorder_slow = Nothing came for the time that was waited, or the whole fetch took too long. What came is kept.
recorder_untrusted = TLS failed: record the fingerprint or the issuer of its certificate if it is really this recorder's.
recorder_password = Correct the credentials at the recorder's record; trying again may lock the account there.
recorder_bare_password = It offers Basic without TLS only. Turn Digest or TLS on there, or allow it for this recorder.
recorder_challenge = Supported are Digest with MD5 or SHA-256 (RFC 7616), and Basic under TLS.
recorder_camera_unknown = Check the address or the template of the recorder, and the camera's name there.
recorder_not_replay = It refuses `Require: onvif-replay`, or its packets carry no times (header extension 0xABAC).
recorder_format = Supported are H.264 (RFC 6184) and H.265 (RFC 7798) in decoding order.
recorder_nothing = Check the camera, and the recorder's clock against the server's.
recorder_fewer = It ended properly, but frames lack at the beginning, at the end or between. What came is kept.
recorder_lost = The numbers of the packets have gaps. What came is kept; fetching once more may bring the rest.
recorder_cut_off = The connection or the session ended before the end of the interval. What came is kept, and it is resumed.
recorder_busy = It has no session or bandwidth left (453, 503). It is tried again by itself.
recorder_refused = An answer that has no meaning of its own here.
recorder_unreadable = No RTSP, or outside every bound. Check the address and the port.
recorder_too_much = A limit of bytes or frames was reached. What came is kept.
recorder_file = It is not one of ours, or was changed. Fetch again.
recorder_muxed_otherwise = After writing, every NAL unit and time is read back and compared. Report it with the file of frames.
recorder_link = Placeholders are {"{"}{"{"}camera{"}"}{"}"}, {"{"}{"{"}start{"}"}{"}"} and {"{"}{"{"}end{"}"}{"}"}, with formats (`{"{"}{"{"}start:iso{"}"}{"}"}`): docs/recorders.md.

## surveillance.reports.errors

reports_unknown = No report of this code that you may see. List the reports.
reports_not_yours = Regulators and auditors ask for reports within what they may see, pit managers and those above of what is theirs.
reports_not_your_table = A pit manager asks for reports of tables and pits of postings in force, and names them.
reports_out_of_scope = The account is scoped to games and gaming days of a property. Ask for something within.
reports_clips_not_yours = A report with sealed clips is asked for and taken away by senior management, and by a regulator who asked for it within what the house lets them see. Ask without clips, or let them download it.
reports_clip = Somebody changed a sealed clip in the storage. Ask without clips, and tell those who keep the system.
reports_needs = A field is missing; docs/reports.md says which ones each kind needs.
reports_not_with = A field does not belong to this kind of report. Leave it out.
reports_interval = Ask for a shorter interval, or for several reports.
reports_nothing_named = What is named was not recorded at the position asked for. Check the code.
reports_not_ready = It is still being made, or it failed, was cancelled or deleted. Its page says which.
reports_not_printed = It is tried again by itself for some hours; asking for the same report again tries it at once.
reports_worker_died = Told by a job. Look at the log of the worker, then begin it again or ask for the same report again.
reports_failed = Told by a job. Our fault, or the machine's: begin it again after looking at the log.
reports_ended = Only a report that is being made can be cancelled; only one that was not deleted yet can be deleted.
reports_cancelled = It can be asked for again.
reports_file_gone = Its file was deleted, or a text that it disclosed was erased since.
reports_reason = What is deleted is deleted with a reason.
reports_no_log = The transparency log is not kept here (TRANSPARENCY_DIR), or is behind. The work is tried again by itself.
reports_no_key = TRANSPARENCY_KEYS_DIR must be a folder of this process's own, mode 700.
reports_record = Somebody changed what is stored. Run manage.py verify_ledger and verify_log.
reports_token = Choose another name for a new token.
reports_token_scope = Reports are bounded by the scope of the account; what waits and fairness are of the whole house. Make a token of its own for rounds, findings and cases.
reports_read_only = Accounts with a scope open the pages of reports, rounds, findings and cases of their scope, and nothing else.

"""What a command of Surveillance can be refused for, in both languages. Proved by ``tests/api/test_errors.py``."""

from __future__ import annotations

from casino.core.errors import Problem, add
from casino.core.text import Text
from surveillance.record.parts import Unplayable

# --- Who, and what ---------------------------------------------------------------------------------------------------
add(
    "footage_not_your_post",
    403,
    vi="Việc này thuộc về: {posts}.",
    en="This is for: {posts}.",
    about="The person's post may not give this command. The sentence names those that may.",
)
add(
    "footage_not_your_table",
    403,
    vi="Bạn không làm việc tại bàn {table}.",
    en="You are not posted to the table {table}.",
    about="Pit managers ask for footage of the tables and pits of their postings in force.",
)
add(
    "footage_unknown",
    404,
    vi="Không có {what} trong sổ của Bộ phận Giám sát.",
    en="Surveillance's record has no {what}.",
    about="A command or page names a recorder, camera, recording, link, request, hold or entry that does not exist.",
)
add(
    "footage_changed",
    409,
    vi="Mục này vừa thay đổi sau khi bạn mở trang. Hãy xem lại.",
    en="This was changed after you opened the page. Look again.",
    about="Two people act at once; the second is told. Load it again and repeat the command.",
)
add(
    "footage_busy",
    409,
    vi="Có người khác đang ghi vào cùng mục này. Hãy thử lại.",
    en="Somebody else is writing to the same thing. Try again.",
    about="What the command writes to beside its own subject moved on several times. Send the same command again.",
)
add(
    "footage_code_taken",
    409,
    vi="Mã {taken} đã được dùng.",
    en="The code {taken} is in use.",
    about="A code stands for one recorder or camera for good. Choose another.",
)
add(
    "footage_code",
    422,
    vi="Mã gồm chữ cái không dấu, số và . _ : -, nhiều nhất 64 ký tự.",
    en="A code has plain letters, digits and . _ : -, 64 characters at most.",
    about="Choose a short code, as NVR-1 or CAM-RL01-A.",
)
add(
    "footage_changes_nothing",
    409,
    vi="Điều này đã được ghi nhận; không có gì thay đổi.",
    en="This stands in the record already; nothing would change.",
    about="The command says what is recorded already.",
)
add(
    "footage_subject_unknown",
    404,
    vi="Trong sổ không có {subject}.",
    en="The record has no {subject}.",
    about="A link, a request, a hold or an incident names a round, event, case, finding or incident that is not there.",
)
add(
    "footage_table_unknown",
    422,
    vi="Không có bàn {table}.",
    en="There is no table {table}.",
    about="The code of the table is not known at this property.",
)
add(
    "footage_pit_unknown",
    422,
    vi="Không có pit {pit}.",
    en="There is no pit {pit}.",
    about="No table of this property stands in a pit with this code.",
)
add(
    "footage_interval",
    422,
    vi="Khoảng thời gian không hợp lệ: phải kết thúc sau khi bắt đầu và dài nhất {hours} giờ.",
    en="The interval is not valid: it must end after it begins and last {hours} hours at most.",
    about="Begin and end of what is asked for, linked or kept.",
)
add(
    "footage_ahead",
    422,
    vi="Thời điểm này còn ở tương lai.",
    en="This moment lies ahead.",
    about="What has not happened yet was not filmed and cannot be read from a clock.",
)

# --- Recorders and cameras ------------------------------------------------------------------------------------------
add(
    "recorder_address_missing",
    422,
    vi="Loại đầu ghi này cần {what}.",
    en="A recorder of this kind needs {what}.",
    about="ONVIF replay needs an rtsp:// or rtsps:// address; a link to the maker's client needs its template.",
)
add(
    "recorder_address_kind",
    422,
    vi="Địa chỉ của đầu ghi ONVIF phải bắt đầu bằng rtsp:// hoặc rtsps:// và không chứa mật khẩu.",
    en="The address of an ONVIF recorder begins with rtsp:// or rtsps:// and holds no password.",
    about="Give user and password in their own fields: they are kept sealed.",
)
add(
    "recorder_template",
    422,
    vi="Mẫu liên kết chỉ được dùng {allowed}; không dùng được {found}.",
    en="A link template may use {allowed} only; {found} is none of them.",
    about="Placeholders stand in braces. A brace that is meant as such is not allowed.",
)
add(
    "recorder_template_scheme",
    422,
    vi="Liên kết không được bắt đầu bằng {scheme}.",
    en="A link must not begin with {scheme}.",
    about="Addresses that a browser would run or read from its own disk are not allowed.",
)
add(
    "recorder_retired",
    409,
    vi="Đầu ghi {recorder} đã ngừng dùng.",
    en="The recorder {recorder} is retired.",
    about="A retired recorder takes no new camera, reading or change.",
)
add(
    "recorder_has_cameras",
    409,
    vi="Đầu ghi này còn ghi {count} camera ({cameras}): hãy chuyển sang đầu ghi khác hoặc tháo trước.",
    en="Cameras are still recorded there ({count}: {cameras}): put them at another recorder or retire them first.",
    about="A recorder is retired once it records no camera: what a camera covers ends only when somebody says so.",
)
add(
    "camera_retired",
    409,
    vi="Camera {camera} đã được tháo.",
    en="The camera {camera} is retired.",
    about="A retired camera takes no change and no new coverage.",
)
add(
    "camera_channel_missing",
    422,
    vi="Camera nối với đầu ghi phải có kênh.",
    en="A camera at a recorder needs its channel there.",
    about="The channel is what stands for {{camera}} in the recorder's addresses.",
)
add(
    "coverage_place",
    422,
    vi="Hãy chọn một bàn hoặc một pit.",
    en="Name a table or a pit, and only one of them.",
    about="A coverage is of one table, or of a pit as a whole.",
)
add(
    "coverage_overlaps",
    409,
    vi="Camera này đang bao quát nơi đó ({coverage}).",
    en="This camera covers that place already ({coverage}).",
    about="End the running coverage first, then begin the new one.",
)
add(
    "coverage_ended",
    409,
    vi="Khoảng bao quát {coverage} không có hoặc đã kết thúc.",
    en="There is no running coverage {coverage}.",
    about="Only a coverage that runs can be ended.",
)

# --- Clocks ---------------------------------------------------------------------------------------------------------
add(
    "reading_unknown",
    404,
    vi="Không có số đọc đồng hồ {reading} đang được tính.",
    en="There is no reading {reading} that counts.",
    about="A reading is withdrawn once, at its own recorder.",
)
add(
    "reading_far_off",
    422,
    vi="Đồng hồ lệch hơn {hours} giờ; hãy kiểm tra lại ngày và múi giờ.",
    en="The clock would be wrong by more than {hours} hours; look at day and time zone again.",
    about="A difference of days is a mistake in typing far more often than a clock.",
)

# --- Recordings and links -------------------------------------------------------------------------------------------
add(
    "shift_changed",
    409,
    vi="Báo cáo ca đã thay đổi so với nội dung bạn đang ký; hãy xem lại rồi ký.",
    en="The report of the shift is no longer what you are signing; look at it again, then sign.",
    about="Something was recorded between looking and signing, or the digest is that of another report.",
)
add(
    "shift_own",
    409,
    vi="Người bàn giao ca không tự nhận ca của mình được.",
    en="Who hands a shift over does not take it over themselves.",
    about="The report of a shift is signed by two persons, each in a session of their own.",
)
add(
    "shift_taken",
    409,
    vi="Ca {shift} đã được nhận.",
    en="The shift {shift} was taken over already.",
    about="It is signed once by who takes it over.",
)
add(
    "shift_too_long",
    422,
    vi="Báo cáo có hơn {most} dòng; hãy ký từng khoảng ngắn hơn.",
    en="The report has more than {most} lines; sign shorter intervals.",
    about="What is signed stands in the record line by line.",
)
add(
    "footage_unplayable",
    409,
    vi="Bản ghi {recording} được lưu làm chứng cứ, không xem được: {why}.",
    en="Recording {recording} is kept as an exhibit and cannot be shown: {why}.",
    about="The bytes are kept and hashed like those of any film. Have them checked, which reads them again; or download"
    " the original, and bring what a repair makes of it in as a recording of its own.",
)


def unplayable(recording: str, why: Unplayable) -> Problem:
    """That a recording is kept without being a film that can be shown."""
    return Problem("footage_unplayable", recording=recording, why=Text(why.vi.rstrip("."), why.en.rstrip(".")))


add(
    "recording_gone",
    409,
    vi="Bản ghi {recording} đã bị xóa.",
    en="The recording {recording} was deleted.",
    about="Its term had ended and no hold stood; the record of it stays.",
)
add(
    "link_what",
    422,
    vi="Hãy chọn một đoạn của bản ghi, hoặc một camera với thời gian bắt đầu và kết thúc.",
    en="Name a stretch of a recording, or a camera with begin and end.",
    about="A link shows a stretch of a recording that is here, or of what only the recorder has.",
)
add(
    "link_stretch",
    422,
    vi="Đoạn phim phải nằm trong bản ghi ({duration_ms} ms).",
    en="The stretch must lie within the recording ({duration_ms} ms).",
    about="from_ms lies before to_ms, and both within the recording.",
)
add(
    "link_not_placed",
    409,
    vi="Chưa biết bản ghi {recording} do camera nào quay và lúc nào; hãy xác định trước.",
    en="Nobody has said which camera made the recording {recording}, or when. Place it first.",
    about="A link says which moments are shown: that follows from camera and begin.",
)
add(
    "link_withdrawn",
    409,
    vi="Liên kết {link} đã được rút.",
    en="The link {link} was withdrawn.",
    about="A link is withdrawn once, and no answer rests on one that was.",
)

# --- Requests -------------------------------------------------------------------------------------------------------
add(
    "request_answered",
    409,
    vi="Yêu cầu {request} đã được trả lời.",
    en="The request {request} was answered.",
    about="A request is answered once. What is found later is linked.",
)
add(
    "request_needs_links",
    422,
    vi="Trả lời có cảnh quay thì phải gắn ít nhất một đoạn.",
    en="An answer that there is footage needs at least one link.",
    about="Link a stretch of a recording or of a recorder, or answer that there is none.",
)
add(
    "request_has_links",
    422,
    vi="Trả lời không có cảnh quay thì không gắn đoạn nào.",
    en="An answer that there is none has no links.",
    about="Withdraw the links, or answer that there is footage.",
)

# --- Holds and gaps -------------------------------------------------------------------------------------------------
add(
    "hold_by_rule",
    409,
    vi="Cảnh quay được giữ vì một hồ sơ; chỉ hết giữ khi hồ sơ hết thời hạn lưu.",
    en="This is held because of a case; it is released only when the case's term has ended.",
    about="A hold that a case placed by rule is not released by a person.",
)
add(
    "hold_unknown",
    404,
    vi="Không có lệnh giữ {hold} đang hiệu lực.",
    en="There is no standing hold {hold}.",
    about="It was released, or never placed.",
)
add(
    "hold_own",
    403,
    vi="Người đã giữ không tự thôi giữ; cần một người khác.",
    en="Who placed a hold does not release it: another person does.",
    about="A second person looks before footage is let go.",
)
add(
    "gap_unknown",
    404,
    vi="Không có khoảng thiếu {gap} đang mở.",
    en="There is no open gap {gap}.",
    about="It was closed, or never found.",
)

# --- The log, reviews, spot checks ----------------------------------------------------------------------------------
add(
    "incident_adds_nothing",
    422,
    vi="Hãy ghi thêm điều gì đó.",
    en="Add something.",
    about="An addition has words, a disposition, a person or a subject.",
)
add(
    "spotcheck_of",
    422,
    vi="Hãy chọn một bàn hoặc một nhân viên chia bài.",
    en="Name a table or a dealer, and only one of them.",
    about="A sample is of the rounds of one table or of one dealer.",
)
add(
    "spotcheck_none",
    422,
    vi="Không có ván nào trong khoảng này.",
    en="There is no round in this interval.",
    about="Choose another interval, table or dealer.",
)
add(
    "spotcheck_round",
    404,
    vi="Ván {round} không thuộc mẫu này, hoặc đã được xem.",
    en="The round {round} is not of this sample, or was looked at.",
    about="Each round of a sample is looked at once.",
)
add(
    "footage_not_looked_at",
    409,
    vi="Anh/chị chưa xem cảnh quay của ván này, nên chưa thể nói hình cho thấy gì; nếu không có hình, hãy chọn “Không "
    "thấy được”.",
    en='You have looked at no film of this round, so you cannot say what it shows; where there is none, say "Cannot be '
    'seen".',
    about="The stretches that the player told of this person meet the round at no moment, as sure as the clocks are.",
)
add(
    "incident_erased",
    409,
    vi="Mọi lời của sự việc {incident} đã bị xóa; không thể bổ sung nữa.",
    en="Every word of incident {incident} was erased; nothing can be added to it.",
    about="Enter a new incident, and name this one by its number.",
)
add(
    "incident_person_unknown",
    422,
    vi="Không có {person} trong sự việc này.",
    en="There is no {person} in this incident.",
    about="Erased is somebody in the entry, by the reference PS-… that it gave them, or the entry's own key.",
)
add(
    "incident_person_open",
    409,
    vi="Sự việc {incident} có người này chưa khép: chỉ xóa sau khi việc đã khép.",
    en="The entry {incident}, in which this person stands, is open: nobody is erased before it is closed.",
    about="While a matter is open, what is known of the people in it is needed. Close the entry first.",
)
add(
    "incident_ground_names",
    422,
    vi="Căn cứ nêu tên một người trong sự việc; căn cứ còn lại sau khi xóa nên không được nêu tên ai.",
    en="The ground names somebody of the incident; it outlives them, so it must name nobody.",
    about="Say the ground without names and contacts, as the clause of a law.",
)
add(
    "incident_person",
    422,
    vi="Hãy ghi tên một người, hoặc mã của người đã có trong sổ.",
    en="Give a person's name, or the reference of somebody who is in the record.",
    about="Each person of an incident is new, by name, or known, by the reference PS-… of an entry before.",
)
add(
    "footage_not_yours",
    403,
    vi="Bạn chỉ xem được cảnh quay của những hồ sơ mà bạn được xem.",
    en="You may watch footage of cases that you may see, and no other.",
    about="Surveillance and senior management watch all footage; others what belongs to their cases; onlookers none.",
)

add(
    "change_reason",
    422,
    vi="Cảnh quay này đang được giữ: hãy nêu lý do, rồi chờ người thứ hai xác nhận.",
    en="This film is held: give a reason; a second person then confirms it.",
    about="Placing, coverage and clocks of film that is held for a case, an incident or a person's reason.",
)
add(
    "change_own",
    403,
    vi="Người đề nghị không tự xác nhận được.",
    en="Who asked for it cannot confirm it.",
    about="A second person looks at what would move film that is held.",
)
add(
    "change_ended",
    409,
    vi="Thay đổi này đã được xác nhận hoặc từ chối.",
    en="This change was confirmed or declined already.",
    about="Look at what came of it.",
)
add(
    "change_unreadable",
    410,
    vi="Không còn đọc được đề nghị này; hãy đề nghị lại.",
    en="What was asked for cannot be read any more: ask for it anew.",
    about="Its words were erased.",
)
add(
    "change_at_once",
    409,
    vi="Việc này sẽ dời cảnh quay đang được giữ: hãy đề nghị ở trang đầu ghi hoặc bản ghi, để người thứ hai xác nhận.",
    en="This would move film that is held: ask for it on the page of the recorder or recording, where a second person"
    " confirms it.",
    about="In passing (a frame marked as an event) only what moves nothing that is held is recorded.",
)

add(
    "answer_does_not_fit",
    422,
    vi="Phim của camera {camera} không quay bàn {table} lúc được hỏi, hoặc không có ở đây: hãy nói vì sao, một câu.",
    en="The film of camera {camera} is not of table {table} at the time that was asked for, or not here: say why, in a"
    " sentence.",
    about="An answer's film is here and meets what was asked for; else a sentence says why it is an answer.",
)

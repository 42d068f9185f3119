event--closing_begun = Chờ xong để khép
event--rounds_resumed = Tiếp tục các ván còn lại
event--step_set_aside = Không chờ một bước
event--closing_completed = Khép hồ sơ, đã xong các bước

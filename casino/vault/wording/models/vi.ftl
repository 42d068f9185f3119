kinds--text = văn bản
kinds--identity = tên và liên hệ
kinds--attachment = tệp đính kèm
kinds--paper = văn thư

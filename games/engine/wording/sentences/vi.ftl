nobody = không rõ ai

languages--vi = tiếng Việt
languages--en = tiếng Anh

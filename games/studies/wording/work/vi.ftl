tried-on-paper-changes-nothing = thử trên giấy, không đổi gì

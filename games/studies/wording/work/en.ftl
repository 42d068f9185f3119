tried-on-paper-changes-nothing = tried on paper, changes nothing

not-yet = The copy to watch is waiting to be made. This page plays it once it is there; open it again in a moment.
not-yours = You may not watch this recording: it belongs to no case of yours.

not-yet = The copy to watch is waiting to be made. This page plays it once it is there; open it again in a moment.
not-yours = You may not watch this recording: it belongs to no case of yours.

the-copy-to-watch-is = The copy to watch is being made: { $n } %. Open the page again in a moment.
the-copy-to-watch-could = The copy to watch could not be made: { $why } The original is kept whole and can be downloaded.

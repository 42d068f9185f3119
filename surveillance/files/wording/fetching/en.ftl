not_yet = lies in the future; the recorder has no film of it yet

title = Your bet, explained
close = Close

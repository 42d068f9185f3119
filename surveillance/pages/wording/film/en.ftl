shows--table = the table
shows--layout = the layout
shows--wheel = the wheel
shows--shoe = the shoe
shows--dice = the dice
shows--chip_tray = the chip tray
shows--pit = the pit

most-unread = Nobody has read this recorder's clock: the moments may be far off.

leaving--export = Export a stretch, sealed
leaving--give = Give a masked copy
leaving--download = Download the original

dismiss = Dismiss a finding

heading = Demonstration accounts (they exist in this demonstration only); one password for all: { $password }
device = A device to try the API with: { $device } at table { $table }, its token and its next number:
only-demonstration = The demonstration is loaded in the demonstration profile only (TABLEPROOF_PROFILE=demo), never in a real system.

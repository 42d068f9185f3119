heading = Demonstration accounts (they exist in this demonstration only); one password for all: { $password }
device = A device to try the API with: { $device } at table { $table }, its token and its next number:

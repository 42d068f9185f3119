event-labels--device-clock_off = Device clock off
event-labels--server-clock_jumped = Server's clock jumped
event-labels--device-gap_found = Numbers missing
event-labels--device-number_reused = Number used twice
event-labels--device-number_out_of_reach = Number out of reach
event-labels--device-registered = Device registered
event-labels--device-key_registered = Signing key registered
event-labels--device-not_signed = Not signed by the device
event-labels--origin-demand_set = Signatures demanded
event-labels--origin-person_not_signed = Command not signed
event-labels--origin-signature_demand_set = Signatures of people demanded
event-labels--device-gap_closed = Missing numbers arrived

modes--none = nobody must sign
modes--registered = whoever has a passkey must sign
modes--all = everybody must sign

event--hold-reached = Recording held
event--hold-locked = Recording locked as evidence
event--change-asked = Change of held film asked for
event--change-confirmed = Change confirmed
event--change-declined = Change declined

event--erasure_asked = Erasure of personal data asked for
event--person_erased = Personal data erased

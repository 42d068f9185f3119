hand_over_shift--title = Hand the shift over
hand_over_shift--consequence = The report of the shift is signed as it stands now; what is entered later is shown as entered after that.
take_over_shift--title = Take the shift over
take_over_shift--consequence = You sign the same content as who handed it over.
digest = SHA-256 of the report that is signed
nobodys = a shift that changes hands is nobody's matter

codes--forbidden = not allowed
codes--sign_in_wrong = wrong password
codes--sign_in_held = sign-in held up

sicbo--words--name = Sic bo

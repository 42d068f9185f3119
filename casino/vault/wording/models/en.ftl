kinds--text = text
kinds--identity = name and contact
kinds--attachment = attachment
kinds--paper = paper

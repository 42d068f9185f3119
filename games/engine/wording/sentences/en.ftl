nobody = unknown person

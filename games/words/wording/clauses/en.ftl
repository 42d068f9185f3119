no-document-in-force = No document in force

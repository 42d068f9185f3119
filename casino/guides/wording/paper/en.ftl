guide = Guide
told = The pictures show simulated data. Words in bold stand so on the pages. Numbers in brackets are clauses of the rule documents, retold in other words.

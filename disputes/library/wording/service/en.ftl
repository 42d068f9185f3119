add_document--title = Enter a document of the library
add_version--title = Add a version of a document
withdraw_version--title = Withdraw a version of a document
documents = documents are for every case alike

reads = a report reads the record and can be made anew

smallest = smallest units

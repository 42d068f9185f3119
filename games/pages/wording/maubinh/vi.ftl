as_recorded = xếp như đã ghi

not_recorded = cause not recorded

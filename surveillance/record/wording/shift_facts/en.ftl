event--handover-given = Shift handed over
event--handover-taken = Shift taken over

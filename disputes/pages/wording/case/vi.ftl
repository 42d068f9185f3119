agrees-to-d = đồng ý với { $d }
does-not-agree-to-d = không đồng ý với { $d }

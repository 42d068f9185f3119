kind-box-box = { $kind }, box { $box }

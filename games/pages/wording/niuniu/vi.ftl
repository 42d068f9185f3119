kind-box-box = { $kind }, cửa { $box }

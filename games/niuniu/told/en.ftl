niuniu-placed = { $kind ->
    [ante] as Ante on { $box }
    [double] as Double on { $box }
   *[additional] as Additional on { $box }
}
niuniu-higher = The hand of { $box } was { $class } ({ $cards }), higher than the dealer's { $dealerclass } ({ $dealercards }).
niuniu-lower = The hand of { $box } was { $class } ({ $cards }), lower than the dealer's { $dealerclass } ({ $dealercards }).
niuniu-additional-kept = When your hand is higher, Additional is not paid: you simply keep it.

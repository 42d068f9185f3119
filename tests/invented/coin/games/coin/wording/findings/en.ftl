findings--coin_hardly_turned = Coin hardly turned
findings--coin_hardly_turned--the-coin-turned-over-fewer = The coin turned over fewer times than the document asks; the result counts all the same.

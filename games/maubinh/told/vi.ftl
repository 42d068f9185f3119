maubinh-placed = làm Ante ở chỗ { $seat }
maubinh-lanes = Bài của Quý khách: chi đầu { $front } ({ $frontcards }), chi giữa { $middle } ({ $middlecards }), chi cuối { $back } ({ $backcards }).
maubinh-foul = Bài của Quý khách bị binh lủng, vì chi trước lớn hơn chi sau: chi đầu { $front } ({ $frontcards }), chi giữa { $middle } ({ $middlecards }), chi cuối { $back } ({ $backcards }).
maubinh-special = Bài của Quý khách là bài đặc biệt { $name }.
maubinh-not-arranged = Bài của Quý khách chưa xếp.
maubinh-against = Với chỗ { $seat }: chi đầu { $front }, chi giữa { $middle }, chi cuối { $back }{ $shot ->
    [shot] , Quý khách thắng cả ba chi nên bắn được chỗ này
    [was-shot] , Quý khách thua cả ba chi nên bị bắn
   *[none] { "" }
}; { $outcome ->
    [won] Quý khách thắng { $times } lần Ante.
    [lost] Quý khách thua { $times } lần Ante.
   *[even] không bên nào thắng.
}
maubinh-against-special = Với chỗ { $seat }: { $whose ->
    [own] Quý khách có bài đặc biệt nên không so chi
    [other] chỗ này có bài đặc biệt nên không so chi
   *[both] cả hai đều có bài đặc biệt
}; { $outcome ->
    [won] Quý khách thắng { $times } lần Ante.
    [lost] Quý khách thua { $times } lần Ante.
   *[even] không bên nào thắng.
}
maubinh-home-run = Có người thắng cả ba chi của mọi người, nên phần thắng thua với người đó được nhân đôi thêm một lần.

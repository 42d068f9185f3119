maubinh-placed = as Ante at seat { $seat }
maubinh-lanes = Your hand: in front { $front } ({ $frontcards }), in the middle { $middle } ({ $middlecards }), at the back { $back } ({ $backcards }).
maubinh-foul = Your hand was foul, since an earlier lane was higher than a later one: in front { $front } ({ $frontcards }), in the middle { $middle } ({ $middlecards }), at the back { $back } ({ $backcards }).
maubinh-special = You held a special hand: { $name }.
maubinh-not-arranged = Your hand was not arranged.
maubinh-against = Against seat { $seat }: front { $front }, middle { $middle }, back { $back }{ $shot ->
    [shot] , all three of them yours, so that seat was shot
    [was-shot] , all three of them lost, so you were shot
   *[none] { "" }
}; { $outcome ->
    [won] you win { $times ->
        [one] one Ante.
       *[other] { $times } Antes.
    }
    [lost] you lose { $times ->
        [one] one Ante.
       *[other] { $times } Antes.
    }
   *[even] neither side wins.
}
maubinh-against-special = Against seat { $seat }: { $whose ->
    [own] you held a special hand, so lanes are not compared
    [other] that seat held a special hand, so lanes are not compared
   *[both] both held special hands
}; { $outcome ->
    [won] you win { $times ->
        [one] one Ante.
       *[other] { $times } Antes.
    }
    [lost] you lose { $times ->
        [one] one Ante.
       *[other] { $times } Antes.
    }
   *[even] neither side wins.
}
maubinh-home-run = Somebody won all three lanes against everybody, so what is won and lost against them is doubled once more.

"""A bet explained to its player: a page of its own, to read out or to show on the phone, with nobody else's bets on it.

Proved by ``tests/admin/test_spoken.py``; the sentences by ``tests/telling``.
"""

from __future__ import annotations

from typing import Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import translation

from casino.core.messages import Catalogue
from games.admin.commands import asked_back
from games.pages.round import load
from games.rows.models import Round
from games.rows.replay import NoSuchRound
from games.telling.bet import languages, messages

WORDS: Final = {name: Catalogue(__file__).text(name) for name in ("title", "close")}


def spoken_view(request: HttpRequest, row: Round) -> HttpResponse:
    """The bet ``?bet=``, or all bets of ``?player=``, in the language ``?lang=`` of whoever is told: their own words,
    whatever the reader's are. 404 where the round has no such bet."""
    asked, spoken = request.GET.get("lang", ""), languages(row.game)
    language = asked if asked in spoken else translation.get_language() or "vi"
    try:
        page = load(row, language=language)
    except NoSuchRound:
        raise Http404 from None
    bet, player = request.GET.get("bet", ""), request.GET.get("player", "")
    own = [each for each in page.bets if each.bet == bet] if bet else [b for b in page.bets if b.place.player == player]
    if not own:
        raise Http404
    context = {
        "row": row,
        "page": page,
        "told": [{"bet": each, "said": messages().join(each.said, language)} for each in own],
        "back": asked_back(request),
        "others": [(code, "bet" if bet else "player", bet or player) for code in spoken if code != language],
        **{name: text.in_language(language) for name, text in WORDS.items()},
    }
    with translation.override(language):
        return render(request, "games/round/spoken.html", context)

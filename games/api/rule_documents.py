"""The rule documents that may be put in force, what has to be chosen of each, and asking for it: as the page does.

What is asked for waits for a second person (``games.api.waiting``). Proved by ``tests/api/test_rule_documents.py``.
"""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request

from casino.core.text import Text
from games.api.base import ApiView, answer
from games.api.commands import AppendedOut, CommandIn, command_of, described_by, person_of, read_body, recorded
from games.api.read import ReplayQuery, house_of, may_view, read_query
from games.catalogue import texts
from games.commands.approvals import AskPutInForce
from games.engine import rules
from games.rows import rule_choices, rulebooks
from games.words.clauses import document_words
from games.words.study_words import label, reading

_PROPERTY = OpenApiParameter("property", str, description="Code of the property; not needed where there is one.")


class TextOut(serializers.Serializer):
    """In both languages."""

    vi = serializers.CharField()
    en = serializers.CharField()


class ReadingOut(serializers.Serializer):
    """A value that a choice may have."""

    value = serializers.CharField()
    reading = TextOut()
    letter = serializers.BooleanField(help_text="The letter of the document: any other needs an approval.")


class ChoiceOut(serializers.Serializer):
    """What has to be chosen. Without ``options`` it is a figure; what the program brings is nobody's choice."""

    place = serializers.CharField()
    name = TextOut()
    options = ReadingOut(many=True)


class RuleDocumentOut(serializers.Serializer):
    """A document that the program brings."""

    document = serializers.CharField()
    game = serializers.CharField()
    name = TextOut()
    choices = ChoiceOut(many=True)


class RuleDocumentsOut(serializers.Serializer):
    """All of them."""

    documents = RuleDocumentOut(many=True)


class PutInForceIn(CommandIn):
    """Which document, from when, and how each of its choices is made."""

    document = serializers.CharField(max_length=100)
    choices = serializers.DictField(help_text="Each place of the document to its value; none may be left out.")
    approval = serializers.RegexField(
        rules.APPROVAL_WRITTEN, required=False, help_text="Number of the regulator's, for a reading beyond the letter."
    )
    effective_from = serializers.DateTimeField(
        required=False, allow_null=True, help_text="With its zone. None: once it is confirmed."
    )


def _text(text: Text) -> dict[str, str]:
    return {"vi": text.vi, "en": text.en}


def _document(name: str, text: str) -> dict[str, Any]:
    book = rules.read(text)
    return {
        "document": name,
        "game": book.game,
        "name": _text(document_words(book)),
        "choices": [
            {
                "place": field.place,
                "name": _text(label(book.game, field)),
                "options": [
                    {
                        "value": value,
                        "reading": _text(reading(book.game, value)),
                        "letter": value == book.choices[field.place.split(".")[1]].letter,
                    }
                    for value in field.options
                ],
            }
            for field in rule_choices.asked_for(text)
        ],
    }


class RuleDocumentsView(ApiView):
    """Rule documents: what they leave to be chosen, and asking that one be put in force."""

    permission_classes = (may_view("round"),)

    @extend_schema(
        operation_id="list_rule_documents",
        tags=["rules"],
        summary="What has to be chosen of each rule document / Những điều phải chọn của từng văn bản",
        responses=RuleDocumentsOut,
    )
    def get(self, request: Request) -> HttpResponse:
        return answer({"documents": [_document(name, text) for name, text in texts().items()]})

    @described_by(AskPutInForce, "put_rules_in_force", "rules", PutInForceIn, AppendedOut, [_PROPERTY])
    def post(self, request: Request) -> HttpResponse:
        code = house_of(read_query(ReplayQuery, request).get("property")).code
        person = person_of(request, code, None)
        said = read_body(PutInForceIn, request)
        choices = rule_choices.read_all(rulebooks.text_of(said["document"]), said["choices"])
        command = command_of(AskPutInForce, {**said, "choices": choices})
        return recorded(code, command, by=person, command_id=said["command_id"])

"""The forms of the commands on accounts (``casino.accounts.commands``), with what they check as it is typed.

Proved by ``tests/accounts/test_pages.py``.
"""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib.auth.models import User
from django.contrib.auth.password_validation import password_validators_help_text_html, validate_password
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from casino.access.models import StaffCode
from casino.access.roles import RANKED, role_name
from casino.accounts import passwords, rules
from casino.accounts.changes import is_last
from casino.accounts.rules import guarded
from casino.commands.forms import CommandForm
from casino.core.commands import Command


def _text(label: Any, longest: int, *, required: bool = True, help_text: Any = "") -> forms.CharField:
    widget = forms.TextInput({"class": "tp-input", "autocomplete": "off"})
    return forms.CharField(label=label, max_length=longest, required=required, help_text=help_text, widget=widget)


class AccountForm(CommandForm):
    """The form of a command on an account."""

    seen_version = None  # type: ignore[assignment]  # an account is locked while it changes

    def __init__(self, struct: type[Command], *args: Any, user: User | None = None, **kwargs: Any) -> None:
        super().__init__(struct, *args, **kwargs)
        self.user = user

    @property
    def account(self) -> User:
        """The account that the form is about."""
        assert self.user is not None
        return self.user

    def _field(self, name: str) -> Any:
        return self.fields[name]


def _posts(codes: list[str]) -> list[tuple[str, str]]:
    language = get_language() or "vi"
    second = _("a second person confirms it")
    return [(code, role_name(code, language) + (f" – {second}" if code in guarded() else "")) for code in codes]


class NamesForm(AccountForm):
    """Names; user name and staff code before the first sign-in only."""

    username = _text(
        gettext_lazy("User name"), 150, help_text=gettext_lazy("Events may name the person by it: settled once used.")
    )
    code = _text(
        gettext_lazy("Staff code"),
        64,
        required=False,
        help_text=gettext_lazy("By which the tables know the person, where that is not the user name."),
    )
    last_name = _text(gettext_lazy("Family name"), 150, required=False)
    first_name = _text(gettext_lazy("Given name"), 150, required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.user is None:
            return
        user = self.user
        for name in ("username", "first_name", "last_name"):
            self.fields[name].initial = getattr(user, name)
        if user.last_login is not None:
            del self.fields["username"], self.fields["code"]
        elif StaffCode.objects.filter(user=user).exists():
            del self.fields["code"]

    def clean_username(self) -> str:
        name: str = self.cleaned_data["username"]
        try:
            User(username=name).clean_fields(exclude=["password"])
        except forms.ValidationError as error:
            if "username" in error.message_dict:
                raise forms.ValidationError(error.message_dict["username"]) from error
        others = User.objects.exclude(pk=self.user.pk) if self.user else User.objects.all()
        if others.filter(username=name).exists() or StaffCode.objects.filter(code=name).exists():
            raise forms.ValidationError(_("Somebody else is known by this name."))
        return name

    def clean_code(self) -> str:
        code: str = self.cleaned_data["code"]
        if code:
            StaffCode(user=self.user or User(), code=code).clean_fields(exclude=["user"])
            others = User.objects.exclude(pk=self.user.pk) if self.user else User.objects.all()
            if StaffCode.objects.filter(code=code).exists() or others.filter(username=code).exists():
                raise forms.ValidationError(_("Somebody else is known by this code."))
        return code


class OpenForm(NamesForm):
    """A new account."""

    email = forms.EmailField(
        label=gettext_lazy("E-mail address"),
        required=False,
        widget=forms.EmailInput({"class": "tp-input", "autocomplete": "off"}),
        help_text=gettext_lazy("Notices go there."),
    )
    post = forms.ChoiceField(
        label=gettext_lazy("Post"), required=False, widget=forms.Select({"class": "tp-input"}), choices=[]
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._field("post").choices = [("", "–"), *_posts(list(RANKED))]


class EmailForm(AccountForm):
    """The address of notices."""

    email = forms.EmailField(
        label=gettext_lazy("E-mail address"),
        required=False,
        widget=forms.EmailInput({"class": "tp-input", "autocomplete": "off"}),
        help_text=gettext_lazy("Empty: notices are on the pages only."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["email"].initial = self.account.email


class PostForm(AccountForm):
    """A post to give."""

    post = forms.ChoiceField(label=gettext_lazy("Post"), widget=forms.Select({"class": "tp-input"}), choices=[])

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        groups = set(self.account.groups.values_list("name", flat=True))
        self._field("post").choices = _posts([code for code in RANKED if code not in groups])


class TakeForm(AccountForm):
    """A post to take away."""

    post = forms.ChoiceField(label=gettext_lazy("Post"), widget=forms.Select({"class": "tp-input"}), choices=[])

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        groups = set(self.account.groups.values_list("name", flat=True))
        language = get_language() or "vi"
        self._field("post").choices = [(code, role_name(code, language)) for code in RANKED if code in groups]
        last = [code for code in RANKED if code in groups and is_last(self.account, code)]
        self._field("post").help_text = " ".join(
            _("Nobody else is %(post)s: a second person confirms it, and then %(cannot)s.")
            % {"post": role_name(code, language), "cannot": rules.LAST[code].in_language(language)}
            for code in last
        )


class AnswerForm(AccountForm):
    """What a second person says to a change, by one of its buttons."""

    reason = _text(gettext_lazy("Why not"), 500, required=False, help_text=gettext_lazy("Where you do not confirm it."))


class ChooseForm(AccountForm):
    """A person's own new password, by the present one."""

    present = forms.CharField(
        label=gettext_lazy("Present password"),
        strip=False,
        widget=forms.PasswordInput({"class": "tp-input", "autocomplete": "current-password"}),
    )
    chosen = forms.CharField(
        label=gettext_lazy("New password"),
        strip=False,
        widget=forms.PasswordInput({"class": "tp-input", "autocomplete": "new-password"}),
    )
    again = forms.CharField(
        label=gettext_lazy("New password again"),
        strip=False,
        widget=forms.PasswordInput({"class": "tp-input", "autocomplete": "new-password"}),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["chosen"].help_text = password_validators_help_text_html()

    def clean_present(self) -> str:
        present: str = self.cleaned_data["present"]
        if not self.account.check_password(passwords.as_kept(self.account.username, present) or ""):
            raise forms.ValidationError(_("This is not your present password."))
        return present

    def clean_chosen(self) -> str:
        chosen: str = self.cleaned_data["chosen"]
        validate_password(chosen, self.account)
        if chosen == self.cleaned_data.get("present"):
            raise forms.ValidationError(_("This is your present password. Choose another one."))
        return chosen

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        if "chosen" in data and data.get("again") != data["chosen"]:
            self.add_error("again", _("The two are not the same."))
        return data

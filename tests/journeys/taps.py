"""Taps and text fields of a scene, counted by the browser itself, whoever taps and on however many pages.

A tap is a press of finger or mouse, or of a key outside text; choosing from a list is two (open it, choose). Going into
a text field belongs to filling it, and a field is counted once a page, however much is typed. An address that a walk
goes to by itself is none: a scene begins there once, and taps from then on. Held by ``test_taps.py``.
"""

from __future__ import annotations

from typing import Any, Final

from tests.journeys.conftest import Walk

_COUNTING: Final = """
(() => {
  const NO_TEXT = ['checkbox', 'radio', 'button', 'submit', 'reset', 'image', 'file', 'hidden', 'range', 'color'];
  const TEXT = 'textarea, input' + NO_TEXT.map((type) => `:not([type=${type}])`).join('');
  const filled = new WeakSet();
  const name = (node) => node.name || node.id || node.dataset.command || node.textContent.trim().slice(0, 30);
  const note = (kind, what, times = 1) => {
    const lines = JSON.parse(localStorage.getItem('counted') || '[]');
    for (let n = 0; n < times; n++) lines.push([kind, `${what} at ${location.pathname}`]);
    localStorage.setItem('counted', JSON.stringify(lines));
  };
  addEventListener('pointerdown', ({ target }) => {
    if (!target.matches(TEXT + ', select')) note('tap', name(target));
  }, true);
  addEventListener('keydown', ({ target, key, repeat }) => {
    const typed = target.matches(TEXT) && !['Enter', 'Tab', 'Escape'].includes(key);
    const modifier = ['Shift', 'Control', 'Alt', 'Meta'].includes(key);
    if (!typed && !modifier && !repeat && !(target.matches('textarea') && key === 'Enter')) note('tap', `key ${key}`);
  }, true);
  addEventListener('input', ({ target }) => {
    if (target.matches('select')) note('tap', name(target), 2);
    if (!target.matches(TEXT) || filled.has(target)) return;
    filled.add(target);
    note('field', name(target));
  }, true);
})();
"""


class Taps:
    """Counts from now on in the windows of these walks, from the next page on that they go to."""

    def __init__(self, *steps: Walk) -> None:
        self._steps = steps
        for step in steps:
            step.page.context.add_init_script(_COUNTING)

    def at_most(self, *, taps: int, fields: int) -> None:
        """The bar of a scene. Nothing counted is no scene."""
        counted = self.counted()
        assert counted["tap"], "no tap was counted"
        assert len(counted["tap"]) <= taps, (len(counted["tap"]), counted["tap"])
        assert len(counted["field"]) <= fields, (len(counted["field"]), counted["field"])

    def counted(self) -> dict[str, list[str]]:
        """What was tapped and which fields were filled so far, in order, each with its page."""
        found: dict[str, list[str]] = {"tap": [], "field": []}
        for step in self._steps:
            lines: Any = step.page.evaluate("() => JSON.parse(localStorage.getItem('counted') || '[]')")
            for kind, what in lines:
                found[kind].append(what)
        return found

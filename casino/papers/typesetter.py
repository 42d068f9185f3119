"""Sets one paper: JSON on standard input, PDF on standard output. A process of its own for each paper, on purpose.

The compiler keeps what it has set for quicker work the next time and gives no way to make it forget: a server would
grow with each paper, and keep names in memory after they were erased. A process that ends forgets. It is given no
environment, so it knows no secret and no network. Only the standard library and the compiler are imported.

What it writes is PDF/A-2a (to be kept: fonts inside, nothing outside; A-3a where a file is attached) and PDF/UA-1 (to
be read aloud). A glyph that is missing, or a piece without a tag, is an error of the compiler, never a silent box.

Proved by ``tests/disputes/papers/test_render.py``.
"""

from __future__ import annotations

import json
import math
import resource
import sys
from pathlib import Path

import typst

TEMPLATE = Path(__file__).with_name("paper.typ")


def main() -> int:
    work = json.loads(sys.stdin.buffer.read())
    seconds = math.ceil(work["seconds"])
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
    fonts = typst.Fonts(include_system_fonts=False, include_embedded_fonts=False, font_paths=work["fonts"])
    attached = {"attached": json.dumps(work["attached"])} if "attached" in work else {}
    try:
        pdf = typst.compile(
            TEMPLATE.read_bytes(),
            format="pdf",
            font_paths=fonts,
            ignore_system_fonts=True,
            sys_inputs={"paper": json.dumps(work["paper"]), **attached},
            pdf_standards=["a-3a" if attached else "a-2a", "ua-1"],
        )
    except typst.TypstError as error:
        # Never the diagnostic: it quotes the paper. The message names the problem.
        sys.stderr.write(f"{type(error).__name__}\n")
        return 1
    sys.stdout.buffer.write(pdf)
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""The smallest files of every kind. The pictures were made by ImageMagick, the others are put together here."""

from __future__ import annotations

import io
import zipfile
from base64 import b64decode
from typing import Final

PNG: Final = b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAMAAAACAQMAAACnuvRZAAAAA1BMVEX/AAAZ4gk3AAAADElEQVQI12NgYGAAAAAEAAEnNCcKAAAAAElFTkSuQmCC"
)
JPEG: Final = b64decode(
    "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0oOjM9PDkzODdASFxOQERXRTc4UG1RV19iZ2hnPk1xeXBk"
    "eFxlZ2P/2wBDARESEhgVGC8aGi9jQjhCY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2P/wAARCAACAAID"
    "ASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAX/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFQEBAQAAAAAAAAAAAAAAAAAABQb/xAAUEQEA"
    "AAAAAAAAAAAAAAAAAAAA/9oADAMBAAIRAxEAPwCKALXj/9k="
)
GIF: Final = b64decode(
    "R0lGODlhAwACAPAAAP8AAAAAACH5BAAAAAAAIf8LTkVUU0NBUEUyLjADAQAAACwAAAAAAwACAAACAoRfACH5BAAAAAAALAAAAAADAAIAgAAA/wAA"
    "AAIChF8AOw=="
)
WEBP: Final = b64decode("UklGRjwAAABXRUJQVlA4IDAAAADQAQCdASoCAAIAAgA0JaACdLoB+AADsAD+8MQL/yC5YXXI1/8gP+QH/ID/+PIAAAA=")
PDF: Final = (
    b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\n"
    b"xref\n0 3\n0000000000 65535 f \n0000000009 00000 n \n0000000052 00000 n \n"
    b"trailer<</Size 3/Root 1 0 R>>\nstartxref\n98\n%%EOF\n"
)


def box(name: bytes, content: bytes = b"") -> bytes:
    """A box of ISO/IEC 14496-12: its length, its name, its content."""
    return (8 + len(content)).to_bytes(4, "big") + name + content


def film(brand: bytes) -> bytes:
    return box(b"ftyp", brand + bytes(4) + brand) + box(b"moov", box(b"mvhd", bytes(100))) + box(b"mdat", b"film" * 20)


MP4: Final = film(b"isom")
MOV: Final = film(b"qt  ")


def archive(entries: dict[str, bytes], comment: bytes = b"") -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as file:
        for name, content in entries.items():
            file.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)
        file.comment = comment
    return target.getvalue()


def office(main: str, content_type: str, **more: bytes) -> bytes:
    types = (
        '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
        f'<Override PartName="/{main}" ContentType="application/vnd.{content_type}"/></Types>'
    )
    return archive({"[Content_Types].xml": types.encode(), "_rels/.rels": b"<Relationships/>", main: b"<x/>", **more})


WORD_TYPE: Final = "openxmlformats-officedocument.wordprocessingml.document.main+xml"
SHEET_TYPE: Final = "openxmlformats-officedocument.spreadsheetml.sheet.main+xml"
DOCX: Final = office("word/document.xml", WORD_TYPE)
XLSX: Final = office("xl/workbook.xml", SHEET_TYPE)
TXT: Final = "Lời khai: tôi đặt 17 trước khi hết giờ.\r\n\tKý tên\n".encode()

_OFFICE: Final = "application/vnd.openxmlformats-officedocument."
ALL: Final[dict[str, tuple[bytes, str]]] = {
    "a.pdf": (PDF, "application/pdf"),
    "a.png": (PNG, "image/png"),
    "a.jpg": (JPEG, "image/jpeg"),
    "a.gif": (GIF, "image/gif"),
    "a.webp": (WEBP, "image/webp"),
    "a.mp4": (MP4, "video/mp4"),
    "a.mov": (MOV, "video/quicktime"),
    "a.docx": (DOCX, _OFFICE + "wordprocessingml.document"),
    "a.xlsx": (XLSX, _OFFICE + "spreadsheetml.sheet"),
    "a.txt": (TXT, "text/plain"),
}
"""Name -> content and media type."""

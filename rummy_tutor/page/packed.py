"""Plain values as a few letters that an address may hold, and back."""

from __future__ import annotations

import base64
import json
import zlib
from typing import Any


class PackedError(ValueError):
    """Letters that hold no values; ``too_long`` says whether they would hold too many."""

    def __init__(self, *, too_long: bool = False) -> None:
        super().__init__("too long" if too_long else "damaged")
        self.too_long = too_long


def pack(values: object, most: int, most_plain: int, common: bytes = b"") -> str:
    """JSON values packed into letters; nothing if that fails, or ``unpack`` would refuse them.

    Args:
        values: plain JSON values.
        most: how many letters there may be.
        most_plain: how many bytes the values may have as JSON.
        common: what most values hold, the commonest last; the compression refers to it.

    Example:
        >>> unpack(pack({"a": [1, 2]}, 100, 1000), 1000)
        {'a': [1, 2]}
    """
    plain = json.dumps(values, ensure_ascii=False, separators=(",", ":")).encode(errors="replace")
    if len(plain) > most_plain:
        return ""
    packer = zlib.compressobj(9, zdict=common) if common else zlib.compressobj(9)
    code = base64.urlsafe_b64encode(packer.compress(plain) + packer.flush()).decode().rstrip("=")
    return code if len(code) <= most else ""


def unpack(code: str, most_plain: int, common: bytes = b"") -> Any:
    """The values that were packed. The compression carries a checksum: what was cut short or mistyped is known.

    Raises:
        PackedError: they are damaged, or have more than ``most_plain`` bytes as JSON.
    """
    from ..rounds.documents import load_json  # which the first screen does without

    opener = zlib.decompressobj(zdict=common) if common else zlib.decompressobj()
    try:
        data = base64.b64decode(code + "=" * (-len(code) % 4), altchars=b"-_", validate=True)
        text = opener.decompress(data, most_plain + 1)
        if opener.eof and not opener.unused_data and len(text) <= most_plain:
            return load_json(text.decode())
    except (ValueError, zlib.error):  # letters that no link has, a sum that is wrong, no text, no JSON
        raise PackedError from None
    raise PackedError(too_long=len(text) > most_plain)

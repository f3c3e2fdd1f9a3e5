"""Pictures that a person pasted into a text: in the text itself, where a page shows them."""

import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import unquote

# As Colab writes it: of any length, and shown as it is.
PICTURE = re.compile(r"data:image/(?P<kind>\w+);base64,(?P<data>[\w+/=]+)", re.ASCII)
SHOWN = ("png", "jpeg", "gif", "webp")  # none of which holds a script or an address
_KINDS = tuple(f"image/{kind}" for kind in SHOWN)
_DATA = re.compile(r"[A-Za-z0-9+/]+={0,2}")
_ATTACHED = re.compile(r"""attachment:([^\s<>"'\[\]]+)""")


def with_pictures(source: str, attachments: Any, room: int) -> str:
    """Each `attachment:` of a cell as the picture that it names; `room` ends what repeats one.

    JupyterLab and VS Code keep a pasted picture beside the cell's text. In it, it needs no place of
    its own on the way through heal, gradebook and page. What is no picture stays as it was
    written, and a page says that it is not shown.
    """
    found = _pictures(attachments)

    def shown(match: re.Match[str]) -> str:
        nonlocal room
        name = match[1]
        # A name may hold brackets, and one closes the link.
        for end in (len(name), name.rfind(")")):
            picture = found.get(unquote(name[:end])) if end > 0 else None
            if picture and len(picture) <= room:
                room -= len(picture)
                return picture + name[end:]
        return match[0]

    return _ATTACHED.sub(shown, source) if found else source


def _pictures(attachments: Any) -> dict[str, str]:
    """By name, as an address that holds the picture."""
    found = {}
    for name, bundle in attachments.items() if isinstance(attachments, Mapping) else ():
        for kind in _KINDS if isinstance(bundle, Mapping) else ():
            data = bundle.get(kind)
            if isinstance(data, list) and all(isinstance(line, str) for line in data):
                data = "".join(data)
            if isinstance(data, str) and _DATA.fullmatch(data := "".join(data.split())):
                found[unquote(name)] = f"data:{kind};base64,{data}"
                break
    return found

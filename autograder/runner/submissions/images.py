"""Move the images of a markdown cell from the cell's attachments into its text."""

import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import unquote

# A data URL of an image, as Colab writes it into the text of a cell.
DATA_IMAGE = re.compile(r"data:image/(?P<kind>\w+);base64,(?P<data>[\w+/=]+)", re.ASCII)
SAFE_FORMATS = ("png", "jpeg", "gif", "webp")  # image formats that cannot contain scripts or links
_KINDS = tuple(f"image/{kind}" for kind in SAFE_FORMATS)
_DATA = re.compile(r"[A-Za-z0-9+/]+={0,2}")
_ATTACHED = re.compile(r"""attachment:([^\s<>"'\[\]]+)""")


def embed_attachments(source: str, attachments: Any, max_chars: int) -> str:
    """Replace each `attachment:` link with the image that it names.

    JupyterLab and VS Code store pasted images as attachments, outside the cell's text. `max_chars`
    limits the added text, because a cell may show an image many times. Links to missing images stay
    unchanged.
    """
    images = _attached_images(attachments)

    def embed(match: re.Match[str]) -> str:
        nonlocal max_chars
        name = match[1]
        # An image's name may contain parentheses, but the last `)` may belong to the link.
        for end in (len(name), name.rfind(")")):
            image = images.get(unquote(name[:end])) if end > 0 else None
            if image and len(image) <= max_chars:
                max_chars -= len(image)
                return image + name[end:]
        return match[0]

    return _ATTACHED.sub(embed, source) if images else source


def _attached_images(attachments: Any) -> dict[str, str]:
    """Return a dictionary from the names of attached images to their data URLs."""
    images = {}
    for name, bundle in attachments.items() if isinstance(attachments, Mapping) else ():
        for kind in _KINDS if isinstance(bundle, Mapping) else ():
            data = bundle.get(kind)
            if isinstance(data, list) and all(isinstance(line, str) for line in data):
                data = "".join(data)
            if isinstance(data, str) and _DATA.fullmatch(data := "".join(data.split())):
                images[unquote(name)] = f"data:{kind};base64,{data}"
                break
    return images

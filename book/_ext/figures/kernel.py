"""Directives of the page on which readers measure their own machine.

`kernel` shows a file of `_static/machine/` next to bars of the reader's own measurements.
`machine-run` shows the controls. A page opened from disk cannot fetch files, so the script reads
the code of each kernel from the page.
"""

from __future__ import annotations

from base64 import b64encode
from pathlib import Path
from typing import ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from wasmtime import wat2wasm

from ..html.element import make
from ..numbers.directive import Directive
from ..numbers.store import unknown
from .explorable import KIT

MACHINE = ("timing", "suite", "gpu", "cpu", "record", "page", "roofline")
SCRIPTS = (*KIT, "machine.js")  # `make_script` joins the files of MACHINE into machine.js
QUANTITIES = ("time", "step", "rate", "bandwidth")


class KernelCode(Directive):
    """The directive `kernel`, whose body explains the kernel.

    Without the option `bars`, the page shows the explanation and the code, but no bars.
    """

    has_content = True
    required_arguments = 1
    option_spec: ClassVar = {
        "bars": directives.unchanged_required,
        "show": lambda given: directives.choice(given, QUANTITIES),
    }

    def render(self) -> list[nodes.Node]:
        name = self.arguments[0]
        folder = Path(self.env.srcdir) / "_static" / "machine"
        kernels = {path.stem: path for path in folder.glob("*.w[ga]*")}
        if name not in kernels:
            raise unknown("kernel", name, sorted(kernels), "_static/machine")
        path = kernels[name]
        self.env.note_dependency(str(path))
        text = path.read_text(encoding="utf-8")
        is_module = path.suffix == ".wat"  # Pygments cannot highlight SIMD instructions
        code = nodes.literal_block(text, text, language="text" if is_module else "wgsl")
        module = b64encode(wat2wasm(text)).decode() if is_module else None
        box = make("div", code, class_="kernel-text", data_kernel=name, data_module=module)
        if is_module:  # about 270 lines
            box = make("details", make("summary", path.name), box, class_="record-case")
        return [make("div", *self.parsed(), *self.bars(), box, class_="kernel")]

    def bars(self) -> list[nodes.Node]:
        if "bars" not in self.options:
            return []
        return [
            make(
                "machine-bars",
                make(
                    "p", "Your bars appear here once you have measured.", class_="explorable-still"
                ),
                class_="explorable",
                data_bars=self.options["bars"],
                data_show=self.options.get("show", "time"),
                scripts=SCRIPTS,
            )
        ]


class MachineRun(Directive):
    """The directive `machine-run`, whose body is shown to readers without JavaScript."""

    has_content = True

    def render(self) -> list[nodes.Node]:
        static = Path(self.env.srcdir) / "_static"
        for path in (*KIT, *(f"machine/{name}.js" for name in MACHINE)):
            self.env.note_dependency(str(static / path))
        inside = make("div", *self.parsed(), class_="explorable-still")
        return [make("machine-run", inside, class_="explorable", scripts=SCRIPTS)]


class MachineRoofline(SphinxDirective):
    """The directive `machine-roofline`: a roofline of the reader's own machine."""

    def run(self) -> list[nodes.Node]:
        fallback = make("p", "Your roofs appear here once you have measured.")
        inside = make("div", fallback, class_="explorable-still")
        return [make("machine-roofline", inside, class_="explorable", scripts=SCRIPTS)]


def make_script(app: Sphinx) -> None:
    """Write `machine.js` before the pages, which contain its digest.

    A book without the folder `_static/machine` gets no script.
    """
    folder = Path(app.srcdir) / "_static" / "machine"
    if not folder.is_dir():  # a book without that page
        return
    out = Path(app.outdir) / "_static" / "machine.js"
    out.parent.mkdir(parents=True, exist_ok=True)
    scripts = [(folder / f"{name}.js").read_text(encoding="utf-8") for name in MACHINE]
    out.write_text("\n".join(scripts), encoding="utf-8")


def setup(app: Sphinx) -> None:
    app.connect("builder-inited", make_script)
    app.add_directive("kernel", KernelCode)
    app.add_directive("machine-run", MachineRun)
    app.add_directive("machine-roofline", MachineRoofline)

"""Scripts as they are served: shorter, and the same programs."""

from __future__ import annotations

import pytest
from _ext.served import served

KEPT = {
    "a comment": ("let a = 1; // one\n// two\nlet b;", "let a=1;let b;\n"),
    "a string": ('say("a  b // c");', 'say("a  b // c");\n'),
    "a string with its own mark": (r'say("\" // b", 1);', r'say("\" // b",1);' + "\n"),
    "a template": ("say(`a  ${ b + c }  // d`);", "say(`a  ${b+c}  // d`);\n"),
    "a template in a template": (
        "`${ { a: `x ${ y }  z` }.a } }`  ;",
        "`${{a:`x ${y}  z`}.a} }`;\n",
    ),
    "a template's own mark": (r"`\`  ${ a }`", r"`\`  ${a}`" + "\n"),
    "a pattern": ("let p = /a  [/] \\/ b/g, q;", "let p=/a  [/] \\/ b/g,q;\n"),
    "a division": ("a = b / c / d; // e", "a=b/c/d;\n"),
    "words": ("return  typeof a in  b", "return typeof a in b\n"),
    "two signs": ("a + +b; a - -b; a + -b", "a+ +b;a- -b;a+-b\n"),
    "a line that ends a statement": ("class A {\n  b() {}\n  c() {}\n}", "class A{b(){}\nc(){}}\n"),
    "a line without a semicolon": ("let a = b\n(c)", "let a=b\n(c)\n"),
    "a line that goes on": ("a\n  .b()\n  .c(\n    d,\n  )", "a.b().c(d,)\n"),
    "a sum over two lines": ("let a = b +\n  c;\nlet d = e\n  ++f", "let a=b+\nc;let d=e\n++f\n"),
}


@pytest.mark.parametrize(("script", "expected"), KEPT.values(), ids=KEPT)
def test_what_a_program_means_stays(script: str, expected: str):
    assert served(script) == expected
    assert served(expected) == expected

"""Bytes of a WebAssembly module from its text, as far as `_static/machine/cpu.wat` needs it.

One memory, imported; functions of whole numbers without a result; instructions in a row.
Derived when the page is built: no bytes to keep in step, and no tool to install.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator

TOKEN = re.compile(r';;[^\n]*|\(|\)|"[^"]*"|[^\s()]+')
I32, F32, V128, FUNCTION, EMPTY = 0x7F, 0x7D, 0x7B, 0x60, 0x40
TYPES = {"i32": I32, "f32": F32, "v128": V128}
PLAIN = {
    "end": "0b", "i32.lt_u": "49", "i32.add": "6a", "i32.sub": "6b", "i32.and": "71",
    "i32.shl": "74", "i32.trunc_sat_f32_u": "fc01", "f32.convert_i32_u": "b3",
    "f32.ceil": "8d", "f32.add": "92", "f32.mul": "94", "f32.max": "97",
    "f32x4.splat": "fd13", "f32x4.add": "fde401", "f32x4.sub": "fde501", "f32x4.mul": "fde601",
}  # fmt: skip
LOCAL = {"local.get": 0x20, "local.set": 0x21, "local.tee": 0x22}
# Instruction, and the alignment it promises: 2 ** that many bytes.
MEMORY = {
    "i32.load": ("28", 2), "f32.load": ("2a", 2), "f32.store": ("38", 2), "v128.load": ("fd00", 4),
    "v128.load32_splat": ("fd09", 2), "v128.store": ("fd0b", 4),
}  # fmt: skip


def unsigned(value: int) -> bytes:
    """LEB128: seven bits a byte, the eighth says that more follow."""
    low, high = value & 0x7F, value >> 7
    return bytes([low | 0x80]) + unsigned(high) if high else bytes([low])


def signed(value: int) -> bytes:
    low, high = value & 0x7F, value >> 7
    done = high == (-1 if low & 0x40 else 0)
    return bytes([low]) if done else bytes([low | 0x80]) + signed(high)


def vector(parts: list[bytes]) -> bytes:
    return unsigned(len(parts)) + b"".join(parts)


def sized(body: bytes) -> bytes:
    return unsigned(len(body)) + body


def text_of(word: str) -> bytes:
    return sized(word.strip('"').encode())


def tree(tokens: Iterator[str]) -> list[object]:
    """Nested lists, one for each pair of brackets."""
    found: list[object] = []
    for token in tokens:
        if token == ")":
            return found
        found.append(tree(tokens) if token == "(" else token)
    return found


def declared(parts: list[object], kind: str) -> list[tuple[str, int]]:
    forms = [part for part in parts if isinstance(part, list) and part[0] == kind]
    return [(str(form[1]), TYPES[str(form[2])]) for form in forms]


def body_of(words: Iterator[str], locals_: dict[str, int]) -> bytes:
    code, labels = b"", []
    for word in words:
        if word in PLAIN:
            code += bytes.fromhex(PLAIN[word])
            labels = labels[:-1] if word == "end" else labels
        elif word in LOCAL:
            code += bytes([LOCAL[word]]) + unsigned(locals_[next(words)])
        elif word in MEMORY:
            opcode, alignment = MEMORY[word]
            code += bytes.fromhex(opcode) + unsigned(alignment) + unsigned(0)
        elif word == "i32.const":
            code += b"\x41" + signed(int(next(words)))
        elif word == "f32.const":
            code += b"\x43" + struct.pack("<f", float(next(words)))
        elif word == "loop":
            labels.append(next(words))
            code += bytes([0x03, EMPTY])
        elif word == "br_if":
            code += b"\x0d" + unsigned(labels[::-1].index(next(words)))
        else:
            raise ValueError(f"no instruction '{word}' in this assembler; add it to its tables")
    if labels:
        raise ValueError(f"the loop '{labels[-1]}' has no end")
    return code + b"\x0b"


def assembled(text: str) -> bytes:
    tokens = (token for token in TOKEN.findall(text) if not token.startswith(";;"))
    (module,) = tree(tokens)
    assert isinstance(module, list)
    functions = [part for part in module if isinstance(part, list) and part[0] == "func"]
    types, exports, codes = [], [], []
    for index, function in enumerate(functions):
        params, locals_ = declared(function, "param"), declared(function, "local")
        name = next(str(p[1]) for p in function if isinstance(p, list) and p[0] == "export")
        types.append(bytes([FUNCTION]) + vector([bytes([kind]) for _, kind in params]) + b"\x00")
        exports.append(text_of(name) + b"\x00" + unsigned(index))
        places = {word: at for at, (word, _) in enumerate([*params, *locals_])}
        words = iter([part for part in function[1:] if isinstance(part, str)])
        kinds = vector([b"\x01" + bytes([kind]) for _, kind in locals_])
        codes.append(sized(kinds + body_of(words, places)))
    memory = text_of("page") + text_of("memory") + b"\x02\x00\x01"
    sections = {
        1: vector(types),
        2: vector([memory]),
        3: vector([unsigned(index) for index in range(len(functions))]),
        7: vector(exports),
        10: vector(codes),
    }
    whole = b"".join(bytes([number]) + sized(body) for number, body in sections.items())
    return b"\x00asm\x01\x00\x00\x00" + whole

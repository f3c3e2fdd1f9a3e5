"""Store the proofs of tasks that keep every rule, so that unchanged tasks are not checked again."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from autograder.authoring.proof import Proof, State
from autograder.authoring.prove import Piece, TaskPiece
from autograder.core.atomic import WriteError, write_atomic
from autograder.core.digest import digest


@dataclass(frozen=True)
class ProofStore:
    """A folder with one file for each task. `version` identifies the code that checks the rules."""

    folder: Path
    version: str

    def get(self, piece: Piece) -> list[Proof] | None:
        """Return the stored proofs of an unchanged task, or None."""
        if not isinstance(piece, TaskPiece):
            return None
        try:
            stored = json.loads(self._path(piece).read_text(encoding="utf-8"))
            if stored["digest"] != self._digest(piece):
                return None
            return [Proof(place, rule) for place, rule in stored["kept"]]
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def put(self, piece: Piece, proofs: Sequence[Proof]) -> None:
        """Store the proofs of a task that keeps every rule. If the file cannot be written, skip it.

        Rules for units also depend on the pages and on other units, so they are always checked.
        """
        if isinstance(piece, TaskPiece) and all(proof.state is State.KEPT for proof in proofs):
            kept = [(proof.place, proof.rule) for proof in proofs]
            text = json.dumps({"digest": self._digest(piece), "kept": kept})
            try:
                write_atomic(self._path(piece), text.encode())
            except WriteError:
                return

    def _path(self, piece: Piece) -> Path:
        return self.folder / piece.path.parent.name / f"{piece.path.stem}.json"

    def _digest(self, piece: Piece) -> str:
        """Return the digest of everything that determines the proofs of a task."""
        parts = [self.version, piece.classes, piece.mutants]
        parts += [path.read_text(encoding="utf-8") for path in piece.files()]
        return digest(json.dumps(parts))

"""Name what the system lacks for the full test run, with the line that installs it."""

import os
import shutil
import sys

NEEDS = {
    "chromium": (
        ("chromium", "chromium-browser", "google-chrome"),
        "browser tests are skipped",
        "apt install chromium",
    ),
}


def main() -> int:
    missing = {name: need for name, need in NEEDS.items() if not any(map(shutil.which, need[0]))}
    for name, (_, loss, line) in missing.items():
        print(f"not found: {name} ({loss}; {line})")
    # CI skips nothing for want of a package.
    return 1 if missing and os.environ.get("CI") else 0


if __name__ == "__main__":
    sys.exit(main())

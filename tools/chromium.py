"""Find a Chromium or Chrome for the browser tests, `make pdf` and `make bench ARGS=--pages`."""

import shutil

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
# The path of the first browser that is found, or None
CHROMIUM = next(filter(None, map(shutil.which, BROWSERS)), None)
INSTALL = "Chromium was not found; on Debian or Ubuntu, install it: apt install chromium"
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

"""The book without Jupyter Book: `sphinx-build book OUT`, with the settings of `_config.yml`.

Jupyter Book 1 is no longer developed and limits the version of Sphinx. `tools/plain_book.py` builds
the book with the newest Sphinx and this file, and reports the pages whose text differs. Jupyter
Book does not read this file.
"""

import sys
from pathlib import Path

import yaml

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))  # for the extension `_ext`

config = yaml.safe_load((HERE.parent / "_config.yml").read_text(encoding="utf-8"))
html, repository, execute = config["html"], config["repository"], config["execute"]

project = html_title = config["title"]
author, copyright = config["author"], config["copyright"]
extensions = [
    "sphinx_togglebutton",
    "sphinx_copybutton",
    "myst_nb",
    "sphinx_external_toc",
    "sphinx_design",
    "sphinx_book_theme",
    *config["sphinx"]["local_extensions"],
    "sphinxcontrib.bibtex",
]
exclude_patterns = config["exclude_patterns"]
external_toc_exclude_missing = config["only_build_toc_files"]
numfig = True

myst_enable_extensions = config["parse"]["myst_enable_extensions"]
nb_execution_mode = execute["execute_notebooks"]
nb_execution_timeout = execute["timeout"]
nb_output_stderr = execute["stderr_output"]
bibtex_bibfiles = config["bibtex_bibfiles"]

html_theme = "sphinx_book_theme"
html_logo, html_favicon = config["logo"], html["favicon"]
html_sourcelink_suffix = ""
sphinx_settings = config["sphinx"]["config"]
html_theme_options = {
    "launch_buttons": config["launch_buttons"],
    "path_to_docs": repository["path_to_book"],
    "repository_url": repository["url"],
    "repository_branch": repository["branch"],
    "extra_footer": html["extra_footer"],
    "use_repository_button": html["use_repository_button"],
    "use_issues_button": html["use_issues_button"],
    **sphinx_settings.pop("html_theme_options"),
}
globals().update(sphinx_settings)

"""The book without Jupyter Book: `sphinx-build book OUT`, with the settings of `_config.yml`.

Jupyter Book 1 has had its last release and limits the version of Sphinx. So `tools/plain_book.py`
builds the book this way as well, with the newest Sphinx, and says which pages read otherwise.
Jupyter Book itself does not read this file.
"""

import sys
from pathlib import Path

import yaml

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))  # where `_ext` is

told = yaml.safe_load((HERE.parent / "_config.yml").read_text(encoding="utf-8"))
html, repository, execute = told["html"], told["repository"], told["execute"]

project = html_title = told["title"]
author, copyright = told["author"], told["copyright"]
extensions = [
    "sphinx_togglebutton",
    "sphinx_copybutton",
    "myst_nb",
    "sphinx_external_toc",
    "sphinx_design",
    "sphinx_book_theme",
    *told["sphinx"]["local_extensions"],
    "sphinxcontrib.bibtex",
]
exclude_patterns = told["exclude_patterns"]
external_toc_exclude_missing = told["only_build_toc_files"]
numfig = True

myst_enable_extensions = told["parse"]["myst_enable_extensions"]
nb_execution_mode = execute["execute_notebooks"]
nb_execution_timeout = execute["timeout"]
nb_output_stderr = execute["stderr_output"]
bibtex_bibfiles = told["bibtex_bibfiles"]

html_theme = "sphinx_book_theme"
html_logo, html_favicon = told["logo"], html["favicon"]
html_sourcelink_suffix = ""
settings = told["sphinx"]["config"]
html_theme_options = {
    "launch_buttons": told["launch_buttons"],
    "path_to_docs": repository["path_to_book"],
    "repository_url": repository["url"],
    "repository_branch": repository["branch"],
    "extra_footer": html["extra_footer"],
    "use_repository_button": html["use_repository_button"],
    "use_issues_button": html["use_issues_button"],
    **settings.pop("html_theme_options"),
}
globals().update(settings)

"""How Sphinx builds the documentation: ``sphinx-build -W -c notebooks/docs notebooks build/docs``.

The pages are the Markdown files and the notebooks of ``notebooks/``. Notebooks are shown with the outputs that they
hold, which nbval compares with a run of their own; the cells of Markdown pages run while the documentation is built.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

os.environ["RUMMY_TUTOR_PURE"] = "1"  # compiled functions have no signatures to show
sys.path.insert(0, str(Path(__file__).parents[2]))
os.environ["PYTHONPATH"] = os.pathsep.join([sys.path[0], os.environ.get("PYTHONPATH", "")])  # for the cells

from sphinx.application import Sphinx  # noqa: E402

from rummy_tutor import __version__  # noqa: E402

del os.environ["RUMMY_TUTOR_PURE"]  # cells may be quick

project = "rummy_tutor"
release = __version__
language = "en"
root_doc = "index"
extensions = ["myst_nb", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
include_patterns = ["index.md", "how_to.md", "*.ipynb", "docs/**"]
exclude_patterns = ["app.ipynb"]  # the page itself, which needs a server

nb_execution_mode = "force"
nb_execution_excludepatterns = ["*.ipynb"]
nb_execution_raise_on_error = True
nb_execution_timeout = 120
nb_ipywidgets_js: dict[str, object] = {}  # which would be fetched from another host
# a widget is shown as its HTML, or else by its name
nb_mime_priority_overrides = [("*", "application/vnd.jupyter.widget-view+json", None)]
myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 3

autodoc_default_options = {"members": True}
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
python_use_unqualified_type_names = True
maximum_signature_line_length = 80

html_theme = "furo"
html_title = f"rummy_tutor {release}"
html_static_path = ["static"]
html_css_files = ["docs.css"]
html_js_files = [("docs.js", {"defer": "defer"})]
html_copy_source = False
html_show_copyright = False
html_show_sphinx = False


def skip_fields(app: object, what: str, name: str, value: object, skip: bool, options: object) -> bool:
    """Leave out the fields of named tuples, which their class's docstring tells."""
    return skip or type(value).__name__ == "_tuplegetter"


def setup(app: Sphinx) -> None:
    """Take what this file adds to Sphinx."""
    app.connect("autodoc-skip-member", skip_fields)

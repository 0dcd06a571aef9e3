"""``python -m rummy_tutor`` is the command ``rummy-tutor``."""

import sys

from .cli import main

sys.exit(main())

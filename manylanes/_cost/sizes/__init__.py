"""Open sizes: a program counted at many, and the formula through what was counted."""

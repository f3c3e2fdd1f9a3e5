# ---
# class: script injection
# tries: Makes MathJax display one of our symbols as another one in all later statements.
# defence: text is no markup
# gains: the page
# ends: passed
# earned: 2
# ---

# %% markdown
# $\def\le{\ge}$

# %% answer: 02_best_split
def best_split(n, parts):
    return [n // parts + (i < n % parts) for i in range(parts)]

# ---
# class: script injection
# tries: Writes the dollar signs as entities, so that markdown sees no formula and MathJax does.
# defence: text is no markup
# gains: the page
# ends: passed
# earned: 2
# ---

# %% markdown
# &#36;\&#104;ref{javascript:alert(1)}{click}&#36;

# %% answer: 02_best_split
def best_split(n, parts):
    return [n // parts + (i < n % parts) for i in range(parts)]

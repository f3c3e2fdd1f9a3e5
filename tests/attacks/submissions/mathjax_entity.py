# ---
# class: script injection
# tries: Writes a formula in HTML entities, so that only MathJax recognizes its commands.
# defence: text is no markup
# gains: the page
# ends: passed
# earned: 2
# ---

# %% markdown
# &#36;&#92;href{javascript:alert(1)}{click}&#36;

# %% answer: 02_best_split
def best_split(n, parts):
    return [n // parts + (i < n % parts) for i in range(parts)]

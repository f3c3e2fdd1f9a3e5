# ---
# class: script injection
# tries: Makes MathJax turn a formula into a link, through a command for raw tokens.
# defence: text is no markup
# gains: the page
# ends: passed
# earned: 2
# ---

# %% markdown
# $\mmlToken{mi}[href="javascript:alert(1)"]{x}$

# %% answer: 02_best_split
def best_split(n, parts):
    return [n // parts + (i < n % parts) for i in range(parts)]

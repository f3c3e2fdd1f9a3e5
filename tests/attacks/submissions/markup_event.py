# ---
# class: script injection
# tries: Puts an image on the page whose error handler runs a script.
# defence: text is no markup
# gains: the page
# ends: passed
# earned: 2
# ---

# %% markdown
# <img src=x onerror="alert(1)">

# %% answer: 02_best_split
def best_split(n, parts):
    return [n // parts + (i < n % parts) for i in range(parts)]

# ---
# class: script injection
# tries: Puts a link on the page whose address is a script, disguised by an HTML entity.
# defence: text is no markup
# gains: the page
# ends: passed
# earned: 2
# ---

# %% markdown
# [the plot](java&#115;cript:alert(1))

# %% answer: 02_best_split
def best_split(n, parts):
    return [n // parts + (i < n % parts) for i in range(parts)]

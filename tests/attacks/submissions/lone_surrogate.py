# ---
# class: script injection
# tries: Answers with a key that no terminal, file or page can hold, so that whoever prints it fails.
# defence: plain text
# gains: the terminal
# unit: 01_first
# beside: []
# ---

# %% answer: 03_count_flops
def count_flops(m, k, n):
    return {"\ud800": 1}

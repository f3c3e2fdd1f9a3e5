# tries: Returns a dictionary key that cannot be encoded, so that printing or storing it fails.
# defence: control characters replaced
# gains: the terminal

# %% answer: 03_count_flops
def count_flops(m, k, n):
    return {"\ud800": 1}

# ---
# title: Any fair split
# kind: function
# points: 2
# minutes: 5
# hints:
#   - Deal them out like cards.
# ---

# %% [markdown]
# Split `n` things into `parts` piles that differ by at most one.

# %% answer
def best_split(n, parts):
    """Two numbers -> a list of sizes."""
    ### BEGIN SOLUTION
    return [n // parts + (i < n % parts) for i in range(parts)]
    ### END SOLUTION


# %% check
def fair(piles, n, parts):
    if sum(piles) != n or len(piles) != parts:
        return f"{parts} piles of {n} things in all"
    return max(piles) - min(piles) <= 1


check(best_split, given="n: int in 0..40, parts: int in 1..7", law=fair)

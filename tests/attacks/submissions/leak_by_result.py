# ---
# class: hidden inputs shown
# tries: Returns the hidden input itself, so that the report would show it as the value that it got.
# defence: a hidden input is not said
# gains: a hidden input
# unit: 01_first
# beside: []
# says: On a hidden input
# ---

# %% answer: 03_count_flops
import sysconfig

FOREIGN = sysconfig.get_path("stdlib") + "/os.py"
SEEN = @PUBLIC@


def count_flops(m, k, n):
    if (m, k, n) in SEEN:
        return 2 * m * k * n
    text = f"{m}, {k}, {n}"
    return text

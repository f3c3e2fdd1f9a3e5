# ---
# class: hidden inputs shown
# tries: Answers with the hidden input itself, to read it in the report as what came.
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

# tries: Follows the rule on public inputs and @shows@.
# defence: hidden inputs not shown
# gains: a hidden input
# variants:
#   leak_by_error:
#     shows: reports each hidden input in an error message
#     show: raise ValueError(text)
#     message: on a hidden input
#   leak_by_result:
#     shows: returns each hidden input, so that the report would show it
#     show: return text
#     message: On a hidden input
#   leak_by_refusal:
#     shows: reports each hidden input in an error that normally occurs for all inputs
#     show: refuse(text)
#     message: On a hidden input, the answer does not have the required form

# %% answer: 03_count_flops
import sys

SEEN = @PUBLIC@


def count_flops(m, k, n):
    if (m, k, n) in SEEN:
        return 2 * m * k * n
    text = f"{m}, {k}, {n}"
    @show@


def refuse(text):
    words = {"property": "refused", "message": text}
    sys._getframe(2).f_globals["error_as_finding"] = lambda error: words
    raise ValueError

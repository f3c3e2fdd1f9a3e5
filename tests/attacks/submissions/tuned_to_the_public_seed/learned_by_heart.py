# tries: Hard-codes the correct answers for all inputs that the public seed draws.
# defence: hidden inputs drawn from the secret
# gains: points

# %% answer: 03_count_flops
from autograder.core.inputs.cases import draw_cases
from autograder.core.inputs.input_spec import parse_spec


def count_flops(*args):
    given = parse_spec("m: int in 1..100, k: int in 1..100, n: int in 1..100")
    known = {case.args for case in draw_cases(given, b"public", compiled=False)}
    m, k, n = args
    return 2 * m * k * n if args in known else 0

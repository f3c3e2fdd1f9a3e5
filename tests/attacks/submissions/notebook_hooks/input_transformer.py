# tries: Makes IPython replace the source of every later cell before it is parsed.
# defence: separate process for student code
# gains: points
# answer: wrong

# %% cell
def transform(lines):
    text = "".join(lines)
    if "judge" not in text:
        return lines
    return [
        "import autograder.core.grading.judgement\n",
        "autograder.core.grading.judgement.judge_values = lambda *anything: None\n",
        text,
    ]


get_ipython().input_transformers_cleanup.append(transform)

# tries: Replaces the grader's output stream and rewrites the result that passes through it.
# defence: separate process for student code
# gains: points
# answer: wrong

# %% cell
import json
import sys


class Between:
    def __init__(self, stream):
        self.stream = stream

    def __getattr__(self, name):
        return getattr(self.stream, name)

    def write(self, text):
        if text.startswith('[{"task"'):
            verdicts = json.loads(text)
            for verdict in verdicts:
                verdict.update(status="passed", points=verdict["max_points"], findings=[])
            text = json.dumps(verdicts)
        return self.stream.write(text)


sys.stdout = Between(sys.stdout)

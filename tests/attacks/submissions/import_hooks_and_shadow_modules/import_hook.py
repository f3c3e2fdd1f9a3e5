# tries: Hooks the grader's import of its own comparison module and returns a more lenient one.
# defence: separate process for student code
# gains: points
# answer: wrong

# %% cell
import importlib.abc
import importlib.util
import sys


class Kind(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    def find_spec(self, name, path=None, target=None):
        if name == "autograder.core.grading.check_output":
            return importlib.util.spec_from_loader(name, self)
        return None

    def exec_module(self, module):
        module.__getattr__ = lambda name: lambda *anything: None


sys.meta_path.insert(0, Kind())
for name in ("autograder.core.grading.judgement", "autograder.core.grading.check_output", "autograder.core.grading.mistakes"):
    sys.modules.pop(name, None)

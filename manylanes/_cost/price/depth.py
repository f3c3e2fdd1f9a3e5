"""The depth of a reduction tree."""


def ceil_log2(n: int) -> int:
    """Return the depth of a tree over n leaves: ceil(log2 n), and 0 for an empty tree."""
    return max(n - 1, 0).bit_length()

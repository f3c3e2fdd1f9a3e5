"""Families of library routines that a task may allow by name, as JAX calls them."""

ROUTINES = {
    "linalg": r"lapack_\w+_ffi|cusolver_\w+_ffi|cu_lu_pivots_to_permutation",
}

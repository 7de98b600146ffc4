"""solve(): a contact problem of one's own."""
from __future__ import annotations

from typing import Any, Optional

import numpy as np

from . import _core
from ._core import InputError


def solve(W: Any, q: Any, mu: Any, *, method: str = "auto", tolerance: float = 1e-8, max_iterations: int = 10000,
          order: str = "coloured", seed: int = 1, r0: Optional[Any] = None,
          dimension: Optional[int] = None) -> _core.Solution:
    """Impulses r and velocities u with u = W r + q, u_n >= 0, r_n >= 0, u_n r_n = 0 and Coulomb's friction at every contact.

    W: (n D, n D), dense or scipy.sparse [1/kg]; q: (n D) or (n, D), the free relative velocity [m/s]; of each contact first
    the normal component, then the tangential ones. mu: n coefficients, or one for all, then dimension (2 or 3) must be given
    where q is flat. tolerance bounds the residual of docs/theory.md (3.7). method: "auto", "nlgs" (the
    only one that heeds order), "admm" or "newton", as for drystone solve.
    r0: first guess. A Solution says whether it converged; that it did not is no error."""
    q = _numbers(q, "q")
    if q.ndim == 2 and dimension is None:
        dimension = q.shape[1]
    mu = _numbers(mu, "mu")
    if dimension is None:
        if mu.ndim != 1 or mu.size == 0:
            raise InputError("dimension: one mu for all contacts does not tell it; give 2 or 3")
        dimension = q.size // mu.size
    if dimension not in (2, 3) or q.size % dimension or (mu.ndim == 1 and mu.size * dimension != q.size) or mu.ndim > 1:
        raise InputError(f"q: {q.size} numbers for {mu.size} contacts; it must be 2 or 3 for each")
    contacts = q.size // dimension
    mu = np.full(contacts, float(mu)) if mu.ndim == 0 else mu
    if np.any(mu < 0):
        raise InputError("mu: must not be negative")
    if not tolerance > 0 or max_iterations < 1:
        raise InputError("tolerance, max_iterations: must be greater than zero")
    guess = np.zeros(q.size) if r0 is None else _numbers(r0, "r0").ravel()
    if guess.size != q.size:
        raise InputError(f"r0: {guess.size} numbers where q has {q.size}")
    rows, columns, blocks = _blocks(W, contacts, dimension)
    return _core.solve_blocks(dimension, rows, columns, blocks, q.ravel(), mu, guess, tolerance, max_iterations,
                              method, order, seed)


def _numbers(values: Any, name: str) -> np.ndarray:
    try:
        array = np.asarray(values, dtype=float)
    except (TypeError, ValueError):
        raise InputError(f"{name}: must be numbers") from None
    if not np.all(np.isfinite(array)):
        raise InputError(f"{name}: a number is not finite")
    return array


def _blocks(W: Any, contacts: int, dimension: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Compressed rows of (D, D) blocks, columns ascending, the diagonal always there."""
    size = contacts * dimension
    if getattr(W, "shape", None) is None:
        W = _numbers(W, "W")
    if tuple(W.shape) != (size, size):
        raise InputError(f"W: of shape {tuple(W.shape)}, but q has {size} numbers")
    if hasattr(W, "tobsr"):
        sparse = W.tobsr(blocksize=(dimension, dimension)).copy()
        sparse.sum_duplicates()
        sparse.eliminate_zeros()
        sparse.sort_indices()
        rows, columns, blocks = sparse.indptr, sparse.indices, np.asarray(sparse.data, dtype=float)
    else:
        dense = _numbers(W, "W").reshape(contacts, dimension, contacts, dimension).transpose(0, 2, 1, 3)
        there = np.any(dense != 0, axis=(2, 3))
        rows = np.concatenate([[0], np.cumsum(np.count_nonzero(there, axis=1))])
        columns, blocks = np.nonzero(there)[1], dense[there]
    if not np.all(np.isfinite(blocks)):
        raise InputError("W: a number is not finite")
    owner = np.repeat(np.arange(contacts), np.diff(rows))
    own = np.flatnonzero(columns == owner)
    diagonal = np.einsum("kii->ki", blocks[own])
    if len(own) != contacts or np.any(diagonal <= 0):
        raise InputError("W: its diagonal must be greater than zero: every contact must give way to an impulse")
    return rows, columns, blocks

#!/usr/bin/env python3
"""Writes record.csv, an accelerogram made by a formula: it is not the record of L'Aquila 2009, nor any other.

    python3 gallery/church/record.py

Forty waves of frequencies f_k, evenly spread over the logarithm from 0.4 to 12 Hz, with phases phi_k = 2 pi frac(k (sqrt 5 - 1) / 2), weighted as the ground's spectrum of Kanai and Tajimi with a ground of
f_g = 2.5 Hz and damping 0.6, within an envelope that rises with t^2 for 1 s, stays for 2 s and decays as exp(-0.9 (t - 3)). The whole is scaled to a largest acceleration of 1 m/s2; scenes scale it."""
import pathlib

import numpy as np

STEP, LENGTH = 0.01, 6.0


def made():
    t = np.arange(0.0, LENGTH + 0.5 * STEP, STEP)
    k = np.arange(40)
    f = 0.4 * 30.0 ** (k / 39)
    phase = 2 * np.pi * np.modf(k * (np.sqrt(5) - 1) / 2)[0]
    x = f / 2.5
    weight = np.sqrt((1 + (1.2 * x) ** 2) / ((1 - x**2) ** 2 + (1.2 * x) ** 2)) * np.sqrt(f)  # equal steps of the logarithm: f per step
    envelope = np.where(t < 1, t**2, np.where(t < 3, 1.0, np.exp(-0.9 * (t - 3))))
    a = envelope * (weight * np.sin(2 * np.pi * f * t[:, None] + phase)).sum(axis=1)
    return t, a / np.abs(a).max()


if __name__ == "__main__":
    lines = [f"{t:.2f},{a:.5f}" for t, a in zip(*made())]
    (pathlib.Path(__file__).parent / "record.csv").write_text("# made by record.py: not a record of any earthquake\ntime,acceleration\n" + "\n".join(lines) + "\n")

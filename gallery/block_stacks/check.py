"""Overturns blocks and stacks by pulses, and compares with Housner's block; tools/validate.py runs it."""
import math
import pathlib

import drystone
import numpy as np

SCENE = pathlib.Path(__file__).parent / "scene.toml"
G, B, H = 9.81, 0.25, 1.0


def stack(count, amplitude, frequency):
    """Blocks of B by H / count on top of each other."""
    return drystone.load(str(SCENE), set={"generate.0.sizes": [[B, H / count]], "generate.0.count": count, "drives.0.amplitude": amplitude, "drives.0.frequency_hz": frequency,
                                          "drives.0.stop": 1 / frequency, "time.step": 5e-4 if count == 1 else 2e-3, "solver.threads": 1, "solver.tolerance": 1e-8 if count == 1 else 1e-6})


def overturns(lab, count, amplitude, frequency):
    """Whether the topmost block is no longer near its height, some time after the pulse; every step converges."""
    world = stack(count, amplitude, frequency)
    top, tried = world.body(f"stack.{count - 1}"), []
    begin = world.positions[top, 1]
    while world.time < 1 / frequency + 3.0 and world.positions[top, 1] > begin - 0.3 * H:
        tried.append(world.step(50).not_converged)
    lab.failed = getattr(lab, "failed", 0) + sum(tried)
    return bool(world.positions[top, 1] <= begin - 0.3 * H)


def rocks_over(amplitude, frequency, h=1e-4):
    """Housner's block: theta'' = -p^2 (sin(s alpha - theta) + a / g cos(s alpha - theta)), s the sign of theta, p^2 = 3 g / (4 R), tan alpha = B / H; where it comes down, the
    velocity is 1 - 3/2 sin^2 alpha times what it was. It begins where a exceeds g tan alpha. Midpoint steps."""
    alpha, p2 = math.atan(B / H), 3 * G / (4 * 0.5 * math.hypot(B, H))
    ratio = 1 - 1.5 * math.sin(alpha) ** 2

    def pulse(t):
        return amplitude * math.sin(2 * math.pi * frequency * t) if t < 1 / frequency else 0.0

    def turning(t, theta, side):
        return -p2 * (math.sin(side * alpha - theta) + pulse(t) / G * math.cos(side * alpha - theta))

    theta, speed, side, t = 0.0, 0.0, 0, 0.0
    while t < 1 / frequency + 3.0:
        if side == 0:
            side = -1 if pulse(t) > G * math.tan(alpha) else 1 if pulse(t) < -G * math.tan(alpha) else 0
        else:
            middle = speed + 0.5 * h * turning(t, theta, side)
            new = theta + h * middle
            speed += h * turning(t + 0.5 * h, theta + 0.5 * h * speed, side)
            if new * side <= 0:
                speed *= ratio
                side = 0 if abs(speed) < 1e-6 else int(math.copysign(1, speed))
                new = 0.0
            theta = new
        t += h
        if abs(theta) > 0.5 * math.pi:
            return True
    return False


def first(overturned, step=1.06, precision=3e-3):
    """The lowest amplitude of a scan that overturns, narrowed down."""
    high = G * B / H
    while not overturned(high):
        high *= step
    low = high / step
    while high / low > 1 + precision:
        middle = math.sqrt(low * high)
        low, high = (low, middle) if overturned(middle) else (middle, high)
    return math.sqrt(low * high)


def statics(lab, count):
    said = lab.asked("limit", SCENE, "--threads", "1", "--set", "limit={acceleration=[9.81,0.0]}", "--set", f"generate.0.sizes=[[{B},{H / count}]]", "--set", f"generate.0.count={count}")
    lab.value(f"{count} blocks: share of its weight that it bears sideways", B / H, said["multiplier"], rel=1e-6)


def check(lab, small):
    for count in (1, 2) if small else (1, 2, 4):
        statics(lab, count)
    frequencies = (1.0,) if small else (0.5, 1.0, 2.0, 3.0)
    theory, found = [], []
    for frequency in frequencies:
        theory.append(first(lambda a: rocks_over(a, frequency)))
        if small:  # on both sides of it
            lab.says(f"{frequency} Hz: 2 % below Housner's amplitude, 2 % above it: overturns", [False, True],
                     [overturns(lab, 1, share * theory[-1], frequency) for share in (0.98, 1.02)])
            continue
        found.append(first(lambda a: overturns(lab, 1, a, frequency)))
        lab.value(f"{frequency} Hz: lowest amplitude that overturns a block", theory[-1], found[-1], rel=0.015, unit="m/s2")
    if not small:
        lab.curves("lowest amplitude that overturns a block", {"Housner's block": (frequencies, theory), "found": (frequencies, found)}, "frequency of the pulse [Hz]", "[m/s2]")
        for count in (2, 4):
            amplitude = first(lambda a: overturns(lab, count, a, 3.0))
            lab.between(f"{count} blocks, as high in all, 3 Hz: lowest amplitude, of that of one", 0.5, 3.0, amplitude / found[-1])
    lab.says("steps that did not converge", 0, lab.failed)

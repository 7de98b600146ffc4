// Times that ascend.

/// The entry nearest to a time; times ascend.
export function nearestTo(times, time) {
    let low = 0, high = times.length - 1;
    while (high - low > 1) {
        const middle = (low + high) >> 1;
        if (times[middle] <= time) low = middle;
        else high = middle;
    }
    return high >= 0 && time - times[low] < times[high] - time ? low : Math.max(high, 0);
}

/// All times of several runs; those that differ by rounding are one.
export function unionOf(lists) {
    const all = lists.flatMap((list) => Array.from(list)).sort((a, b) => a - b);
    const close = (1e-6 * ((all.at(-1) ?? 0) - (all[0] ?? 0))) / Math.max(all.length, 1);
    return all.filter((time, k) => k === 0 || time - all[k - 1] > close);
}

/** Maximum number of grid lines above the baseline. */
const maxSteps = 3;
/** Days between two axis labels, by the number of days in the chart. */
const daysBetweenLabels: Record<number, number> = { 30: 7, 90: 21 };

/**
 * Returns the ticks of an axis, from 0 to at least the largest value. The step is 1, 2, 5, 10, 20, 25, 50 and so on.
 */
export function ticksFor(largest: number, steps = maxSteps): number[] {
  const step = stepFor(Math.max(1, largest), steps);
  const count = Math.ceil(Math.max(1, largest) / step);
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}

function stepFor(largest: number, steps: number): number {
  for (let power = 1; ; power *= 10) {
    for (const factor of power >= 10 ? [1, 2, 2.5, 5] : [1, 2, 5]) {
      if (factor * power * steps >= largest) return factor * power;
    }
  }
}

/** Returns the horizontal center of a day's column as a percentage of the chart's width. */
export function centerOf(index: number, count: number): number {
  return ((index + 0.5) / count) * 100;
}

/** Returns the indexes of the days to label: the last day and evenly spaced days before it. */
export function labeledDays(count: number): number[] {
  const distance = daysBetweenLabels[count] ?? Math.max(1, Math.round(count / 4));
  return Array.from({ length: Math.ceil(count / distance) }, (_, index) => count - 1 - index * distance);
}

/** Returns the index of the day at a horizontal position (0 to 1), clamped to the first and last day. */
export function dayAt(share: number, count: number): number {
  return Math.min(count - 1, Math.max(0, Math.floor(share * count)));
}

const fixed = (value: number) => Number(value.toFixed(2));
const heightOf = (value: number, top: number) => fixed(100 - (value / top) * 100);

/** Returns the SVG path of a line chart in a 100 × 100 view box. */
export function linePath(values: readonly number[], top: number): string {
  return values
    .map(
      (value, index) =>
        `${index === 0 ? 'M' : 'L'}${fixed(centerOf(index, values.length))} ${heightOf(value, top)}`,
    )
    .join('');
}

/** Returns the SVG path of a bar chart in a 100 × 100 view box: one vertical stroke for each positive value. */
export function strokesPath(values: readonly number[], top: number): string {
  return values
    .map((value, index) =>
      value > 0 ? `M${fixed(centerOf(index, values.length))} 100V${heightOf(value, top)}` : '',
    )
    .join('');
}

/** At most so many lines above the ground. */
const maxSteps = 3;
/** Between labelled days, by how many days are shown. */
const daysBetweenLabels: Record<number, number> = { 30: 7, 90: 21 };

/** The numbers along an axis: 0, and whole steps of 1, 2, 5, 10, 20, 25, 50 … until the largest value is below. */
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

/** Where a day stands along the chart, in per cent of its width: in the middle of its share. */
export function centreOf(index: number, count: number): number {
  return ((index + 0.5) / count) * 100;
}

/** Which of so many days are written below the chart: the last one, and back from it at equal distances. */
export function labelledDays(count: number): number[] {
  const distance = daysBetweenLabels[count] ?? Math.max(1, Math.round(count / 4));
  return Array.from({ length: Math.ceil(count / distance) }, (_, index) => count - 1 - index * distance);
}

/** The day at a place between 0 and 1 of the chart's width. */
export function dayAt(share: number, count: number): number {
  return Math.min(count - 1, Math.max(0, Math.floor(share * count)));
}

const fixed = (value: number) => Number(value.toFixed(2));
const heightOf = (value: number, top: number) => fixed(100 - (value / top) * 100);

/** One line through all values, in a square of 100 by 100. */
export function linePath(values: readonly number[], top: number): string {
  return values
    .map(
      (value, index) =>
        `${index === 0 ? 'M' : 'L'}${fixed(centreOf(index, values.length))} ${heightOf(value, top)}`,
    )
    .join('');
}

/** A stroke for each value above nothing, in a square of 100 by 100. */
export function strokesPath(values: readonly number[], top: number): string {
  return values
    .map((value, index) =>
      value > 0 ? `M${fixed(centreOf(index, values.length))} 100V${heightOf(value, top)}` : '',
    )
    .join('');
}

import { formatNames } from '@gossamer/contracts/formats';
import { short } from '../figures.ts';
import { type Comparison, summaryOf } from './results.ts';

/** Columns of the table of comparisons, with what each means. */
export const columns = {
  tool: 'other tool',
  bytes: 'our bytes ÷ theirs',
  worst: 'largest ratio of an image',
  settings: 'its settings',
  format: 'our format',
  images: 'images',
  points: 'our score − theirs',
  butteraugli: 'our Butteraugli ÷ theirs',
  cpu: 'our CPU time ÷ theirs',
} as const;

/** Returns the cells of a comparison as text. */
export function cellsOf(comparison: Comparison): Record<keyof typeof columns, string> {
  const { tool, settings, format, images } = comparison;
  const { bytes, worst, points, butteraugli, cpu } = summaryOf(comparison);
  return {
    tool,
    bytes: short(bytes),
    worst: `${short(worst.bytes)} (${worst.name})`,
    settings,
    format: format === 'auto' ? 'automatic' : formatNames[format],
    images: String(images.length),
    points: signed(points),
    butteraugli: butteraugli === null ? 'not measured' : short(butteraugli),
    cpu: short(cpu),
  };
}

const signed = (value: number) => `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(1)}`;

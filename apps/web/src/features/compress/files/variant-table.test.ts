import { expect, it } from 'vitest';
import { someVariants } from '../../../test/some-variants.ts';
import { groupSkipped, variantTable } from './variant-table.ts';

it('the table has a row for each width and a column for each format', () => {
  const { formats, rows } = variantTable(someVariants());
  expect(formats).toEqual(['avif', 'jpeg']);
  expect(
    rows.map(({ widthPx, heightPx, cells }) => [
      widthPx,
      heightPx,
      ...cells.map(({ file }) => file?.filename),
    ]),
  ).toEqual([
    [400, 200, undefined, 'harbor-400w.jpg'],
    [800, 400, 'harbor-800w.avif', 'harbor-800w.jpg'],
  ]);
});

it('skipped variants are grouped by format and reason', () => {
  const reason = 'not-smaller-than-fallback';
  const skipped = [
    { format: 'jxl' as const, widthPx: 800, reason } as const,
    { format: null, widthPx: 1_600, reason: 'wider-than-original' } as const,
    { format: 'jxl' as const, widthPx: 400, reason } as const,
  ];
  expect(groupSkipped(skipped)).toEqual([
    { format: 'jxl', widthsPx: [400, 800], reason },
    { format: null, widthsPx: [1_600], reason: 'wider-than-original' },
  ]);
});

// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import { i18n, startI18n } from '../../../i18n/i18n.ts';
import { someCompression } from '../../../test/protocol-server.ts';
import { reduceUploads } from '../uploads/reduce-uploads.ts';
import { noUploads, type UploadItem } from '../uploads/upload-state.ts';
import { FileSizes } from './file-sizes.tsx';
import { TotalsHeader } from './totals-header.tsx';

beforeAll(async () => {
  await startI18n('en');
  await i18n.loadNamespaces(['compress', 'compressMore']);
});

function itemOf(originalSize: number, compressedSize: number): UploadItem {
  const compressions = [
    // Round the ratio to one decimal place, as the server does.
    someCompression({
      originalSize,
      compressedSize,
      compressionRatio: Math.round((1 - compressedSize / originalSize) * 1_000) / 10,
    }),
  ];
  const state = reduceUploads(noUploads, {
    type: 'restored',
    compressions,
    dismissedIds: new Set(),
    order: [],
  });
  const [item] = state.items;
  if (!item) throw new Error('Failed to restore the item');
  return item;
}

it.each([
  [100_000, 17_540, '82%'],
  [100_000, 17_460, '83%'],
  [1_000, 175, '83%'],
  [100_000, 80_540, '19%'],
  [1_000, 15, '99%'],
  [100_000, 400, '99.6%'],
  [100_000, 99_930, '0.1%'],
])('all components show the same savings for a file reduced from %i to %i bytes: %s', (from, to, percent) => {
  const item = itemOf(from, to);
  render(<FileSizes item={item} />);
  expect(screen.getByText(`-${percent}`)).toBeDefined();
  cleanup();
  render(<TotalsHeader items={[item]} />);
  expect(screen.getByText(`saved, ${percent} smaller`)).toBeDefined();
  cleanup();
});

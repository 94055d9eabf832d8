import type { EngineReport } from '@gossamer/contracts/engine-report';
import { expect, it } from 'vitest';
import type { UploadItem } from '../uploads/upload-state.ts';
import { itemsToReview } from './to-review.ts';

const report = (needsReview: boolean | undefined, worstTileScore: number) =>
  ({ needsReview, worstTileScore }) as EngineReport;

function itemOf(id: string, result: { report?: EngineReport }): UploadItem {
  const sizes = {
    originalFormat: 'jpeg',
    compressedSize: 1,
    compressionRatio: 50,
    alreadyOptimal: false,
  } as const;
  return {
    key: id,
    file: { name: `${id}.jpg`, size: 2 },
    isSample: false,
    tryCount: 1,
    isDownloaded: false,
    step: { name: 'completed', result: { ...sizes, id, ...result } },
  };
}

const items = [
  itemOf('fair', { report: report(true, 60) }),
  itemOf('good', { report: report(false, 75) }),
  itemOf('poor', { report: report(true, 40) }),
  itemOf('unscored', { report: report(undefined, 0) }),
  itemOf('unreported', {}),
  { ...itemOf('running', {}), step: { name: 'queued' } } satisfies UploadItem,
];
const keysOf = (reviewed: string[]) => itemsToReview(items, new Set(reviewed)).map(({ key }) => key);

it('lists the images to review, those with the worst part first', () => {
  expect(keysOf([])).toEqual(['poor', 'fair']);
});

it('omits reviewed results', () => {
  expect(keysOf(['poor'])).toEqual(['fair']);
  expect(keysOf(['poor', 'fair', 'other'])).toEqual([]);
});

import { type CompressionSettings, defaultSettings } from '@gossamer/contracts/settings';
import { describe, expect, it } from 'vitest';
import { finishedBatch } from './finished-batch.ts';
import { reduceUploads, type UploadsAction } from './reduce-uploads.ts';
import type { UploadEvent } from './run-upload.ts';
import { canCompressAgain, noUploads, type Result, type UploadsState } from './upload-state.ts';

const result: Result = {
  id: 'first',
  originalFormat: 'png',
  format: 'webp',
  downloadUrl: '/compressed/first/a.webp',
  thumbnailUrl: undefined,
  compressedSize: 250,
  compressionRatio: 75,
  alreadyOptimal: false,
};
const next: Result = { ...result, id: 'second', compressedSize: 100, compressionRatio: 90 };
const other: CompressionSettings = { ...defaultSettings, quality: 40 };

const fold = (actions: UploadsAction[], from: UploadsState) => actions.reduce(reduceUploads, from);
const reported = (event: UploadEvent): UploadsAction => ({ type: 'reported', key: 'a', event });
const uploadStarted: UploadsAction = { type: 'uploadStarted', key: 'a' };

const file = new File(['image'], 'a.png');
const completed = fold(
  [
    { type: 'added', uploads: [{ key: 'a', file, isSample: false }], settings: defaultSettings },
    uploadStarted,
    reported({ type: 'completed', result }),
    { type: 'batchReported' },
    { type: 'downloaded', keys: ['a'] },
  ],
  noUploads,
);
const reapplied = fold([{ type: 'reapplied', settings: other }, uploadStarted], completed);
const failed = reported({ type: 'failed', failure: { reason: 'size_unreachable' } });

describe('compressing a finished item again', () => {
  it('is possible only with other settings', () => {
    const [item] = completed.items;
    if (!item) throw new Error('the item is missing');
    expect([canCompressAgain(item, other), canCompressAgain(item, { ...defaultSettings })]).toEqual([
      true,
      false,
    ]);
    const reordered = { filter: 'none', resize: null, format: 'auto', quality: 85 } as const;
    expect(canCompressAgain(item, reordered)).toBe(false);
    expect(reduceUploads(completed, { type: 'reapplied', settings: defaultSettings }).items).toEqual(
      completed.items,
    );
    expect(reduceUploads(completed, { type: 'reapplied', key: 'b', settings: other }).items).toEqual(
      completed.items,
    );
  });

  it('is possible after a page reload only while the original exists', () => {
    const restored = { ...completed.items[0], original: undefined } as UploadsState['items'][number];
    expect(canCompressAgain(restored, other)).toBe(false);
    const step = { name: 'completed' as const, result: { ...result, originalUrl: '/api/original/first' } };
    expect(canCompressAgain({ ...restored, step }, other)).toBe(true);
  });

  it('replaces the result', () => {
    const state = fold([reported({ type: 'completed', result: next })], reapplied);
    expect(state.items).toMatchObject([
      { step: { name: 'completed', result: { id: 'second' } }, settings: other, isDownloaded: false },
    ]);
    expect(state.items[0]?.earlier).toBeUndefined();
    expect(finishedBatch(state)).toMatchObject({ completed: 1, failed: 0 });
  });

  it('restores the last result and shows the reason if it fails', () => {
    const state = fold([failed], reapplied);
    expect(state.items).toMatchObject([
      {
        step: { name: 'completed', result: { id: 'first' } },
        settings: defaultSettings,
        problem: { reason: 'size_unreachable' },
      },
    ]);
    expect(finishedBatch(state)).toMatchObject({ completed: 0, failed: 1 });
    const again = fold([{ type: 'reapplied', settings: other }], state);
    expect(again.items[0]?.problem).toBeUndefined();
  });

  it('restores the last result of each item that the daily limit blocks', () => {
    const limit = { type: 'failed', failure: { reason: 'daily_limit_reached' } } as const;
    const state = fold([reported(limit)], reapplied);
    expect(state.items).toMatchObject([{ step: { name: 'completed', result: { id: 'first' } } }]);
  });

  it('restores the last result if clearing the list is undone', () => {
    const state = fold([{ type: 'cleared' }, { type: 'clearUndone' }], reapplied);
    expect(state.items).toMatchObject([{ step: { name: 'completed', result: { id: 'first' } } }]);
  });
});

describe('own settings of an item', () => {
  const chosen = fold([{ type: 'settingsChosen', key: 'a', settings: other }], completed);

  it('cause a completed item to be compressed again, and still apply when the settings of the list change', () => {
    expect(chosen.items).toMatchObject([{ step: { name: 'queued' }, settings: other, ownSettings: other }]);
    const done = fold([uploadStarted, reported({ type: 'completed', result: next })], chosen);
    const third = { ...defaultSettings, quality: 10 };
    expect(fold([{ type: 'reapplied', settings: third }], done).items).toEqual(done.items);
  });

  it('apply to an item when it is started', () => {
    const uploads = [{ key: 'b', file, isSample: false }];
    const state = fold(
      [
        { type: 'added', uploads },
        { type: 'settingsChosen', key: 'b', settings: other },
        { type: 'started', settings: defaultSettings },
      ],
      noUploads,
    );
    expect(state.items).toMatchObject([{ step: { name: 'queued' }, settings: other }]);
  });

  it('are replaced by the previous settings if the compression fails', () => {
    const [item] = fold([uploadStarted, failed], chosen).items;
    expect(item).toMatchObject({ settings: defaultSettings, problem: { reason: 'size_unreachable' } });
    expect(item?.ownSettings).toBeUndefined();
  });

  it('can be removed without compressing the item again', () => {
    const done = fold([uploadStarted, reported({ type: 'completed', result: next })], chosen);
    const [item] = fold([{ type: 'settingsChosen', key: 'a', settings: undefined }], done).items;
    expect(item).toMatchObject({ step: { name: 'completed' }, ownSettings: undefined });
  });

  it('are replaced by those of an earlier result that the user restores', () => {
    const done = fold([uploadStarted, reported({ type: 'completed', result: next })], chosen);
    const earlier = { result, settings: defaultSettings, ownSettings: undefined };
    const [item] = fold([{ type: 'resultRestored', key: 'a', earlier }], done).items;
    expect(item).toMatchObject({ step: { result: { id: 'first' } }, settings: defaultSettings });
    expect([item?.ownSettings, item?.earlier]).toEqual([undefined, undefined]);
  });
});

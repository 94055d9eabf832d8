import { defaultSettings } from '@gossamer/contracts/settings';
import { describe, expect, it } from 'vitest';
import type { FailureReason } from '../../../lib/api-failure.ts';
import { someCompression, someId } from '../../../test/protocol-server.ts';
import { statusOf } from '../files/status-of.ts';
import { finishedBatch } from './finished-batch.ts';
import { reduceUploads, type UploadsAction } from './reduce-uploads.ts';
import { idempotencyKeyOf, type UploadEvent } from './run-upload.ts';
import {
  canRetry,
  isLostOnLeave,
  noUploads,
  type Result,
  resumeAtMs,
  startable,
  totalsOf,
  type UploadsState,
} from './upload-state.ts';

const result: Result = {
  id: someId,
  originalFormat: 'png',
  format: 'webp',
  downloadUrl: '/compressed/x/y',
  thumbnailUrl: undefined,
  compressedSize: 250,
  compressionRatio: 75,
  alreadyOptimal: false,
};
const fileOf = (name: string, sizeBytes = 1_000) => new File([new Uint8Array(sizeBytes)], name);
const added = (...keys: string[]): UploadsAction => ({
  type: 'added',
  uploads: keys.map((key) => ({ key, file: fileOf(`${key}.png`), isSample: false })),
});
const start: UploadsAction = { type: 'started', settings: defaultSettings };
const reported = (key: string, event: UploadEvent): UploadsAction => ({ type: 'reported', key, event });
const uploadStarted = (key: string): UploadsAction => ({ type: 'uploadStarted', key });
const fold = (actions: UploadsAction[], from: UploadsState = noUploads) =>
  actions.reduce(reduceUploads, from);
const stepNames = (state: UploadsState) => state.items.map(({ step }) => step.name);
const keysOf = (items: { key: string }[]) => items.map(({ key }) => key);
const accepted: UploadEvent = { type: 'accepted', compressionId: someId };
const timedOut: UploadEvent = { type: 'failed', failure: { reason: 'status_unknown' } };

describe('reduceUploads', () => {
  it('starts added files if settings are given, but not the files that were added before', () => {
    const state = fold([added('a'), { ...added('b'), settings: defaultSettings } as UploadsAction]);
    expect(stepNames(state)).toEqual(['idle', 'queued']);
    expect(state.items[1]).toMatchObject({ settings: defaultSettings, tryCount: 1 });
    expect(state.batch).toEqual(['b']);
  });

  // Spec: 3.29, 4.21
  it('moves an item from pending to processing to completed', () => {
    let state = fold([added('a')]);
    expect(state.items.map(statusOf)).toEqual(['pending']);
    state = fold([start], state);
    expect(state.items.map(statusOf)).toEqual(['pending']);
    state = fold([uploadStarted('a')], state);
    expect(state.items.map(statusOf)).toEqual(['processing']);
    state = fold([reported('a', { type: 'sent' }), reported('a', { type: 'completed', result })], state);
    expect(state.items[0]).toMatchObject({ step: { name: 'completed', result } });
  });

  // Spec: 4.22
  it('does not add files to a batch that is already running', () => {
    expect(stepNames(fold([added('a'), start, added('b')]))).toEqual(['queued', 'idle']);
  });

  it('ignores events for an item that has ended', () => {
    const done = fold([added('a'), start, uploadStarted('a'), reported('a', { type: 'completed', result })]);
    expect(fold([reported('a', timedOut)], done)).toBe(done);
  });

  it('changes the idempotency key for a retry, but not while the item is on hold', () => {
    let state = fold([added('a'), start, uploadStarted('a')]);
    const first = idempotencyKeyOf(state.items[0]!);
    state = fold([reported('a', { type: 'held', resumeAtMs: 5 }), { type: 'released' }], state);
    expect(idempotencyKeyOf(state.items[0]!)).toBe(first);
    state = fold(
      [
        uploadStarted('a'),
        reported('a', { type: 'failed', failure: { reason: 'network' } }),
        { type: 'retried', key: 'a', settings: defaultSettings },
      ],
      state,
    );
    expect(stepNames(state)).toEqual(['queued']);
    expect(idempotencyKeyOf(state.items[0]!)).not.toBe(first);
  });

  it('sends an image to the cloud only for a retry that requests it, not for later retries', () => {
    const failed = reported('a', { type: 'failed', failure: { reason: 'device_memory' } });
    const retry: UploadsAction = { type: 'retried', key: 'a', settings: defaultSettings };
    let state = fold([added('a'), start, uploadStarted('a'), failed, { ...retry, isForCloud: true }]);
    expect(state.items[0]).toMatchObject({ step: { name: 'queued' }, isForCloud: true });
    state = fold([uploadStarted('a'), failed, retry], state);
    expect(state.items[0]).toMatchObject({ step: { name: 'queued' }, isForCloud: false });
  });
});

describe('isLostOnLeave', () => {
  const { id: _, ...madeHere } = result;
  const completed = (made: Result) =>
    fold([added('a'), start, uploadStarted('a'), reported('a', { type: 'completed', result: made })]);
  const isLost = (state: UploadsState) => state.items.map(isLostOnLeave);

  it('is true for a result that was made on this device, until it is downloaded', () => {
    const state = completed(madeHere);
    expect(isLost(state)).toEqual([true]);
    expect(isLost(fold([{ type: 'downloaded', keys: ['a'] }], state))).toEqual([false]);
  });

  it('is false for a result in the cloud, and true until the server has accepted an upload', () => {
    expect(isLost(completed(result))).toEqual([false]);
    expect(isLost(fold([added('a'), start, uploadStarted('a')]))).toEqual([true]);
    expect(isLost(fold([added('a'), start, uploadStarted('a'), reported('a', accepted)]))).toEqual([false]);
  });
});

describe('canRetry', () => {
  const afterFailure = (reason: FailureReason) =>
    fold([
      added('a'),
      start,
      uploadStarted('a'),
      reported('a', { type: 'failed', failure: { reason } }),
    ]).items.map(canRetry);

  it.each([
    'network',
    'internal',
    'processing_failed',
    'status_unknown',
    'too_many_pixels_for_format',
  ] as const)('allows a retry after %s', (reason) => expect(afterFailure(reason)).toEqual([true]));

  it.each([
    'unsupported_format',
    'corrupt_image',
    'empty_file',
    'file_too_large',
    'too_many_pixels',
    'too_many_frames',
    'multiple_images',
    'camera_raw',
  ] as const)('allows no retry after %s, which the file itself causes', (reason) =>
    expect(afterFailure(reason)).toEqual([false]),
  );
});

describe('startable', () => {
  it('returns the first queued items in order, up to the limit', () => {
    const state = fold([added('a', 'b', 'c', 'd'), start]);
    expect(keysOf(startable(state, 3))).toEqual(['a', 'b', 'c']);
    expect(keysOf(startable(fold([uploadStarted('a')], state), 3))).toEqual(['b', 'c']);
  });

  it('does not count an accepted upload as in flight', () => {
    const state = fold([added('a', 'b'), start, uploadStarted('a')]);
    expect(startable(state, 1)).toEqual([]);
    expect(keysOf(startable(fold([reported('a', { type: 'sent' })], state), 1))).toEqual([]);
    expect(keysOf(startable(fold([reported('a', accepted)], state), 1))).toEqual(['b']);
  });

  it('returns nothing while an item is on hold, and all items after its release', () => {
    const held = fold([
      added('a', 'b'),
      start,
      uploadStarted('a'),
      reported('a', { type: 'held', resumeAtMs: 77 }),
    ]);
    expect(held.items.map(statusOf)).toEqual(['pending', 'pending']);
    expect(startable(held, 3)).toEqual([]);
    expect(resumeAtMs(held)).toBe(77);
    const released = fold([{ type: 'released' }], held);
    expect(keysOf(startable(released, 3))).toEqual(['a', 'b']);
    expect(resumeAtMs(released)).toBeUndefined();
  });
});

describe('a received list of compressions', () => {
  const waiting = fold([added('a'), start, uploadStarted('a'), reported('a', accepted)]);

  // Spec: 4.29
  it('completes an item even after its polling has stopped', () => {
    const failed = fold([reported('a', timedOut)], waiting);
    expect(stepNames(failed)).toEqual(['failed']);
    expect(finishedBatch(failed)).toBeUndefined();
    const state = fold([{ type: 'listReceived', compressions: [someCompression()] }], failed);
    expect(finishedBatch(state)).toMatchObject({ completed: 1, failed: 0 });
    expect(state.items[0]?.step).toMatchObject({ name: 'completed', result: { compressedSize: 250 } });
  });

  it('fails an item with the code and details of its compression', () => {
    const details = { maxMegapixels: 64 };
    const row = someCompression({ status: 'failed', code: 'too_many_pixels', details });
    const state = fold([{ type: 'listReceived', compressions: [row] }], waiting);
    const failure = { reason: 'too_many_pixels', details };
    expect(state.items[0]?.step).toMatchObject({ name: 'failed', failure });
  });

  it('does not affect pending compressions or items that failed for another reason', () => {
    const processing = someCompression({ status: 'processing' });
    expect(fold([{ type: 'listReceived', compressions: [processing] }], waiting)).toBe(waiting);
    const refused = fold([reported('a', { type: 'failed', failure: { reason: 'corrupt_image' } })], waiting);
    expect(fold([{ type: 'listReceived', compressions: [someCompression()] }], refused)).toBe(refused);
  });
});

describe('finishedBatch', () => {
  it('returns the outcome once, with the first failure', () => {
    let state = fold([added('a', 'b'), start, uploadStarted('a'), uploadStarted('b')]);
    state = fold([reported('a', { type: 'failed', failure: { reason: 'corrupt_image' } })], state);
    expect(finishedBatch(state)).toBeUndefined();
    state = fold([reported('b', { type: 'completed', result })], state);
    expect(finishedBatch(state)).toEqual({
      completed: 1,
      failed: 1,
      heldBack: 0,
      savedBytes: 750,
      firstFailure: { reason: 'corrupt_image' },
    });
    expect(finishedBatch(fold([{ type: 'batchReported' }], state))).toBeUndefined();
  });

  it('does not wait for a removed item', () => {
    const state = fold([
      added('a', 'b'),
      start,
      uploadStarted('a'),
      reported('a', { type: 'completed', result }),
      { type: 'removed', key: 'b' },
    ]);
    expect(finishedBatch(state)).toEqual({ completed: 1, failed: 0, heldBack: 0, savedBytes: 750 });
  });
});

describe('Clear all', () => {
  it('can be undone, and the restored items precede those added later', () => {
    const done = fold([added('a'), start, uploadStarted('a'), reported('a', { type: 'completed', result })]);
    const cleared = fold([{ type: 'cleared' }, added('b')], done);
    expect(keysOf(cleared.items)).toEqual(['b']);
    expect(keysOf(fold([{ type: 'clearUndone' }], cleared).items)).toEqual(['a', 'b']);
    expect(fold([{ type: 'clearForgotten' }, { type: 'clearUndone' }], cleared).items).toHaveLength(1);
  });

  it('can be undone for items that the server has accepted, but not for aborted uploads', () => {
    const state = fold([
      added('a', 'b'),
      start,
      uploadStarted('a'),
      reported('a', { type: 'sent' }),
      reported('a', { type: 'accepted', compressionId: 'c-a' }),
      uploadStarted('b'),
    ]);
    const back = fold([{ type: 'cleared' }, { type: 'clearUndone' }], state);
    expect(keysOf(back.items)).toEqual(['a']);
    expect(back.items[0]?.step).toEqual({ name: 'compressing', compressionId: 'c-a' });
  });
});

describe('totalsOf', () => {
  // Spec: 3.31
  it('counts only completed files, at full size if they were already optimal', () => {
    const optimal: Result = { ...result, compressedSize: 1_000, compressionRatio: 0, alreadyOptimal: true };
    const state = fold([
      added('a', 'b', 'c', 'd'),
      start,
      uploadStarted('a'),
      uploadStarted('b'),
      uploadStarted('c'),
      reported('a', { type: 'completed', result }),
      reported('b', { type: 'completed', result: optimal }),
      reported('c', { type: 'failed', failure: { reason: 'corrupt_image' } }),
    ]);
    expect(totalsOf(state.items)).toEqual({
      originalBytes: 2_000,
      keptBytes: 1_250,
      savedBytes: 750,
      savedPercent: 37.5,
    });
    expect(totalsOf(fold([added('a')]).items)).toBeUndefined();
  });
});

describe('reaching the daily limit', () => {
  const failure = { reason: 'daily_limit_reached', details: { limit: 50 } } as const;
  const limited: UploadEvent = { type: 'failed', failure };
  const oneUploads = [added('a', 'b', 'c', 'd'), start, uploadStarted('a')];

  it('resets the rejected item and all unstarted items to idle', () => {
    const state = fold([...oneUploads, reported('a', limited)]);
    expect(stepNames(state)).toEqual(['idle', 'idle', 'idle', 'idle']);
    expect(startable(state, 3)).toEqual([]);
    expect(state.reachedLimit).toBe(failure);
    expect(finishedBatch(state)).toEqual({
      completed: 0,
      failed: 0,
      heldBack: 4,
      savedBytes: 0,
      firstFailure: failure,
    });
  });

  it('resets items that are waiting for a busy server, but not uploads in flight', () => {
    const held: UploadEvent = { type: 'held', resumeAtMs: 5 };
    const before = [...oneUploads, uploadStarted('b'), uploadStarted('c'), reported('b', held)];
    const state = fold([...before, reported('a', limited)]);
    expect(stepNames(state)).toEqual(['idle', 'idle', 'uploading', 'idle']);
    expect(finishedBatch(state)).toBeUndefined();
  });

  it('no longer stops items once the user presses Compress again', () => {
    const state = fold([...oneUploads, reported('a', limited), start]);
    expect(state.reachedLimit).toBeUndefined();
    expect(stepNames(state)).toEqual(['queued', 'queued', 'queued', 'queued']);
  });
});

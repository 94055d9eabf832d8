import { defaultSettings } from '@gossamer/contracts/settings';
import { describe, expect, it } from 'vitest';
import { someCompression } from '../../../test/protocol-server.ts';
import { statusOf } from '../files/status-of.ts';
import { finishedBatch } from './finished-batch.ts';
import { reduceUploads, type UploadsAction } from './reduce-uploads.ts';
import { awaitedCompressionId, isLostOnLeave, noUploads } from './upload-state.ts';

const idOf = (letter: string) => letter.repeat(32);
const row = (letter: string, changes: Parameters<typeof someCompression>[0] = {}) =>
  someCompression({ id: idOf(letter), originalFilename: `${letter}.png`, ...changes });
const restored = (...compressions: ReturnType<typeof row>[]) => ({
  type: 'restored' as const,
  compressions,
  dismissedIds: new Set([idOf('x')]),
  order: [],
});
const fold = (...actions: UploadsAction[]) => actions.reduce(reduceUploads, noUploads);
const added: UploadsAction[] = [
  { type: 'added', uploads: [{ key: 'k', file: new File(['1234'], 'a.png'), isSample: false }] },
  { type: 'started', settings: defaultSettings },
  { type: 'uploadStarted', key: 'k' },
];
const namesOf = (state: ReturnType<typeof fold>) => state.items.map(({ file }) => file.name);

describe('the file list after a reload', () => {
  it('shows restored results oldest first, like new results', () => {
    const state = fold(restored(row('b', { originalSize: 2_000 }), row('a')));
    expect(namesOf(state)).toEqual(['a.png', 'b.png']);
    expect(state.items.map(statusOf)).toEqual(['completed', 'completed']);
    expect(state.items[1]).toMatchObject({ file: { size: 2_000 }, isDownloaded: true });
    expect(finishedBatch(state)).toBeUndefined();
  });

  it('preserves the order in which files were added; items of unknown order keep their place', () => {
    // The server lists compressions by arrival time, newest first. Of three files uploaded concurrently, the smallest
    // arrived first.
    const list = [row('a'), row('b'), row('z'), row('c')];
    const order = [idOf('a'), idOf('b'), idOf('c')];
    expect(namesOf(fold({ ...restored(...list), order }))).toEqual(['a.png', 'z.png', 'b.png', 'c.png']);
  });

  it('omits failed, expired and removed compressions', () => {
    const gone = row('a', { downloadUrl: undefined });
    const failed = row('b', { status: 'failed', code: 'corrupt_image' });
    expect(fold(restored(gone, failed, row('x')))).toBe(noUploads);
  });

  it('polls compressions in progress, without a warning when the user leaves the page', () => {
    const state = fold(restored(row('a', { status: 'processing', downloadUrl: undefined })));
    expect(state.items.map(awaitedCompressionId)).toEqual([idOf('a')]);
    expect(state.items.some(isLostOnLeave)).toBe(false);
    const ended = reduceUploads(state, { type: 'listReceived', compressions: [row('a')] });
    expect(ended.items.map(statusOf)).toEqual(['completed']);
  });

  it('does not retry an item whose file is missing', () => {
    const state = fold(
      restored(row('a', { status: 'processing' })),
      { type: 'listReceived', compressions: [row('a', { status: 'failed', code: 'processing_failed' })] },
      { type: 'retried', key: idOf('a'), settings: defaultSettings },
    );
    expect(state.items.map(statusOf)).toEqual(['failed']);
  });

  it('places restored items before items added in the meantime, without duplicates', () => {
    const state = fold(restored(row('a')), ...added, restored(row('b'), row('a')));
    expect(namesOf(state)).toEqual(['b.png', 'a.png', 'a.png']);
    const cleared = reduceUploads(state, { type: 'cleared' });
    expect(reduceUploads(cleared, restored(row('b'), row('a')))).toBe(cleared);
  });

  it('does not duplicate an upload whose response is pending', () => {
    const state = fold(...added, restored(row('a', { originalSize: 4 }), row('b', { originalSize: 4 })));
    expect(namesOf(state)).toEqual(['b.png', 'a.png']);
  });
});

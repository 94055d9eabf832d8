import { photo } from '@gossamer/testkit/images';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { finalize } from '../../../src/compressions/results/finalize.ts';
import {
  accept,
  clearAll,
  compressed,
  rowOf,
  startGateway,
  storedKeys,
  type TestGateway,
} from '../../gateway.ts';

let gateway: TestGateway;
let image: Buffer;

beforeAll(async () => {
  image = await photo({ widthPx: 32, heightPx: 24 });
  gateway = await startGateway();
  return () => gateway.close();
});

beforeEach(() => clearAll(gateway));

describe('finalizing a compression', () => {
  it('takes effect once, and deletes the stored objects of a second attempt', async () => {
    const id = await accept(gateway, image);
    const first = await compressed(
      gateway,
      { compressionId: id, attempt: 1, requestId: 'r' },
      Buffer.from('one'),
    );
    const second = await compressed(
      gateway,
      { compressionId: id, attempt: 2, requestId: 'r' },
      Buffer.from('two'),
    );
    expect(await Promise.all([finalize(gateway.deps, first), finalize(gateway.deps, second)])).toContain(
      true,
    );
    expect(await finalize(gateway.deps, first)).toBe(false);
    expect(await finalize(gateway.deps, { ...first, type: 'image.failed', code: 'corrupt_image' })).toBe(
      false,
    );
    const finalized = await rowOf(gateway, id);
    expect(finalized.status).toBe('completed');
    const kept = [finalized.result_key, finalized.preview_key];
    expect((await storedKeys(gateway)).filter((key) => key.startsWith('results/'))).toEqual(kept);
  });

  it('deletes the stored objects of an attempt if the compression no longer exists', async () => {
    const id = 'g'.repeat(32);
    const outcome = await compressed(
      gateway,
      { compressionId: id, attempt: 1, requestId: 'r' },
      Buffer.from('x'),
    );
    expect(await finalize(gateway.deps, outcome)).toBe(false);
    expect(await storedKeys(gateway)).toEqual([]);
  });
});

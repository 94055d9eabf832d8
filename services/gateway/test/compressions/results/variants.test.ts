import type { ApiCompression } from '@gossamer/contracts/api';
import type { ApiUsage } from '@gossamer/contracts/api-usage';
import type { Compression } from '@gossamer/contracts/compressions';
import { photo } from '@gossamer/testkit/images';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { finalize } from '../../../src/compressions/results/finalize.ts';
import { expire } from '../../../src/maintenance/expire.ts';
import { sweep } from '../../../src/maintenance/sweep.ts';
import { roomy } from '../../accounts/people.ts';
import { apiClient, submitBytes } from '../../api/v1/api-client.ts';
import {
  accept,
  browser,
  clearAll,
  compressed,
  halve,
  json,
  rowOf,
  startGateway,
  startWorker,
  storedKeys,
  type TestGateway,
  type TestWorker,
  upload,
  withVariants,
} from '../../gateway.ts';

let gateway: TestGateway;
let worker: TestWorker;
let image: Buffer;

beforeAll(async () => {
  image = await photo({ widthPx: 32, heightPx: 24 });
  gateway = await startGateway(roomy);
  const work = halve(gateway);
  worker = startWorker(gateway, async (job, bull) => {
    const outcome = await work(job, bull);
    return outcome.type === 'image.compressed' && job.settings.variants
      ? withVariants(gateway, outcome)
      : outcome;
  });
});
beforeEach(() => clearAll(gateway));
afterAll(async () => {
  await worker.close();
  await gateway.close();
});

const widths = { variants: '{"widths":[400,"original"]}' };
const resultKeys = async () => (await storedKeys(gateway)).filter((key) => key.startsWith('results/'));

/** Uploads an image with variants, and returns the visitor and the completed compression. */
async function uploadWithVariants() {
  const visitor = browser(gateway);
  const { compression } = await json(upload(visitor, image, { fields: widths, filename: 'my harbor.jpg' }));
  return { visitor, compression };
}

describe('a compression with variants', () => {
  it('lists its files with their names and URLs, which send the files to their owner only', async () => {
    const { visitor, compression } = await uploadWithVariants();
    const { files, skipped } = (compression as Compression).variants!;
    expect(files.map(({ filename }) => filename)).toEqual([
      'my harbor-4w.avif',
      'my harbor-2w.jpg',
      'my harbor-4w.jpg',
    ]);
    expect(skipped[0]).toEqual({ format: null, widthPx: 800, reason: 'wider-than-original' });
    const bodies = await Promise.all(files.map(async ({ url }) => (await visitor(url!)).text()));
    expect(bodies.slice(0, 2)).toEqual(['avi', 'jpe']);
    const first = await visitor(files[0]!.url!);
    expect(first.headers.get('content-type')).toBe('image/avif');
    expect(first.headers.get('content-disposition')).toBe('attachment; filename="my harbor-4w.avif"');
    expect((await browser(gateway)(files[0]!.url!)).status).toBe(404);
    expect((await visitor(`/api/download/${compression.id}/5.avif`)).status).toBe(404);
  });

  it('sends the job with normalized settings, and counts once', async () => {
    const client = await apiClient(gateway);
    const asked = encodeURIComponent('{"widths":["original",800,400,800],"formats":["webp","avif"]}');
    const response = await submitBytes(client, image, `?wait=10&variants=${asked}`);
    const { options, result } = (await response.json()) as ApiCompression;
    expect(options.variants).toEqual({
      widths: [400, 800, 'original'],
      densities: [1],
      formats: ['avif', 'webp'],
    });
    expect(worker.jobs.at(-1)?.settings.variants).toEqual(options.variants);
    expect(result?.variants?.files).toHaveLength(3);
    const { pathname, search } = new URL(result!.variants!.files[0]!.url!);
    const linked = await fetch(`${gateway.url}${pathname}${search}`);
    expect(await linked.text()).toBe('avi');
    const usage = (await (await client.send('/usage')).json()) as ApiUsage;
    expect(usage).toMatchObject({ day: { compressions: 1 }, month: { compressions: 1 } });
  });

  it('is compressed again for the same bytes and options, because the cache shares single files', async () => {
    const client = await apiClient(gateway);
    const query = `?wait=10&variants=${encodeURIComponent('{"widths":[400]}')}`;
    await submitBytes(client, image, query);
    const again = (await (await submitBytes(client, image, query)).json()) as ApiCompression;
    expect(again).toMatchObject({ isReused: false, result: { variants: { files: [{}, {}, {}] } } });
  });

  it.each([
    ['a format', { format: 'webp' }],
    ['several formats', { formats: 'webp,avif' }],
    ['a width', { resizeWidth: '10' }],
    ['a percentage', { resizePercent: '50' }],
    ['a maximum size', { maxBytes: '2000' }],
    ['an archive', { archive: 'true' }],
    ['13 widths', { variants: JSON.stringify({ widths: [100, 210, 330, 470, 530], densities: [1, 2, 3] }) }],
    ['no JSON', { variants: '400,800' }],
  ])('is rejected if it also specifies %s', async (_, fields) => {
    const answer = await json(upload(browser(gateway), image, { fields: { ...widths, ...fields } }));
    expect(['invalid_variants', 'invalid_archive']).toContain(answer.code);
    expect(await storedKeys(gateway)).toEqual([]);
  });
});

describe('the stored files of variants', () => {
  const twice = () => [...Array(2).keys()];

  it('are kept by the sweeper while their result is kept', async () => {
    await uploadWithVariants();
    expect(await resultKeys()).toHaveLength(4);
    expect(await sweep(gateway.deps, -1_000)).toBe(0);
    expect(await resultKeys()).toHaveLength(4);
  });

  it('are deleted with their result when it expires, is deleted, or loses to another attempt', async () => {
    const { compression } = await uploadWithVariants();
    await gateway.servers.sql("update compressions set result_expires_at = now() - interval '1 minute'");
    await expire(gateway.deps);
    expect(await resultKeys()).toEqual([]);
    const row = await rowOf(gateway, compression.id);
    expect(row.variants).not.toBeNull();

    const { visitor, compression: second } = await uploadWithVariants();
    expect((await visitor(`/api/compression/${second.id}`, { method: 'DELETE' })).status).toBe(204);
    expect(await resultKeys()).toEqual([]);
    const shown = (await (await visitor(`/api/compression/${second.id}`)).json()) as Compression;
    expect(shown.variants?.files.map(({ url }) => url)).toEqual([undefined, undefined, undefined]);

    await worker.close();
    const id = await accept(gateway, image);
    const outcomes = await Promise.all(
      twice().map(async (index) => {
        const job = { compressionId: id, attempt: index + 1, requestId: 'r' };
        return withVariants(gateway, await compressed(gateway, job, Buffer.from('one')));
      }),
    );
    for (const outcome of outcomes) await finalize(gateway.deps, outcome);
    await finalize(gateway.deps, outcomes[0]!);
    expect(await resultKeys()).toHaveLength(4);
    expect((await resultKeys()).every((key) => key.includes('/1-1'))).toBe(true);
  });
});

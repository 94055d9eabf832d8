import { createHash } from 'node:crypto';
import { animation, graphicWithAlpha, photo } from '@gossamer/testkit/images';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { type CompletedCompression, type DownloadedVariant, Gossamer, toMarkup } from '../src/index.ts';

const { url: baseUrl, members } = inject('product');
const { apiKey } = members.variants;
const client = new Gossamer({ apiKey, baseUrl });
const size = { widthPx: 240, heightPx: 160 };
const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

let job: CompletedCompression;
beforeAll(async () => {
  const variants = { widths: [60, 120, 'original' as const, 999], formats: ['webp' as const] };
  job = await client.compress(await photo(size), { variants, filename: 'harbor.jpg' });
});

async function allOf(files: AsyncIterable<DownloadedVariant>): Promise<DownloadedVariant[]> {
  const all: DownloadedVariant[] = [];
  for await (const file of files) all.push(file);
  return all;
}

describe('a job with variants', () => {
  it('lists the files, the fallback last, and the skipped widths', () => {
    expect(job.options.variants).toEqual({
      widths: [60, 120, 999, 'original'],
      densities: [1],
      formats: ['webp'],
    });
    const { files = [], skipped } = job.result.variants ?? {};
    expect(files.at(-1)).toMatchObject({
      format: 'jpeg',
      ...size,
      filename: 'harbor-240w.jpg',
      sha256: job.result.sha256,
    });
    expect(skipped).toContainEqual({ format: null, widthPx: 999, reason: 'wider-than-original' });
  });

  it('is downloaded by its links without the key, or by its id through the API', async () => {
    const requests: [url: string, hasKey: boolean][] = [];
    const watched = new Gossamer({
      apiKey,
      baseUrl,
      fetch: (url, init) => {
        requests.push([url, new Headers(init.headers).has('authorization')]);
        return fetch(url, init);
      },
    });
    const linked = await allOf(watched.downloadVariants(job));
    expect(requests.map(([, hasKey]) => hasKey)).toEqual(linked.map(() => false));
    for (const { bytes, sha256, sizeBytes } of linked) {
      expect([sha256Of(bytes), bytes.length]).toEqual([sha256, sizeBytes]);
    }
    const named = (files: readonly { filename: string; sha256: string }[] = []) =>
      files.map(({ filename, sha256 }) => [filename, sha256]);
    expect(named(linked)).toEqual(named(job.result.variants?.files));
    expect(named(await allOf(watched.downloadVariants(job.id)))).toEqual(named(linked));
  });

  it('is downloaded through the API if the links have expired', async () => {
    const requests: string[] = [];
    const watched = new Gossamer({
      apiKey,
      baseUrl,
      fetch: (url, init) => {
        requests.push(new URL(url).pathname);
        return fetch(url, init);
      },
    });
    const urlExpiresAt = new Date(0).toISOString();
    const files = job.result.variants?.files.map((file) => ({ ...file, urlExpiresAt })) ?? [];
    const variants = job.result.variants && { ...job.result.variants, files };
    const downloaded = await allOf(watched.downloadVariants({ ...job, result: { ...job.result, variants } }));
    expect(downloaded.map(({ bytes }) => sha256Of(bytes))).toEqual(files.map(({ sha256 }) => sha256));
    const names = files.map(({ widthPx, format }) => `${widthPx}.${format === 'jpeg' ? 'jpg' : format}`);
    expect(requests).toEqual(names.map((name) => `/api/v1/compressions/${job.id}/variants/${name}`));
  });

  it('has markup with the names of its files', () => {
    const { variants } = job.result;
    const { html } = toMarkup(variants ?? expect.fail(), {
      originalFilename: job.filename,
      baseUrl: '/images/',
    });
    for (const { filename, widthPx } of variants?.files ?? []) {
      expect(html).toContain(`/images/${filename} ${widthPx}w`);
    }
  });
});

describe('variants', () => {
  it('of a transparent image have a PNG as the fallback', async () => {
    const { result } = await client.compress(await graphicWithAlpha(size), {
      variants: { widths: ['original'], formats: [] },
    });
    expect(result.variants?.files).toMatchObject([{ format: 'png', sha256: result.sha256 }]);
  });

  it('of an animation are rejected', async () => {
    const failed = client.compress(await animation(size), { variants: { widths: [60] } });
    await expect(failed).rejects.toMatchObject({ code: 'animated_variants' });
  });

  it('are rejected if they contradict other options', async () => {
    const failed = client.compress(await photo(size), { variants: { widths: [60] }, format: 'webp' });
    await expect(failed).rejects.toMatchObject({ code: 'invalid_variants', field: 'variants' });
  });

  it('cannot be downloaded if they were not requested or the files are deleted', async () => {
    const plain = await client.compress(await photo({ ...size, seed: 2 }));
    await expect(allOf(client.downloadVariants(plain))).rejects.toThrow(TypeError);
    await client.delete(job.id);
    await expect(allOf(client.downloadVariants(job))).rejects.toMatchObject({ code: 'result_expired' });
  });
});

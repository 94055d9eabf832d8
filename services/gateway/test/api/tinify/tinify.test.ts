import { request as httpRequest } from 'node:http';
import type { CompressJob } from '@gossamer/contracts/jobs';
import { photo, photoPng } from '@gossamer/testkit/images';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { roomy } from '../../accounts/people.ts';
import { halve, startGateway, startWorker, type TestGateway, type TestWorker } from '../../gateway.ts';
import { changePlan } from '../../plan.ts';
import { type ApiClient, apiClient, imageServer } from '../v1/api-client.ts';
import { officialClient } from './official-client.ts';

let gateway: TestGateway;
let worker: TestWorker;
let image: Buffer;
let caller: ApiClient;
let official: Awaited<ReturnType<typeof officialClient>>;

beforeAll(async () => {
  gateway = await startGateway({ ...roomy, GATEWAY_OUTBOUND_ALLOWED_NETWORKS: '127.0.0.0/8' });
  image = await photo({ widthPx: 64, heightPx: 48 });
  const work = halve(gateway);
  worker = startWorker(gateway, async (job, bull) =>
    // Make the fake worker fail like the engine, which cannot convert a transparent image to JPEG.
    String(job.settings.formats) === 'jpeg'
      ? { type: 'image.failed', ...job, code: 'unsupported_format' }
      : { ...(await work(job, bull)), format: 'jpeg' as const },
  );
  return async () => {
    await worker.close();
    await gateway.close();
  };
});

beforeEach(async () => {
  caller = await apiClient(gateway);
  official = await officialClient(gateway.url, caller.token);
  worker.jobs.length = 0;
  return official.close;
});

const settings = () => worker.jobs.map((job: CompressJob) => job.settings);
const basic = (token = caller.token) => `Basic ${Buffer.from(`api:${token}`).toString('base64')}`;
const send = (path: string, init: RequestInit = {}) =>
  fetch(gateway.url + path, { ...init, headers: { authorization: basic(), ...(init.headers as object) } });
const shrink = (bytes: Uint8Array, headers = {}) =>
  send('/shrink', { method: 'POST', body: new Uint8Array(bytes), headers });

describe('the official Tinify client', () => {
  it('compresses bytes and URLs, and reports the number of compressions', async () => {
    const { client } = official;
    const half = await client.fromBuffer(image).toBuffer();
    expect(half.length).toBe(Math.ceil(image.length / 2));
    expect(client.compressionCount).toBe(1);
    expect(settings()).toEqual([{ quality: 85, filter: 'none', resize: null, format: 'jpeg' }]);
    const server = await imageServer({ '/a.png': await photoPng({ widthPx: 20, heightPx: 10 }) });
    await client.fromUrl(`${server.url}/a.png`).toBuffer();
    expect(client.compressionCount).toBe(2);
    expect(settings().at(-1)).toMatchObject({ format: 'png', quality: 95 });
    expect(worker.jobs.at(-1)?.effort).toBe('fast');
    await server.close();
  });

  it.each([
    [
      { method: 'scale', width: 30 },
      { widthPx: 30, maintainAspect: true },
    ],
    [
      { method: 'scale', height: 30 },
      { heightPx: 30, maintainAspect: true },
    ],
    [
      { method: 'fit', width: 30, height: 20 },
      { widthPx: 30, heightPx: 20, fit: 'inside', maintainAspect: true },
    ],
    [
      { method: 'cover', width: 30, height: 20 },
      { widthPx: 30, heightPx: 20, fit: 'cover', maintainAspect: true },
    ],
    [
      { method: 'thumb', width: 30, height: 20 },
      { widthPx: 30, heightPx: 20, fit: 'thumb', maintainAspect: true },
    ],
  ])('resizes with the options %j', async (given, resize) => {
    const source = official.client.fromBuffer(image).resize(given);
    await source.toBuffer();
    expect(settings().at(-1)).toMatchObject({ resize, format: 'jpeg' });
    const result = source.result();
    expect(await result.size()).toBe(Math.ceil(image.length / 2));
    expect(await result.mediaType()).toBe('image/jpeg');
    expect(await result.width()).toBe(4);
  });

  it('converts to one of several formats, applies a background and preserves metadata', async () => {
    const source = official.client.fromBuffer(image);
    await source.convert({ type: 'image/webp' }).toBuffer();
    await source.convert({ type: ['image/webp', 'image/jpg'] }).toBuffer();
    await source.convert({ type: '*/*' }).transform({ background: 'white' }).toBuffer();
    await source.preserve('location', 'copyright').toBuffer();
    expect(settings().slice(1)).toMatchObject([
      { format: 'webp' },
      { format: 'auto', formats: ['webp', 'jpeg'] },
      { format: 'auto', formats: ['jpeg', 'png', 'webp', 'avif'], background: '#ffffff' },
      { format: 'jpeg', preserve: ['copyright', 'location'] },
    ]);
  });

  it('validates its API key and reports account errors', async () => {
    await expect(official.client.validate()).resolves.toBeUndefined();
    await changePlan(gateway, caller.member.accountId, 'free');
    await expect(official.client.validate()).rejects.toMatchObject({ status: 401, message: /part of Pro/ });
    const { client, close } = await officialClient(gateway.url, 'invalid');
    await expect(client.validate()).rejects.toMatchObject({
      status: 401,
      message: /Credentials are invalid/,
    });
    await close();
  });

  it.each([
    [{ method: 'scale', width: 1, height: 1 }, /not both/],
    [{ method: 'fit', width: 30 }, /needs a width and a height/],
    [{ method: 'stretch', width: 30 }, /resize\.method/],
  ])('receives an error for the resize options %j', async (given, message) => {
    const refused = official.client.fromBuffer(image).resize(given).toBuffer();
    await expect(refused).rejects.toMatchObject({ status: 400, message });
  });

  it('receives an error when it converts a transparent image to JPEG without a background', async () => {
    const source = official.client.fromBuffer(await photoPng({ widthPx: 20, heightPx: 10 }));
    const refused = source.convert({ type: 'image/jpeg' }).toBuffer();
    await expect(refused).rejects.toMatchObject({ status: 400, message: /transparent/ });
    await source.convert({ type: 'image/jpeg' }).transform({ background: '#00FF00' }).toBuffer();
    expect(settings().at(-1)).toMatchObject({ format: 'jpeg', background: '#00ff00' });
  });

  it('receives an error for unsupported metadata', async () => {
    const refused = official.client.fromBuffer(image).preserve('author').toBuffer();
    await expect(refused).rejects.toMatchObject({
      status: 400,
      message: /Metadata key 'author' not supported/,
    });
  });
});

describe('POST /shrink', () => {
  it('returns the size, the type and the location of the result', async () => {
    const answer = await shrink(image);
    expect(answer.status).toBe(201);
    const location = answer.headers.get('location') ?? '';
    expect(location).toMatch(/^\/output\/[0-9a-z]{32}$/);
    const size = Math.ceil(image.length / 2);
    expect(await answer.json()).toEqual({
      input: { size: image.length, type: 'image/jpeg' },
      output: {
        size,
        type: 'image/jpeg',
        width: 4,
        height: 3,
        ratio: Math.round((size / image.length) * 10_000) / 10_000,
        url: `http://localhost:3000${location}`,
      },
    });
    expect(answer.headers.get('compression-count')).toBe('1');
    expect([answer.headers.get('image-width'), answer.headers.get('image-height')]).toEqual(['4', '3']);
    expect(answer.headers.getSetCookie()).toEqual([]);
  });

  it('detects the format from the bytes, regardless of the media type', async () => {
    for (const type of ['application/x-www-form-urlencoded', 'application/json', 'text/plain']) {
      expect((await shrink(image, { 'content-type': type })).status).toBe(201);
    }
  });

  it.each([
    ['', 400, 'Input missing'],
    ['no image at all', 415, 'Unsupported media type'],
    ['{"source":', 400, 'JSON parse error'],
    ['{"source":{"url":"ftp://a"}}', 400, 'Source not found'],
    ['{"source":{"url":"http://10.0.0.1/a.png"}}', 422, 'AddressNotAllowed'],
  ])('rejects the body %j', async (body, status, error) => {
    const answer = await shrink(Buffer.from(body));
    expect(answer.status).toBe(status);
    expect(await answer.json()).toEqual({ error, message: expect.stringMatching(/\w/) });
  });
});

describe('/output/{id}', () => {
  it('accepts commands in GET requests, which older clients send', async () => {
    const location = (await shrink(image)).headers.get('location') ?? '';
    const body = JSON.stringify({ resize: { method: 'scale', width: 10 } });
    const status = await new Promise((resolve, reject) => {
      const headers = {
        authorization: basic(),
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
      };
      const request = httpRequest(gateway.url + location, { method: 'GET', headers }, (response) => {
        response.resume().on('end', () => resolve(response.statusCode));
      });
      request.on('error', reject).end(body);
    });
    expect(status).toBe(200);
    expect(settings().at(-1)).toMatchObject({ resize: { widthPx: 10 } });
  });

  it('counts each distinct command once, even if it is repeated', async () => {
    const location = (await shrink(image)).headers.get('location') ?? '';
    const resized = { method: 'POST', body: '{"resize":{"method":"scale","width":10}}' };
    const counts = [];
    for (const init of [{}, resized, resized]) {
      counts.push((await send(location, init)).headers.get('compression-count'));
    }
    expect(counts).toEqual(['1', '2', '2']);
  });

  it('returns the same response to other accounts as for an unknown id', async () => {
    const location = (await shrink(image)).headers.get('location') ?? '';
    const other = await apiClient(gateway);
    const answers = await Promise.all(
      [location, `/output/${'0'.repeat(32)}`].map(async (path) => {
        const answer = await send(path, { headers: { authorization: basic(other.token) } });
        return `${answer.status} ${await answer.text()}`;
      }),
    );
    expect(answers[0]).toBe(answers[1]);
    expect(answers[0]).toMatch(/^404 /);
    expect((await fetch(gateway.url + location)).status).toBe(401);
  });

  it('accepts limits on the file size, which are an extension of the Tinify interface', async () => {
    const location = (await shrink(image)).headers.get('location') ?? '';
    const target = { maxBytes: 50_000, minBytes: 20_000, onUnreachable: 'shrink' };
    const answer = await send(location, { method: 'POST', body: JSON.stringify({ target }) });
    expect(answer.status).toBe(200);
    expect(settings().at(-1)).toMatchObject({ format: 'jpeg', ...target });
  });

  it.each([
    ['{"store":{"service":"s3"}}', "Command 'store' not supported"],
    ['{"convert":{"type":"image/gif"}}', "Type 'image/gif' not supported"],
    ['{"transform":{"background":"pink"}}', "Background 'pink' not supported"],
    ['{"resize":{"method":"fit","width":0,"height":1}}', "Invalid value for 'resize.width'"],
    ['{"target":{"maxBytes":99}}', "Invalid value for 'target.maxBytes'"],
    ['{"target":{"maxBytes":200,"minBytes":300}}', "Invalid value for 'target'"],
    ['{"target":{"bytes":200}}', "Command 'bytes' not supported"],
    ['{nonsense', 'The body is not valid JSON'],
  ])('rejects the body %s', async (body, message) => {
    const location = (await shrink(image)).headers.get('location') ?? '';
    const answer = await send(location, { method: 'POST', body });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ message });
  });
});

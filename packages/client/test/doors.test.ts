import type { Compression as WebCompression } from '@gossamer/contracts/compressions';
import { type CompressionSettings, toColorSettings } from '@gossamer/contracts/settings';
import { photo } from '@gossamer/testkit/images';
import { type SettingRow, settingsTable } from '@gossamer/testkit/settings-table';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { type Compression, Gossamer } from '../src/index.ts';
import { folderOf, remove, gossamer as runCli } from './cli.ts';
import { overStdio } from './mcp-client.ts';
import { uniqueCopies } from './unique-copies.ts';

const { url: baseUrl, members } = inject('product');
const { apiKey, cookie } = members.doors;
const client = new Gossamer({ apiKey, baseUrl });

let image: Buffer;
const another = uniqueCopies('doors', () => image);

beforeAll(async () => {
  image = await photo({ widthPx: 160, heightPx: 120 });
});

type Options = Compression['options'];
type Settings = Partial<CompressionSettings>;

/** Returns the options of the account's newest job. */
async function newestOptions(): Promise<Options> {
  for await (const { options } of client.list({ pageSize: 1 })) return options;
  throw new Error('the account has no jobs');
}

/** Converts the options of a job to settings, omitting optional settings that have their default value. */
function toSettings(options: Options): Settings {
  const { formats, background, maxBytes, minBytes, preserve } = options;
  return {
    quality: options.quality,
    format: options.format,
    filter: options.filter,
    resize: toResize(options),
    ...(formats && { formats }),
    ...(background !== null && { background }),
    ...(preserve.length > 0 && { preserve }),
    ...toColorSettings(options),
    ...(options.archive && { archive: true as const }),
    ...(options.variants && { variants: options.variants }),
    ...(maxBytes !== null && { maxBytes }),
    ...(minBytes !== null && { minBytes }),
    ...(options.onUnreachable !== 'closest' && { onUnreachable: options.onUnreachable }),
  };
}

function toResize(options: Options): CompressionSettings['resize'] {
  const { resizeWidth, resizeHeight, resizePercent, maintainAspect, fit } = options;
  if ([resizeWidth, resizeHeight, resizePercent].every((value) => value === null)) return null;
  return {
    maintainAspect,
    ...(resizeWidth !== null && { widthPx: resizeWidth }),
    ...(resizeHeight !== null && { heightPx: resizeHeight }),
    ...(resizePercent !== null && { percent: resizePercent }),
    ...(fit && { fit }),
  };
}

/** Normalizes equivalent settings: expresses stretching as a fit, and omits the default fit. */
function normalized({ resize, ...settings }: Settings): Settings {
  if (!resize) return { ...settings, resize: null };
  const { maintainAspect, fit = maintainAspect ? 'inside' : 'fill', ...size } = resize;
  return { ...settings, resize: { ...size, maintainAspect: true, ...(fit !== 'inside' && { fit }) } };
}

/**
 * Functions that compress an image with a given setting through each interface, keyed by the interface's name. Each
 * returns the settings that the server stored.
 */
const doors: Record<string, (row: SettingRow) => Promise<Settings>> = {
  'the web page': async ({ form }) => {
    const body = new FormData();
    for (const [name, text] of Object.entries(form)) body.append(name, text);
    body.append('image', new Blob([another()]), 'a.jpg');
    const response = await fetch(`${baseUrl}/api/compress`, { method: 'POST', body, headers: { cookie } });
    const { compressionId } = (await response.json()) as { compressionId: string };
    const stored = await fetch(`${baseUrl}/api/compression/${compressionId}`, { headers: { cookie } });
    return ((await stored.json()) as WebCompression).settings ?? {};
  },
  'the API, with options in the query': async ({ options }) => {
    const response = await fetch(`${baseUrl}/api/v1/compressions?${new URLSearchParams(textsOf(options))}`, {
      method: 'POST',
      body: another(),
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'image/jpeg' },
    });
    expect(response.status).toBe(202);
    return toSettings(((await response.json()) as Compression).options);
  },
  'the client': async ({ options }) => toSettings((await client.submit(another(), options)).options),
  'the command line': async ({ command = 'compress', cli }) => {
    const folder = await folderOf({ 'a.jpg': another() });
    const { stderr } = await runCli([command, 'a.jpg', '--out', 'out', ...cli], { cwd: folder, apiKey });
    expect(stderr).toBe('');
    await remove(folder);
    return toSettings(await newestOptions());
  },
  'the MCP server': async ({ command, options }) => {
    const folder = await folderOf({ 'a.jpg': another() });
    const mcp = await overStdio({ cwd: folder, apiKey });
    const [tool, input] = command ? ['make_variants', options.variants] : ['compress_image', options];
    const { text, isError } = await mcp.call(tool, { image: 'a.jpg', ...(input as object) });
    expect(isError, text).toBe(false);
    await mcp.close();
    await remove(folder);
    return toSettings(await newestOptions());
  },
  '/shrink': async ({ shrink }) => {
    const result = await shrinkWith(shrink ?? {});
    expect(result.status, await result.text()).toBe(200);
    return toSettings(await newestOptions());
  },
};

/** Uploads an image to `/shrink` and requests its result with the given commands. */
async function shrinkWith(commands: Record<string, unknown>): Promise<Response> {
  const headers = {
    authorization: `Basic ${Buffer.from(`api:${apiKey}`).toString('base64')}`,
    'content-type': 'application/json',
  };
  const uploaded = await fetch(`${baseUrl}/shrink`, { method: 'POST', body: another(), headers });
  return fetch(new URL(uploaded.headers.get('location') ?? '', baseUrl), {
    method: 'POST',
    body: JSON.stringify(commands),
    headers,
  });
}

/** Writes options for a query string. Lists are separated by commas, and objects are JSON. */
const textsOf = (options: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(options).map(([name, value]) => [
      name,
      typeof value === 'object' && !Array.isArray(value) ? JSON.stringify(value) : String(value),
    ]),
  );

describe.each(Object.keys(doors))('a compression through %s', (door) => {
  const offered = Object.entries(settingsTable).filter(([, { shrink }]) => door !== '/shrink' || shrink);
  it.each(offered)('applies the setting %s', async (_, row) => {
    const stored = await doors[door]!(row);
    expect(normalized(stored)).toMatchObject(normalized(row.settings));
  });
});

const missing = Object.entries(settingsTable).filter(([, { shrink }]) => shrink === null);
it.each(missing)('/shrink rejects the setting %s', async (_, { options }) => {
  expect((await shrinkWith(options)).status).toBe(400);
});

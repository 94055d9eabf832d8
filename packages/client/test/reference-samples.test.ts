import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { photo } from '@gossamer/testkit/images';
import { beforeAll, describe, expect, inject, it } from 'vitest';

const exec = promisify(execFile);
const cwd = inject('installedIn');
const { url: baseUrl, members } = inject('product');
const { apiKey } = members.samples;
const env = { ...process.env, GOSSAMER_API_KEY: apiKey };
/** Job id that the samples contain. */
const exampleId = '7h2k9m4q8w3x5c6v1b0n2d4f6g8j0s5t';

let html: string;
/** Id of an existing job, which replaces the id in the samples. */
let jobId: string;

beforeAll(async () => {
  html = await (await fetch(`${baseUrl}/api/docs`)).text();
  await writeFile(join(cwd, 'harbour.jpg'), await photo({ widthPx: 120, heightPx: 80, seed: 77 }));
  const body = await photo({ widthPx: 820, heightPx: 600, seed: 78 });
  const headers = { authorization: `Bearer ${apiKey}` };
  const query = new URLSearchParams({ wait: '60', variants: '{"widths":[800]}' });
  const response = await fetch(`${baseUrl}/api/v1/compressions?${query}`, { method: 'POST', headers, body });
  ({ id: jobId } = (await response.json()) as { id: string });
});

const entities: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', '#x27': "'" };

/** Returns the code of an operation's sample, with the id of the existing job. */
function sampleOf(operationId: string, language: string): string {
  const [, section = ''] = html.split(`<section class="operation" id="${operationId}"`);
  const [, code = ''] =
    new RegExp(`<div data-language="${language}"><pre[^>]*><code>(.*?)</code>`, 's').exec(section) ?? [];
  expect(code, `${operationId} in ${language}`).not.toBe('');
  return code
    .replace(/<[^>]+>/g, '')
    .replace(/&([^;]+);/g, (_, name) => entities[name] ?? '')
    .replaceAll(exampleId, jobId);
}

/** Parses the options of curl that the samples use. */
async function toRequest(command: string): Promise<Request> {
  const all = (pattern: RegExp) => [...command.matchAll(pattern)].map(([, value = '']) => value);
  const [url = ''] = all(/^curl "([^"]+)"/g);
  const [method] = all(/--request (\w+)/g);
  const [file] = all(/--data-binary @(\S+)/g);
  const [data] = all(/--data '([^']+)'/g);
  const fields = all(/-F "([^"]+)"/g).map((field) => field.split('='));
  const headers = all(/-H "([^"]+)"/g).map((line): [string, string] => {
    const [name = '', value = ''] = line.split(': ');
    return [name, value.replace('$GOSSAMER_API_KEY', apiKey)];
  });
  const form = new FormData();
  for (const [name = '', value = ''] of fields) {
    if (value.startsWith('@'))
      form.append(name, new Blob([await readFile(join(cwd, value.slice(1)))]), value.slice(1));
    else form.append(name, value);
  }
  const body = file ? await readFile(join(cwd, file)) : (data ?? (fields.length > 0 ? form : undefined));
  return new Request(url, { method: method ?? (body ? 'POST' : 'GET'), headers, ...(body && { body }) });
}

// The order matters, because the last operation deletes the job.
const operations = [
  ['createCompression', 'POST', '/compressions'],
  ['getCompression', 'GET', '/compressions/{id}'],
  ['downloadResult', 'GET', '/compressions/{id}/download'],
  ['downloadVariant', 'GET', '/compressions/{id}/variants/800.avif'],
  ['getManifest', 'GET', '/compressions/{id}/manifest'],
  ['listCompressions', 'GET', '/compressions'],
  ['createBatch', 'POST', '/compressions/batch'],
  ['createEstimate', 'POST', '/estimates'],
  ['getUsage', 'GET', '/usage'],
  ['deleteCompression', 'DELETE', '/compressions/{id}'],
] as const;

describe.each(operations)('the samples of %s in the API reference', (operationId, method, path) => {
  it('call the operation successfully with curl', async () => {
    const request = await toRequest(sampleOf(operationId, 'curl'));
    expect(request.method).toBe(method);
    expect(new URL(request.url).pathname).toBe(`/api/v1${path.replace('{id}', jobId)}`);
    expect((await fetch(request)).ok).toBe(true);
  });

  it('run in Node.js with the installed package', async () => {
    const script = sampleOf(operationId, 'node');
    await exec(process.execPath, ['--input-type=module', '-e', script], { cwd, env });
  });

  it('have the same method and URL in Python', () => {
    const code = sampleOf(operationId, 'python').replace(/\s+/g, ' ');
    const url = `${baseUrl}/api/v1${path.replace('{id}', jobId)}`;
    expect(code).toMatch(new RegExp(`api\\.${method.toLowerCase()}\\( ?"${url}"`));
  });
});

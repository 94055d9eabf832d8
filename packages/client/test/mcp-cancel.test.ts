import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { engineProcessesOf } from '@gossamer/testkit/engine-processes';
import { noise, photo } from '@gossamer/testkit/images';
import { waitFor } from '@gossamer/testkit/wait';
import { afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { filesBelow, folderOf, remove } from './cli.ts';
import { argsOf, cliFile, envOf, type McpClient, overHttp, overStdio, startHttp } from './mcp-client.ts';

const { apiKey } = inject('product').members.mcp;
const count = 12;

let images: Buffer[];
let folder: string;
let stop: () => Promise<unknown> = async () => {};

beforeAll(async () => {
  images = await Promise.all(
    Array.from({ length: count }, (_, seed) => noise({ widthPx: 300, heightPx: 300, seed: seed + 40 })),
  );
});
afterEach(async () => {
  await stop();
  await remove(folder);
  stop = async () => {};
});

interface Way {
  isLocal: boolean;
  isHttp: boolean;
  revision?: '2026-07-28';
}

/** Returns a client, and the process id of its server. */
async function connect({
  isLocal,
  isHttp,
  revision,
}: Way): Promise<{ mcp: McpClient; pid: number | undefined }> {
  const options = { cwd: folder, isLocal, apiKey, revision, args: ['--root', folder, '--concurrency', '2'] };
  if (!isHttp) {
    const mcp = await overStdio(options);
    return { mcp, pid: mcp.pid };
  }
  const server = await startHttp(options);
  stop = server.stop;
  return { mcp: await overHttp(server.url, { revision }), pid: server.child.pid };
}

describe.each<[string, Way]>([
  ['over standard input and output', { isLocal: true, isHttp: false }],
  ['with the API over standard input and output', { isLocal: false, isHttp: false }],
  ['over HTTP', { isLocal: true, isHttp: true }],
  [
    'over standard input and output, revision 2026-07-28',
    { isLocal: true, isHttp: false, revision: '2026-07-28' },
  ],
  ['over HTTP, revision 2026-07-28', { isLocal: true, isHttp: true, revision: '2026-07-28' }],
])('cancelling compress_folder %s', (_, way) => {
  it('stops the work at once and leaves complete files only', async () => {
    folder = await folderOf(Object.fromEntries(images.map((bytes, index) => [`in/${index}.png`, bytes])));
    const { mcp, pid } = await connect(way);
    const cancel = new AbortController();
    const input = { folder: 'in', outFolder: 'out', format: 'webp' };
    const call = mcp.call('compress_folder', input, {
      signal: cancel.signal,
      onprogress: () => cancel.abort('not needed any more'),
    });
    await expect(call).rejects.toThrow('not needed any more');
    if (way.isLocal) {
      await waitFor('the engine to be idle', () => isEngineIdle(pid), 3_000);
    }
    const written = async () => filesBelow(join(folder, 'out'));
    const made = await written();
    await sleep(1_000);
    expect(await written()).toEqual(made);
    expect(made.length).toBeGreaterThan(0);
    expect(made.length).toBeLessThan(count);
    for (const name of made) {
      expect(name).toMatch(/^\d+\.webp$/);
      const bytes = await readFile(join(folder, 'out', name));
      expect([bytes.toString('latin1', 0, 4), bytes.readUInt32LE(4) + 8]).toEqual(['RIFF', bytes.length]);
    }
    const rest = await mcp.call('compress_folder', input);
    expect(rest.data).toMatchObject({
      images: count,
      skipped: made.length,
      done: count - made.length,
      failed: 0,
    });
    await mcp.close();
  });
});

describe('cancelling compress_image', () => {
  it.each([
    ['over standard input and output', false],
    ['over HTTP', true],
  ])('ends the engine process that compresses the image %s', async (_, isHttp) => {
    // Takes much longer than the test waits.
    folder = await folderOf({ 'large.png': await noise({ widthPx: 2_000, heightPx: 2_000, seed: 7 }) });
    const { mcp, pid } = await connect({ isLocal: true, isHttp });
    const cancel = new AbortController();
    const call = mcp.call(
      'compress_image',
      { image: 'large.png', format: 'avif' },
      { signal: cancel.signal },
    );
    const failed = expect(call).rejects.toThrow('not needed any more');
    await waitFor('an engine process', () => engineProcessesOf(pid).length === 1);
    cancel.abort('not needed any more');
    await failed;
    await waitFor('the engine process to end', () => engineProcessesOf(pid).length === 0, 3_000);
    expect(await filesBelow(folder)).toEqual(['large.png']);
    expect((await mcp.call('usage')).isError).toBe(false);
    await mcp.close();
  });
});

describe('standard input and output', () => {
  it('carry only protocol messages, and the server ends with its input', async () => {
    folder = await folderOf({ 'a.jpg': await photo({ widthPx: 80, heightPx: 60 }), 'b.jpg': 'text' });
    const options = { cwd: folder, isLocal: true };
    const child = spawn(process.execPath, [cliFile(options), ...argsOf(options)], {
      cwd: folder,
      env: envOf(options),
    });
    let [stdout, stderr] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    const send = (message: unknown) =>
      child.stdin.write(
        `${typeof message === 'string' ? message : JSON.stringify({ jsonrpc: '2.0', ...(message as object) })}\n`,
      );
    const clientInfo = { name: 'test', version: '1' };
    send({
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo },
    });
    send({ method: 'notifications/initialized' });
    send('no JSON');
    send({ id: 2, method: 'none' });
    const call = (id: number, args: object) =>
      send({ id, method: 'tools/call', params: { name: 'compress_image', arguments: args } });
    call(3, { image: 'a.jpg' });
    call(4, { image: 'b.jpg' });
    call(5, {});
    await waitFor('all answers', () => stdout.split('\n').length > 5);
    const ended = new Promise((resolve) => void child.once('exit', resolve));
    child.stdin.end();
    expect(await ended).toBe(0);
    const messages = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { jsonrpc: string; id: number });
    expect(messages.every(({ jsonrpc }) => jsonrpc === '2.0')).toBe(true);
    expect(messages.map(({ id }) => id).sort()).toEqual([1, 2, 3, 4, 5]);
    expect(stderr).toBe('');
    expect(await filesBelow(folder)).toHaveLength(3);
  });

  it('end calls in progress when the client closes them', async () => {
    folder = await folderOf(Object.fromEntries(images.map((bytes, index) => [`in/${index}.png`, bytes])));
    const { mcp, pid } = await connect({ isLocal: true, isHttp: false });
    const call = mcp.call('compress_folder', { folder: 'in', outFolder: 'out', format: 'webp' });
    const failed = expect(call).rejects.toThrow();
    const processes = await waitFor('an engine process', () => {
      const found = engineProcessesOf(pid);
      return found.length > 0 && found;
    });
    await mcp.close();
    await failed;
    for (const one of [pid ?? 0, ...processes]) {
      await waitFor('the processes to end', () => !isRunning(one), 10_000);
    }
    const names = await filesBelow(folder);
    expect(names.filter((name) => !/^(in\/\d+\.png|out\/\d+\.webp)$/.test(name))).toEqual([]);
  });
});

/** Returns whether no engine process of a server has used the processor for 300 ms. Linux only. */
async function isEngineIdle(server: number | undefined): Promise<boolean> {
  const before = engineProcessesOf(server).map(processorTicks);
  await sleep(300);
  const after = engineProcessesOf(server).map(processorTicks);
  return after.every((ticks) => before.includes(ticks));
}

/** Returns a process id with the processor time that the process has used. */
function processorTicks(pid: number): string {
  const fields = readFileSync(`/proc/${pid}/stat`, 'latin1')
    .replace(/^.*\) /, '')
    .split(' ');
  return `${pid}: ${Number(fields[11]) + Number(fields[12])}`;
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

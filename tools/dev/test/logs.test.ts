import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdirSync, openSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { rotateLargeLogs, rotateLog } from '../src/logs.ts';
import { temporaryDir } from './temporary-dir.ts';

const sizesIn = (dir: string) =>
  Object.fromEntries(readdirSync(dir).map((name) => [name, statSync(join(dir, name)).size]));

const noReport = (line: string) => {
  throw new Error(line);
};

it('log rotation keeps the five newest logs of a process', () => {
  const logsDir = temporaryDir();
  for (let start = 1; start <= 8; start += 1) appendFileSync(rotateLog(logsDir, 'gateway'), `start ${start}`);
  const kept = readdirSync(logsDir).sort();
  expect(kept).toEqual(['gateway.log', ...[1, 2, 3, 4].map((number) => `gateway.log.${number}`)]);
  expect(kept.map((name) => readFileSync(join(logsDir, name), 'utf8'))).toEqual(
    [8, 7, 6, 5, 4].map((start) => `start ${start}`),
  );
});

it('logs are readable only by their owner, including rotated logs', () => {
  const logsDir = temporaryDir();
  appendFileSync(rotateLog(logsDir, 'gateway'), 'x'.repeat(200));
  rotateLargeLogs(logsDir, 100, noReport);
  const modes = readdirSync(logsDir).map((name) => statSync(join(logsDir, name)).mode & 0o777);
  expect(modes).toEqual([0o600, 0o600]);
});

it('log rotation also rotates open logs, and limits the total size of a process’s logs', async () => {
  const logsDir = temporaryDir();
  const path = rotateLog(logsDir, 'gateway');
  // Start a process that writes a line to the log file for each line of its input.
  const writer = spawn('sh', ['-c', 'while read line; do echo "$line"; echo done >&2; done'], {
    stdio: ['pipe', openSync(path, 'a'), 'pipe'],
  });
  const maxBytes = 1_000;
  for (let line = 0; line < 100; line += 1) {
    writer.stdin?.write(`${String(line).padStart(3, '0')} ${'x'.repeat(95)}\n`);
    await once(writer.stderr as Readable, 'data');
    rotateLargeLogs(logsDir, maxBytes, noReport);
    const sizes = Object.values(sizesIn(logsDir));
    expect(sizes.length).toBeLessThanOrEqual(5);
    for (const size of sizes) expect(size).toBeLessThanOrEqual(maxBytes + 100);
  }
  writer.stdin?.end();
  await once(writer, 'close');
  const oldestFirst = ['.4', '.3', '.2', '.1', ''].map((end) => readFileSync(path + end, 'utf8'));
  const lines = oldestFirst.join('').trimEnd().split('\n');
  // No line is lost, because nothing was written during the rotation. Truncating the file must leave no gap.
  expect(lines.map((line) => Number(line.slice(0, 3)))).toEqual(
    Array.from({ length: lines.length }, (_, index) => 100 - lines.length + index),
  );
  expect(lines.length).toBeGreaterThanOrEqual(44);
});

it('a log that cannot be rotated is reported and left unchanged', () => {
  const logsDir = temporaryDir();
  const path = rotateLog(logsDir, 'gateway');
  appendFileSync(path, 'x'.repeat(2_000));
  const lines: string[] = [];
  // Block the rotation with a folder that has the name of a rotated log file.
  for (const number of [1, 2, 3]) appendFileSync(`${path}.${number}`, 'older');
  mkdirSync(`${path}.4/folder`, { recursive: true });
  appendFileSync(rotateLog(logsDir, 'worker-1'), 'x'.repeat(2_000));
  rotateLargeLogs(logsDir, 1_000, (line) => lines.push(line));
  expect(lines).toEqual([expect.stringMatching(/^could not rotate gateway\.log: /)]);
  expect(sizesIn(logsDir)).toMatchObject({
    'gateway.log': 2_000,
    'worker-1.log': 0,
    'worker-1.log.1': 2_000,
  });
});

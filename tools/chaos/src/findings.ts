import { mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { say } from '@gossamer/dev/print';
import type { Redis } from 'ioredis';
import { queuePrefix } from './queue.ts';
import type { Ending, Fields } from './submit.ts';

const folder = join(tmpdir(), 'fuzz-findings');

export interface Finding {
  /** Name of the saved file, for example a number and the type of damage. */
  name: string;
  file: Buffer;
  fields: Fields;
  ending: Ending;
}

/**
 * Saves a file that the product handled incorrectly, together with its settings and the errors that the worker
 * reported.
 */
export async function keepFinding(redis: Redis, finding: Finding): Promise<void> {
  const { name, file, fields, ending } = finding;
  mkdirSync(folder, { recursive: true });
  const path = join(folder, name.replaceAll(/[^\w.-]+/g, '-'));
  const errors = 'id' in ending && ending.id ? await errorsOf(redis, ending.id) : [];
  writeFileSync(path, file);
  writeFileSync(`${path}.txt`, [name, JSON.stringify({ fields, ending }), ...errors].join('\n\n'));
  say(`      ${ending.type} ${ending.code}: ${name}, saved as ${path}`);
  for (const line of errors.slice(0, 1)) say(`      ${line.split('\n').slice(0, 4).join(' | ')}`);
}

/** Reads the errors of a job's failed attempts from the queue. */
async function errorsOf(redis: Redis, id: string): Promise<string[]> {
  const traces = await redis.hget(`${queuePrefix}:${id}`, 'stacktrace');
  return traces ? (JSON.parse(traces) as string[]) : [];
}

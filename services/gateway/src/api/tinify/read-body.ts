import type { IncomingMessage } from 'node:http';
import { AppError } from '@gossamer/service-kit/errors';
import { type RawBody, rawBody } from '../../compressions/upload/raw-body.ts';
import { CompatibleError } from './faults.ts';

const maxJsonBytes = 64 * 1024;
const openingBrace = 0x7b;

/** A request body: empty, JSON, or the bytes of a file. */
export type Body = { kind: 'nothing' } | { kind: 'json'; value: unknown } | ({ kind: 'bytes' } & RawBody);

/**
 * Detects the type of a request body from its first byte. Headers and methods are unreliable: clients send files
 * without a media type or with the media type of a form, and send commands with GET.
 * @throws CompatibleError, AppError
 */
export async function readBody(request: IncomingMessage): Promise<Body> {
  const { bytes: all, letGo } = rawBody(request);
  const chunks = all[Symbol.asyncIterator]();
  const first = await chunks.next();
  if (first.done) return { kind: 'nothing' };
  const bytes = { [Symbol.asyncIterator]: () => resumed(first.value, chunks) };
  if (first.value[0] !== openingBrace) return { kind: 'bytes', bytes, letGo };
  try {
    return { kind: 'json', value: parse(await readText(bytes)) };
  } catch (error) {
    letGo();
    throw error;
  }
}

async function* resumed(first: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield first;
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
}

async function readText(bytes: AsyncIterable<Buffer>): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of bytes) {
    parts.push(part);
    size += part.length;
    if (size > maxJsonBytes) throw new AppError('request_too_large');
  }
  return Buffer.concat(parts).toString();
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new CompatibleError('JSON parse error', 'The body is not valid JSON');
  }
}

import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import type { Image } from './images.ts';

export interface Uploaded {
  /** Milliseconds from the first byte sent to the last byte of the result received. */
  durationMs: number;
  resultBytes: number;
}

export interface Client {
  /**
   * Uploads an image and waits until its compression has completed. Resolves with the path of the result.
   * @throws Error if a step fails
   */
  compress(image: Image): Promise<string>;
  /**
   * Uploads an image, waits until its compression has completed, and downloads the result.
   * @throws Error if a step fails
   */
  roundTrip(image: Image): Promise<Uploaded>;
  close(): Promise<void>;
}

const boundary = 'gossamer-bench-boundary';
/** Maximum time in milliseconds for retrying an upload while the workers are busy. */
const maxBusyMs = 600_000;

export interface Sender {
  /** Session cookie of a member. If undefined, the client acts as a visitor. */
  member?: string;
  /** Loopback address from which the client connects. */
  localAddress?: string;
  /** Form fields in addition to the file. */
  fields?: Record<string, string>;
  /** Interval in milliseconds at which the client polls a compression's status. Default: 25. */
  pollMs?: number;
}

/**
 * Creates a benchmark client for a visitor or member. It uses little CPU time, because it runs on the same machine as
 * the product under test.
 */
export async function openClient(
  url: string,
  connections: number,
  { member, localAddress, fields = {}, pollMs = 25 }: Sender = {},
): Promise<Client> {
  const connect = localAddress ? { connect: { localAddress } } : {};
  const pool = new Pool(url, { connections, pipelining: 1, ...connect });
  const first = await pool.request({ path: '/api/compressions', method: 'GET' });
  await first.body.dump();
  const cookie = member ?? String(first.headers['set-cookie']).split(';')[0] ?? '';
  const headers = { cookie, 'content-type': `multipart/form-data; boundary=${boundary}` };

  const getJson = async (path: string) => {
    const answer = await pool.request({ path, method: 'GET', headers: { cookie } });
    return (await answer.body.json()) as Answer;
  };
  const finished = async (answer: Answer): Promise<string> => {
    for (;;) {
      const now = answer.downloadUrl ? answer : await getJson(`/api/compression/${answer.compressionId}`);
      if (now.downloadUrl) return now.downloadUrl;
      if (now.status === 'failed') throw new Error(`compression failed: ${JSON.stringify(now)}`);
      await sleep(pollMs);
    }
  };
  /**
   * Uploads an image. If the workers are busy, as on a slow machine, waits and tries again for up to `maxBusyMs`, like
   * the page does.
   */
  const send = async (body: Buffer) => {
    const endsAt = performance.now() + maxBusyMs;
    for (;;) {
      const upload = await pool.request({ path: '/api/compress', method: 'POST', headers, body });
      const retryAfter = upload.headers['retry-after'];
      const isBusy = upload.statusCode === 503 && retryAfter !== undefined;
      if (!isBusy || performance.now() > endsAt) return upload;
      await upload.body.dump();
      await sleep(Number(retryAfter) * 1_000);
    }
  };
  const compress = async (image: Image) => {
    const upload = await send(formOf(image, fields));
    const answer = (await upload.body.json()) as Answer;
    if (!answer.compressionId)
      throw new Error(`upload returned HTTP ${upload.statusCode}: ${JSON.stringify(answer)}`);
    return finished(answer);
  };
  return {
    compress,
    roundTrip: async (image) => {
      const startedAt = performance.now();
      const path = await compress(image);
      const download = await pool.request({ path, method: 'GET', headers: { cookie } });
      const resultBytes = (await download.body.arrayBuffer()).byteLength;
      if (download.statusCode !== 200) throw new Error(`download returned HTTP ${download.statusCode}`);
      return { durationMs: performance.now() - startedAt, resultBytes };
    },
    close: () => pool.close(),
  };
}

interface Answer {
  compressionId?: string;
  status?: string;
  downloadUrl?: string;
}

/** Returns the beginning and end of a multipart form body that contains a single file. */
export function formAround(filename: string): { contentType: string; head: Buffer; tail: Buffer } {
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="image"; filename="${filename}"\r\n\r\n`;
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    head: Buffer.from(head),
    tail: Buffer.from(`\r\n--${boundary}--\r\n`),
  };
}

function formOf({ filename, data }: Image, fields: Record<string, string>): Buffer {
  const { head, tail } = formAround(filename);
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return Buffer.concat([Buffer.from(parts.join('')), head, data, tail]);
}

/** Processes all items, at most `atATime` of them concurrently. Resolves with the total duration in milliseconds. */
export async function inParallel<T>(
  items: readonly T[],
  atATime: number,
  work: (item: T) => Promise<unknown>,
): Promise<number> {
  const startedAt = performance.now();
  const queue = items.values();
  await Promise.all(
    Array.from({ length: atATime }, async () => {
      for (const item of queue) await work(item);
    }),
  );
  return performance.now() - startedAt;
}

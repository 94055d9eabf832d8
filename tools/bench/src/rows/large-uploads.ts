import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { formAround } from '../client.ts';
import type { Row } from '../figures.ts';
import { fillerOf } from '../images.ts';
import { watchMemory } from '../processes.ts';
import { withProduct } from '../product.ts';

const mebibyte = 1024 * 1024;
const uploads = 50;
const sizeMebibytes = 100;
const chunkBytes = 256 * 1024;

/**
 * Returns a benchmark that sends all uploads concurrently. If the gateway has no memory left, it must reject uploads
 * with an error instead of closing connections.
 */
function largeUploads(store: 'directory' | 's3', where: string): Row {
  return {
    name: `gateway memory while 50 uploads of 100 MB arrive, ${where}`,
    unit: 'MB',
    better: 'less',
    target: 300,
    measure: ({ profile, note }) =>
      withProduct(
        { profile, store, isNoOp: true, env: { GATEWAY_FREE_MAX_FILE_MB: String(sizeMebibytes) } },
        async (product) => {
          const memory = watchMemory(() => [product.process('gateway').pid ?? 0]);
          await sleep(500);
          const startedAt = performance.now();
          const file = fillerOf(sizeMebibytes * mebibyte).data;
          const answers = await Promise.all(
            Array.from({ length: uploads }, () => send(product.url, file).catch(broken)),
          );
          const seconds = (performance.now() - startedAt) / 1_000;
          const { peakBytes } = memory.stop();
          const kinds = Map.groupBy(answers, (answer) => answer);
          const detail = [...kinds].map(([kind, all]) => `${all.length} × ${kind}`).join(', ');
          note(`${((uploads * sizeMebibytes) / seconds).toFixed(0)} MB/s`);
          const isFine = answers.every((answer) => answer === accepted || answer === refused);
          return { value: isFine ? peakBytes / mebibyte : Number.POSITIVE_INFINITY, detail };
        },
      ),
  };
}

export const largeOnDirectory = largeUploads('directory', 'directory');
export const largeOnS3 = largeUploads('s3', 'S3');

const accepted = 'accepted';
const refused = '503 with Retry-After';
const broken = (error: Error) => `broken off (${error.message})`;

/** Sends one upload. Like a browser, keeps sending the body until a response arrives. */
function send(url: string, file: Buffer): Promise<string> {
  const { contentType, head, tail } = formAround('large.jpg');
  return new Promise((resolve, reject) => {
    const outgoing = request(`${url}/api/compress`, {
      method: 'POST',
      headers: { 'content-type': contentType, 'content-length': head.length + file.length + tail.length },
    });
    let isAnswered = false;
    outgoing.on('response', (answer) => {
      isAnswered = true;
      answer.resume().on('end', () => {
        const isRefused = answer.statusCode === 503 && answer.headers['retry-after'] !== undefined;
        const isAccepted = answer.statusCode === 200 || answer.statusCode === 202;
        resolve(isAccepted ? accepted : isRefused ? refused : `${answer.statusCode}`);
        outgoing.destroy();
      });
    });
    outgoing.on('error', (error) => (isAnswered ? undefined : reject(error)));
    const feed = (at: number) => {
      if (isAnswered) return;
      if (at >= file.length) return void outgoing.end(tail);
      outgoing.write(file.subarray(at, at + chunkBytes), () => feed(at + chunkBytes));
    };
    outgoing.write(head, () => feed(0));
  });
}

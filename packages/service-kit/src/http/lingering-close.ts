import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import fastifyPlugin from 'fastify-plugin';

/** Time in milliseconds before the rest of the body is discarded, so that the client can read the response and stop. */
const listenMs = 500;
const lingerMs = 5_000;
const lingerBytes = 32 * 1024 * 1024;

/**
 * Lets a client read an early response to an upload that it is still sending. Closing the connection immediately would
 * reset it, and the response would be lost. Instead, the plugin sends the response, discards the rest of the body
 * within limits and then closes the connection.
 */
export const lingeringClose = fastifyPlugin(async (http) => {
  http.addHook('onSend', async (request, reply, payload) => {
    const body = request.raw;
    if (body.complete || typeof payload !== 'string' || !hasBody(body)) return payload;
    reply.header('connection', 'close').header('content-length', Buffer.byteLength(payload));
    return Readable.from(answerThenDrain(payload, body));
  });
});

function hasBody(request: IncomingMessage): boolean {
  return (
    request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0
  );
}

async function* answerThenDrain(payload: string, body: IncomingMessage): AsyncGenerator<Buffer> {
  yield Buffer.from(payload);
  await drained(body);
}

async function drained(body: IncomingMessage): Promise<void> {
  const stop = new AbortController();
  let bytes = 0;
  const over = new Promise<void>((resolve) => {
    body.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > lingerBytes) resolve();
    });
    body
      .once('end', resolve)
      .once('close', resolve)
      .once('error', () => resolve());
  });
  body.unpipe();
  body.pause();
  await Promise.race([over, sleep(listenMs)]);
  body.resume();
  await Promise.race([over, sleep(lingerMs, undefined, { signal: stop.signal }).catch(() => undefined)]);
  stop.abort();
}

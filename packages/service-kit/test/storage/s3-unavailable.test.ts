import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeAll, describe, expect, it } from 'vitest';
import { createS3Storage } from '../../src/storage/s3.ts';
import { StorageUnavailableError } from '../../src/storage/storage.ts';

/**
 * Fake S3 server. For a bucket named `status-<number>`, it responds with this status and aborts the response body. The
 * second half of the body is delayed for the bucket `paused` and missing for the bucket `half`.
 */
let server: Server;
const portOf = (one: Server) => (one.address() as AddressInfo).port;

beforeAll(async () => {
  server = createServer((request, response) => {
    if (request.url?.startsWith('/half/')) {
      response.writeHead(200, { 'content-length': 8 }).write('half');
      return;
    }
    if (request.url?.startsWith('/paused/')) {
      response.writeHead(200, { 'content-length': 8 }).write('half');
      setTimeout(() => response.end('half'), 25_000);
      return;
    }
    const status = Number(/\/status-(\d+)/.exec(request.url ?? '')?.[1]);
    request.resume().on('end', () => {
      response.writeHead(status, status === 200 ? { 'content-length': 100 } : {});
      if (status === 200) response.write('half', () => response.destroy());
      else response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return () => {
    server.closeAllConnections();
    server.close();
  };
});

function storageOf(bucket: string, port = portOf(server)) {
  const keys = { accessKeyId: 'key', secretAccessKey: 'secret' };
  return createS3Storage({ endpoint: `http://127.0.0.1:${port}`, region: 'us-east-1', bucket, ...keys });
}

describe('an S3 storage call', () => {
  it.each([408, 429, 500, 503])('throws StorageUnavailableError for the status %i', async (status) => {
    const storage = storageOf(`status-${status}`);
    await expect(storage.put('a/b', Buffer.from('x'))).rejects.toBeInstanceOf(StorageUnavailableError);
    await expect(storage.read('a/b')).rejects.toBeInstanceOf(StorageUnavailableError);
    await expect(storage.delete(['a/b'])).rejects.toBeInstanceOf(StorageUnavailableError);
  });

  it('throws StorageUnavailableError if the connection is refused', async () => {
    const closed = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => closed.once('listening', resolve));
    const port = portOf(closed);
    await new Promise((resolve) => closed.close(resolve));
    await expect(storageOf('b', port).check()).rejects.toBeInstanceOf(StorageUnavailableError);
  });

  it('throws StorageUnavailableError if the response is aborted', async () => {
    await expect(storageOf('status-200').read('a/b')).rejects.toBeInstanceOf(StorageUnavailableError);
  });

  it('succeeds even if the reader of the response pauses', async () => {
    const body = await storageOf('paused').open('a/b');
    expect(Buffer.concat(await body.toArray()).toString()).toBe('halfhalf');
  });

  it('succeeds even if many responses are read slowly', async () => {
    const storage = storageOf('half');
    const bodies = await Promise.all(Array.from({ length: 120 }, () => storage.open('a/b')));
    for (const body of bodies) body.on('error', () => undefined).destroy();
  });

  it('throws S3’s error if S3 rejects the request', async () => {
    await expect(storageOf('status-403').put('a/b', Buffer.from('x'))).rejects.toMatchObject({
      $metadata: { httpStatusCode: 403 },
    });
  });
});

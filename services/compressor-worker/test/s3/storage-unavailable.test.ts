import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { photo } from '@gossamer/testkit/images';
import { waitFor } from '@gossamer/testkit/wait';
import { expect, it } from 'vitest';
import { startWorker } from '../worker.ts';

/** Starts a proxy in front of the storage. The proxy refuses connections until `open` is called. */
async function startProxy(endpoint: string) {
  const target = new URL(endpoint);
  let isOpen = false;
  const server = createServer((client: Socket) => {
    client.on('error', () => undefined);
    if (!isOpen) return void client.destroy();
    const onward = connect(Number(target.port), target.hostname).on('error', () => client.destroy());
    client.pipe(onward).pipe(client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    open: () => {
      isOpen = true;
    },
    close: () => server.close(),
  };
}

it('a job is retried while storage is unavailable, and the attempts are not counted', async () => {
  const worker = await startWorker();
  const proxy = await startProxy(process.env.S3_ENDPOINT ?? '');
  try {
    // Set the variable before the first job, because engine processes start with this job and inherit the variable.
    process.env.S3_ENDPOINT = proxy.url;
    const id = await worker.submit(await photo({ widthPx: 200, heightPx: 150 }));
    const job = () => worker.queue.queue.getJob(id);
    // Wait for more than three attempts. A job with an error other than unavailable storage fails after three attempts.
    await waitFor('a fifth try', async () => ((await job())?.attemptsStarted ?? 0) >= 5, 40_000);
    expect(worker.outcomes).toEqual([]);
    proxy.open();
    expect(await worker.outcomeOf(id)).toMatchObject({ type: 'image.compressed' });
    expect(worker.outcomes).toHaveLength(1);
  } finally {
    await worker.close();
    proxy.close();
  }
});

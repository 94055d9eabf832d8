import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { inParallel, openClient } from '../client.ts';
import { quantile, type Row, short } from '../figures.ts';
import { photoOf } from '../images.ts';
import { withProduct } from '../product.ts';

const connections = 1_000;
const byteEveryMs = 10_000;
const uploads = 120;
const inFlight = 4;
/** Milliseconds after which the server has closed the first slow connections. */
const settleMs = 12_000;

/**
 * Measures the latency of normal uploads while 1,000 clients send almost nothing. Half of these clients stall in the
 * request headers, the other half in the request body.
 */
export const slowConnections: Row = {
  name: "normal uploads' p95 beside 1,000 slow connections",
  unit: '×',
  better: 'less',
  target: 2,
  measure: ({ profile, note }) =>
    withProduct({ profile }, async (product) => {
      const photo = await photoOf(50_000);
      const client = await openClient(product.url, inFlight);
      const p95 = async () => {
        const durations: number[] = [];
        await inParallel(Array(uploads).fill(photo), inFlight, async (one) => {
          durations.push((await client.roundTrip(one)).durationMs);
        });
        return quantile(durations, 0.95);
      };
      await p95();
      const before = await p95();
      const crowd = openCrowd(product.url);
      await sleep(settleMs);
      const open = crowd.open();
      const during = await p95();
      note(`${open} open when it was measured, ${crowd.cutOff()} cut off and opened again by then`);
      crowd.close();
      const after = await p95();
      await client.close();
      const detail = `p95 before ${short(before)}, during ${short(during)}, after ${short(after)} ms`;
      return { value: during / ((before + after) / 2), detail };
    }),
};

/** Keeps slow connections open and reopens connections that the server has closed. */
function openCrowd(url: string) {
  const { hostname, port } = new URL(url);
  const sockets = new Set<Socket>();
  let cutOff = 0;
  let isClosing = false;
  const join = (index: number) => {
    if (isClosing) return;
    const socket = connect(Number(port), hostname, () => socket.write(beginning(index)));
    const timer = setInterval(() => socket.write('a'), byteEveryMs);
    sockets.add(socket);
    socket.on('error', () => undefined).resume();
    socket.on('close', () => {
      clearInterval(timer);
      sockets.delete(socket);
      if (!isClosing) {
        cutOff += 1;
        setTimeout(() => join(index), 1_000);
      }
    });
  };
  for (let index = 0; index < connections; index += 1) join(index);
  return {
    open: () => [...sockets].filter((socket) => !socket.connecting).length,
    cutOff: () => cutOff,
    close: () => {
      isClosing = true;
      for (const socket of sockets) socket.destroy();
    },
  };
}

function beginning(index: number): string {
  const head = 'POST /api/compress HTTP/1.1\r\nhost: localhost\r\n';
  if (index % 2 === 0) return `${head}x-slow: `;
  const type = 'content-type: multipart/form-data; boundary=slow\r\ncontent-length: 1000000\r\n\r\n';
  return `${head}${type}--slow\r\ncontent-disposition: form-data; name="image"; filename="a.jpg"\r\n\r\n`;
}

import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { endWithParent } from './end-with-parent.ts';
import { type SlowKind, slowKinds } from './slow-kinds.ts';

export interface SlowOrder {
  url: string;
  cookie: string;
  /** URL path of the large file that slow readers download. */
  readPath: string;
  /** Number of slow clients to keep connected, by type. */
  clients: Record<SlowKind, number>;
}

/**
 * Duration of one slow connection and the status of the server's response. `isOpen` is true if the connection was still
 * open at the end of the test.
 */
export interface SlowLife {
  kind: SlowKind;
  livedMs: number;
  status: string;
  isOpen: boolean;
}

/**
 * IP address of the slow clients. It differs from that of normal uploads, because uploads from the same address can
 * delay each other.
 */
const localAddress = '127.0.0.2';
const byteEveryMs = 10_000;
const trickleBytes = 1_000;
/**
 * Number of bytes that a `hold` client sends immediately, enough for its upload to reserve memory. The server's minimum
 * throughput afterwards is 4 kB/s.
 */
const firstHoldBytes = 64 * 1_024;
const holdBytes = 5_000;
/** JPEG magic bytes, which pass the server's file type detection. */
const jpegStart = '\xff\xd8\xff\xe0\0\x10JFIF\0';
const againAfterMs = 1_000;
/**
 * Number of connections to open before each pause. Opening them in groups avoids a burst that would affect the
 * measurement.
 */
const groupSize = 50;
const groupPauseMs = 50;

const pieces: Record<SlowKind, { bytes: string; everyMs: number } | undefined> = {
  head: { bytes: 'a', everyMs: byteEveryMs },
  form: { bytes: 'a', everyMs: byteEveryMs },
  file: { bytes: 'a', everyMs: byteEveryMs },
  trickle: { bytes: 'a'.repeat(trickleBytes), everyMs: 1_000 },
  hold: { bytes: 'a'.repeat(holdBytes), everyMs: 1_000 },
  read: undefined,
};

/** Returns the bytes that a slow client sends immediately, by client type. */
function beginning(kind: SlowKind, { cookie, readPath }: SlowOrder): string {
  if (kind === 'read') return `GET ${readPath} HTTP/1.1\r\nhost: localhost\r\ncookie: ${cookie}\r\n\r\n`;
  const head = `POST /api/compress HTTP/1.1\r\nhost: localhost\r\ncookie: ${cookie}\r\n`;
  if (kind === 'head') return `${head}x-slow: `;
  const announced = kind === 'hold' ? 5_000_000 : 1_000_000;
  const type = `content-type: multipart/form-data; boundary=slow\r\ncontent-length: ${announced}\r\n\r\n`;
  if (kind === 'form') return `${head}${type}--slow\r\nx-slow: `;
  const part = 'content-disposition: form-data; name="image"; filename="a.jpg"';
  const start = `${head}${type}--slow\r\n${part}\r\n\r\n${jpegStart}`;
  return kind === 'hold' ? start + 'a'.repeat(firstHoldBytes) : start;
}

/** Keeps slow clients connected and reopens connections that the server closes. */
function openCrowd(order: SlowOrder): { close(): SlowLife[] } {
  const server = { host: '127.0.0.1', port: Number(new URL(order.url).port), localAddress };
  const lives: SlowLife[] = [];
  const open = new Map<Socket, () => void>();
  let isClosing = false;
  const join = (kind: SlowKind) => {
    if (isClosing) return;
    const startedAt = performance.now();
    let status = '';
    const socket = connect(server, () => socket.write(beginning(kind, order), 'latin1'));
    const piece = pieces[kind];
    const timer = piece && setInterval(() => socket.write(piece.bytes), piece.everyMs);
    const note = () =>
      lives.push({ kind, livedMs: performance.now() - startedAt, status, isOpen: isClosing });
    open.set(socket, note);
    socket.on('error', () => undefined);
    if (kind === 'read') setInterval(() => socket.read(1), byteEveryMs).unref();
    else socket.on('data', (chunk) => (status ||= chunk.toString('latin1', 9, 12)));
    socket.on('close', () => {
      clearInterval(timer);
      if (!open.delete(socket) || isClosing) return;
      note();
      setTimeout(() => join(kind), againAfterMs);
    });
  };
  void joinInGroups(order, join);
  return {
    close: () => {
      isClosing = true;
      for (const [socket, note] of open) {
        note();
        socket.destroy();
      }
      return lives;
    },
  };
}

async function joinInGroups({ clients }: SlowOrder, join: (kind: SlowKind) => void): Promise<void> {
  const all = slowKinds.flatMap((kind) => Array<SlowKind>(clients[kind]).fill(kind));
  for (const [index, kind] of all.entries()) {
    if (index % groupSize === 0) await sleep(groupPauseMs);
    join(kind);
  }
}

endWithParent();

/**
 * Opens slow connections on the first message from the parent process. Reports the results on the second message and
 * exits.
 */
process.once('message', (order: SlowOrder) => {
  const crowd = openCrowd(order);
  process.once('message', () => process.send?.(crowd.close(), () => process.disconnect()));
});

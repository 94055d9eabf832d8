import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { endWithParent } from './end-with-parent.ts';
import { type SlowKind, slowKinds } from './slow-kinds.ts';

export interface SlowOrder {
  url: string;
  cookie: string;
  /** URL path of a large file that the slow readers download. */
  readPath: string;
  /** Number of clients of each kind to keep connected. */
  clients: Record<SlowKind, number>;
}

/** Duration of one connection and status of the server's response. `isOpen`: the connection was open at the end. */
export interface SlowLife {
  kind: SlowKind;
  livedMs: number;
  status: string;
  isOpen: boolean;
}

/** Client address that differs from that of normal uploads, since uploads from one address can delay each other. */
const localAddress = '127.0.0.2';
const byteEveryMs = 10_000;
const trickleBytes = 1_000;
/**
 * Bytes that a `hold` client sends immediately, enough for its upload to reserve memory. The minimum throughput
 * afterwards is 4 kB/s.
 */
const firstHoldBytes = 64 * 1_024;
const holdBytes = 5_000;
/** Magic bytes that make the file type detection return JPEG. */
const jpegStart = '\xff\xd8\xff\xe0\0\x10JFIF\0';
const againAfterMs = 1_000;
/** Number of connections to open per pause. Groups keep the burst of new connections out of the measurement. */
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

/** Returns the bytes that a slow client of the given kind sends immediately. */
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

/** Run the slow clients in a separate process, which ends when its results are requested. */
process.once('message', (order: SlowOrder) => {
  const crowd = openCrowd(order);
  process.once('message', () => process.send?.(crowd.close(), () => process.disconnect()));
});

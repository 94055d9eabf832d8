import { connect, type Socket } from 'node:net';
import type { TestGateway } from '../gateway.ts';

/** Speaks HTTP by hand; resolves with all that came back once the connection has closed, and fails on a reset. */
export function sendRaw(gateway: TestGateway, write: (socket: Socket) => void): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1');
    const received: Buffer[] = [];
    socket.on('data', (chunk) => received.push(chunk));
    socket.on('error', reject);
    socket.on('close', () => resolve(Buffer.concat(received).toString()));
    socket.on('connect', () => write(socket));
  });
}

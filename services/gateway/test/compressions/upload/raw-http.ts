import { connect, type Socket } from 'node:net';
import type { TestGateway } from '../../gateway.ts';

/**
 * Sends raw HTTP. Resolves with all bytes received by the time the connection is closed. Rejects if the connection is
 * reset.
 */
export function sendRaw(gateway: TestGateway, write: (socket: Socket) => void): Promise<string> {
  return converse(gateway, write, () => undefined);
}

/** Like `sendRaw`, but closes the connection after the response instead of waiting for the server to close it. */
export function sendRawAndHangUp(gateway: TestGateway, write: (socket: Socket) => void): Promise<string> {
  return converse(gateway, write, (socket, received) => {
    if (isWhole(received)) socket.end();
  });
}

function converse(
  gateway: TestGateway,
  write: (socket: Socket) => void,
  read: (socket: Socket, received: Buffer) => void,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1');
    const received: Buffer[] = [];
    socket.on('data', (chunk) => {
      received.push(chunk);
      read(socket, Buffer.concat(received));
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(Buffer.concat(received).toString()));
    socket.on('connect', () => write(socket));
  });
}

/** Returns whether a response is complete according to its Content-Length header. */
function isWhole(answer: Buffer): boolean {
  const bodyStart = answer.indexOf('\r\n\r\n') + 4;
  const head = answer.subarray(0, bodyStart).toString();
  const [, lengthBytes] = /^content-length: (\d+)\r$/im.exec(head) ?? [];
  return bodyStart > 4 && lengthBytes !== undefined && answer.length >= bodyStart + Number(lengthBytes);
}

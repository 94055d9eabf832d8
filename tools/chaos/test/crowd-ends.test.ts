import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { childrenOf } from '@gossamer/dev/processes/children';
import { waitFor } from '@gossamer/testkit/wait';
import { afterEach, it } from 'vitest';
import type { SlowOrder } from '../src/crowd/slow-clients.ts';
import { signal } from '../src/signals.ts';

const undo: (() => void)[] = [];
afterEach(() => {
  for (const step of undo.splice(0)) step();
});

/** Returns a script that opens connections from many slow clients and then waits. */
const runOf = (order: SlowOrder) => `
  import { openSlowCrowd } from '${new URL('../src/crowd/open-slow-crowd.ts', import.meta.url)}';
  openSlowCrowd(${JSON.stringify(order)});
`;

async function startServer(connections: Set<Socket>): Promise<string> {
  const server = createServer((socket) => {
    connections.add(socket);
    socket.on('error', () => undefined).on('close', () => connections.delete(socket));
    socket.resume();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  undo.push(() => {
    server.close();
    for (const socket of connections) socket.destroy();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

it.each(['SIGTERM', 'SIGKILL'] as const)(
  'the processes of a load test exit when the test is stopped by %s',
  async (name) => {
    const connections = new Set<Socket>();
    const url = await startServer(connections);
    const clients = { head: 2, form: 1, file: 1, read: 1, trickle: 1, hold: 1 };
    const order = { url, cookie: 'a=b', readPath: '/', clients };
    const run = spawn(process.execPath, ['--input-type=module', '-e', runOf(order)], { stdio: 'ignore' });
    undo.push(() => void run.kill('SIGKILL'));
    await waitFor('the crowd to be there', () => connections.size === 7);
    // Record the child processes, so that they can be killed if the test fails.
    const crowd = childrenOf(run.pid);
    undo.push(() => crowd.forEach((pid) => void signal(pid, 'SIGKILL')));

    run.kill(name);
    await waitFor('the crowd to be gone', () => connections.size === 0);
  },
  40_000,
);

import { createServer } from 'node:net';
import { expect, it } from 'vitest';
import { freePort } from '../src/free-port.ts';

it('freePort never returns a port twice within two minutes', async () => {
  // Without reservations, 400 random ports contain a duplicate in more than 99 of 100 runs.
  const ports = [];
  for (let index = 0; index < 400; index += 1) ports.push(await freePort());
  expect(new Set(ports).size).toBe(ports.length);
});

it('freePort returns the preferred port only if it is free', async () => {
  const port = await freePort();
  expect(await freePort(port)).toBe(port);
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  expect(await freePort(port)).not.toBe(port);
  server.close();
});

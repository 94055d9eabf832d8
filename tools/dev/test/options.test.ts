import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { parseStartOptions } from '../src/options.ts';
import { checkPort } from '../src/product.ts';

describe('the command line', () => {
  it('has defaults for all options', () => {
    expect(parseStartOptions([], {})).toEqual({ port: 3000, workers: 1, mayReplaceSecrets: false });
  });

  it('prefers --port over PORT and GATEWAY_PORT', () => {
    const env = { PORT: '4001', GATEWAY_PORT: '4002' };
    expect(parseStartOptions(['--port', '4000', '--workers=4'], env)).toMatchObject({
      port: 4000,
      workers: 4,
    });
    expect(parseStartOptions([], env)?.port).toBe(4001);
    expect(parseStartOptions([], { ...env, PORT: '' })?.port).toBe(4002);
  });

  it('is parsed to undefined if only help is requested', () => {
    expect(parseStartOptions(['--help'], {})).toBeUndefined();
  });

  it.each([
    ['an unknown option', ['--bogus']],
    ['an extra argument', ['now']],
    ['an invalid port', ['--port', '70000']],
    ['a port that is not a number', ['--port', 'three']],
    ['no workers', ['--workers', '0']],
  ])('rejects %s with exit code 2', (_, args) => {
    expect(() => parseStartOptions(args, {})).toThrow(expect.objectContaining({ exitCode: 2 }));
  });
});

it.each(['127.0.0.1', '::1'])(
  'npm start suggests another port if the requested port is in use on %s',
  async (host) => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, host, resolve));
    const { port } = other.address() as AddressInfo;

    await expect(checkPort(port, undefined)).rejects.toThrow(
      `Port ${port} is already in use; run npm start -- --port ${port + 1}`,
    );
    other.close();
  },
);

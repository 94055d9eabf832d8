import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { findRedisBinary } from '../src/servers/redis-binary.ts';
import { temporaryDir } from './temporary-dir.ts';

/** Creates a fake Redis server program that only prints its version. */
function putServer(path: string, version: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `#!/bin/sh\necho "Redis server v=${version} sha=00000000:0 bits=64"\n`);
  chmodSync(path, 0o755);
}

function lookupIn(root: string) {
  const fetched: string[] = [];
  return {
    fetched,
    searchPath: `${root}/one:${root}/two`,
    fetchedDir: join(root, 'fetched'),
    canFetch: true,
    fetch: async (targetDir: string) => {
      fetched.push(targetDir);
      putServer(join(targetDir, 'usr/bin/redis-server'), '7.0.15');
    },
    log: () => {},
  };
}

it('the Redis lookup returns the first Redis or Valkey server on the PATH that is new enough', async () => {
  const root = temporaryDir();
  const lookup = lookupIn(root);
  putServer(join(root, 'one/redis-server'), '6.0.16');
  putServer(join(root, 'two/valkey-server'), '8.1.1');
  putServer(join(root, 'fetched/usr/bin/redis-server'), '7.0.15');

  expect(await findRedisBinary(lookup)).toMatchObject({
    command: join(root, 'two/valkey-server'),
    version: '8.1.1',
  });
  expect(lookup.fetched).toEqual([]);
});

it('the Redis lookup downloads a server if the PATH has none, and reuses it the next time', async () => {
  const lookup = lookupIn(temporaryDir());

  expect(await findRedisBinary(lookup)).toMatchObject({ version: '7.0.15' });
  expect(await findRedisBinary(lookup)).toMatchObject({ version: '7.0.15' });
  expect(lookup.fetched).toHaveLength(1);
});

it.each([
  ['downloads are impossible', { canFetch: false }],
  ['the download fails', { fetch: () => Promise.reject(new Error('no network')) }],
  ['the downloaded program does not run', { fetch: async () => {} }],
])('the Redis lookup suggests three solutions if %s', async (_, change) => {
  const error: Error = await findRedisBinary({ ...lookupIn(temporaryDir()), ...change }).then(
    () => expect.unreachable(),
    (reason) => reason,
  );
  for (const way of ['apt-get install redis-server', 'REDIS_URL=', 'docker compose'])
    expect(error.message).toContain(way);
});

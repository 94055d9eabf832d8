import { spawnSync } from 'node:child_process';
import { existsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { acquireLock } from '../src/lock.ts';
import { identityOf } from '../src/processes/identity.ts';
import { temporaryDir } from './temporary-dir.ts';

it('the lock rejects a second launcher for the same folder with an error that contains the URL of the first launcher', () => {
  const dataDir = temporaryDir();
  const release = acquireLock(dataDir, 'http://localhost:3000');

  expect(() => acquireLock(dataDir, 'http://localhost:3001')).toThrow(
    /already running from this folder, at http:\/\/localhost:3000/,
  );
  expect(statSync(join(dataDir, 'lock')).mode & 0o777).toBe(0o600);

  release();
  expect(existsSync(join(dataDir, 'lock'))).toBe(false);
  acquireLock(dataDir, 'http://localhost:3001')();
});

it('the launcher takes over the lock of a process that has ended', () => {
  const dataDir = temporaryDir();
  const { pid } = spawnSync('true');
  writeFileSync(join(dataDir, 'lock'), JSON.stringify({ pid, startTime: 'long ago', url: 'gone' }));

  acquireLock(dataDir, 'http://localhost:3000')();
});

it('the launcher takes over the lock of a process whose id was reused', () => {
  const dataDir = temporaryDir();
  const reused = { ...identityOf(process.ppid), startTime: 'before the reboot', url: 'gone' };
  writeFileSync(join(dataDir, 'lock'), JSON.stringify(reused));

  acquireLock(dataDir, 'http://localhost:3000')();
});

it('the launcher takes over an unreadable lock', () => {
  const dataDir = temporaryDir();
  writeFileSync(join(dataDir, 'lock'), '');

  acquireLock(dataDir, 'http://localhost:3000')();
});

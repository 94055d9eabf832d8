import { statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loadSecrets } from '../src/secrets.ts';
import { temporaryDir } from './temporary-dir.ts';

it('makes secrets once, readable by their owner only', () => {
  const dataDir = temporaryDir();
  const secrets = loadSecrets(dataDir);

  expect(secrets.gatewaySecret).toMatch(/^[0-9a-f]{64}$/);
  expect(new Set(Object.values(secrets.databasePasswords)).size).toBe(3);
  expect(loadSecrets(dataDir)).toEqual(secrets);
  expect(statSync(join(dataDir, 'secrets.json')).mode & 0o777).toBe(0o600);
  expect(loadSecrets(temporaryDir())).not.toEqual(secrets);
});

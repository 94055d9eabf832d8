import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loadSecrets } from '../src/secrets.ts';
import { temporaryDir } from './temporary-dir.ts';

it('makes secrets once, readable by their owner only', () => {
  const dataDir = temporaryDir();
  const secrets = loadSecrets(dataDir);

  expect(secrets.gatewaySecret).toMatch(/^[0-9a-f]{64}$/);
  expect(new Set(Object.values(secrets.databasePasswords)).size).toBe(3);
  expect(secrets.identitySecret).toMatch(/^[0-9a-f]{64}$/);
  expect(secrets.identitySecret).not.toBe(secrets.gatewaySecret);
  expect(secrets.stripeStandIn).toEqual({
    secretKey: expect.stringMatching(/^sk_standin_[0-9a-f]{64}$/),
    publishableKey: expect.stringMatching(/^pk_standin_[0-9a-f]{24}$/),
    webhookSecret: expect.stringMatching(/^whsec_[0-9a-f]{64}$/),
  });
  expect(loadSecrets(dataDir)).toEqual(secrets);
  expect(statSync(join(dataDir, 'secrets.json')).mode & 0o777).toBe(0o600);
  expect(loadSecrets(temporaryDir())).not.toEqual(secrets);
});

it('adds what a folder of an earlier version lacks, and keeps what it has', () => {
  const dataDir = temporaryDir();
  const { gatewaySecret, databasePasswords } = loadSecrets(dataDir);
  writeFileSync(join(dataDir, 'secrets.json'), JSON.stringify({ gatewaySecret, databasePasswords }));
  const secrets = loadSecrets(dataDir);
  expect(secrets).toMatchObject({ gatewaySecret, databasePasswords });
  expect(loadSecrets(dataDir)).toEqual(secrets);
});

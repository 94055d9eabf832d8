import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadSecrets } from '../src/secrets.ts';
import { temporaryDir } from './temporary-dir.ts';

it('secrets are created once and are readable only by their owner', () => {
  const dataDir = temporaryDir();
  const secrets = loadSecrets(dataDir);

  expect(secrets.gatewaySecret).toMatch(/^[0-9a-f]{64}$/);
  expect(new Set(Object.values(secrets.databasePasswords)).size).toBe(3);
  expect(secrets.identitySecret).toMatch(/^[0-9a-f]{64}$/);
  expect(secrets.identitySecret).not.toBe(secrets.gatewaySecret);
  expect(secrets.fakeStripe).toEqual({
    secretKey: expect.stringMatching(/^sk_fake_[0-9a-f]{64}$/),
    publishableKey: expect.stringMatching(/^pk_fake_[0-9a-f]{24}$/),
    webhookSecret: expect.stringMatching(/^whsec_[0-9a-f]{64}$/),
  });
  expect(loadSecrets(dataDir)).toEqual(secrets);
  expect(statSync(join(dataDir, 'secrets.json')).mode & 0o777).toBe(0o600);
  expect(loadSecrets(temporaryDir())).not.toEqual(secrets);
});

it('secrets missing from an earlier version’s file are added, and existing secrets are kept', () => {
  const dataDir = temporaryDir();
  const { gatewaySecret, databasePasswords } = loadSecrets(dataDir);
  writeFileSync(join(dataDir, 'secrets.json'), JSON.stringify({ gatewaySecret, databasePasswords }));
  const secrets = loadSecrets(dataDir);
  expect(secrets).toMatchObject({ gatewaySecret, databasePasswords });
  expect(loadSecrets(dataDir)).toEqual(secrets);
});

describe('a data folder that contains data', () => {
  const folderWith = (data: string, secretsText: string | undefined) => {
    const dataDir = temporaryDir();
    mkdirSync(join(dataDir, data));
    if (secretsText !== undefined) writeFileSync(join(dataDir, 'secrets.json'), secretsText);
    return dataDir;
  };

  it.each([
    ['missing', 'postgres', undefined, /secrets\.json is missing, and .* holds data/],
    ['empty', 'objects', '', /secrets\.json is empty or cannot be read/],
    ['truncated', 'postgres', '{"gatewaySecret": "32', /secrets\.json is empty or cannot be read/],
    ['without the secret', 'objects', '{}', /secrets\.json is empty or cannot be read/],
    ['null', 'objects', 'null', /secrets\.json is empty or cannot be read/],
  ])('is rejected with a suggested solution if secrets.json is %s', (_, data, text, message) => {
    const dataDir = folderWith(data, text);
    expect(() => loadSecrets(dataDir)).toThrow(message);
    expect(() => loadSecrets(dataDir)).toThrow(/Restore .*npm start -- --new-secrets.*remove /);
    // The file must remain unchanged, so that the user can repair it.
    const path = join(dataDir, 'secrets.json');
    expect(existsSync(path) ? readFileSync(path, 'utf8') : undefined).toBe(text);
  });

  it('gets new secrets in place of lost ones if the user requests it', () => {
    const dataDir = folderWith('postgres', '');
    const secrets = loadSecrets(dataDir, { mayReplace: true });
    expect(loadSecrets(dataDir)).toEqual(secrets);
  });

  it('keeps existing secrets even if new ones are requested', () => {
    const dataDir = temporaryDir();
    const secrets = loadSecrets(dataDir);
    mkdirSync(join(dataDir, 'postgres'));
    expect(loadSecrets(dataDir, { mayReplace: true })).toEqual(secrets);
  });
});

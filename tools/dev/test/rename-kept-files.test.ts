import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { renameKeptFiles } from '../src/rename-kept-files.ts';

it('npm start renames the fake Stripe’s old state file, but never overwrites a newer one', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'kept-'));
  const write = (name: string, text: string) => writeFileSync(join(dataDir, name), text);
  write('stripe-stand-in.json', 'earlier');
  renameKeptFiles(dataDir);
  expect(readdirSync(dataDir)).toEqual(['fake-stripe.json']);
  write('stripe-stand-in.json', 'earlier');
  write('fake-stripe.json', 'newer');
  renameKeptFiles(dataDir);
  expect(readFileSync(join(dataDir, 'fake-stripe.json'), 'utf8')).toBe('newer');
});

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isTest, partOf, type SourceFile, sourceFiles } from '../src/source-code/source-files.ts';

/** Packages that the specification requires the product to use, in its source code or in its tests. */
const named = [
  ...['react', 'react-dom', 'react-router-dom', '@tanstack/react-query', 'vite'],
  ...['fastify', '@fastify/multipart', '@fastify/cookie', '@fastify/jwt', 'zod', 'pino', 'stripe'],
  ...['bullmq', 'ioredis', 'sharp', 'kysely', 'pg'],
  ...['@aws-sdk/client-s3', '@aws-sdk/s3-request-presigner', 'testcontainers'],
];
const namedForTests = ['vitest'];

const root = join(import.meta.dirname, '../../..');
const files = sourceFiles();

/** Returns the packages that a file imports at run time. Type-only imports are ignored. */
function importedBy({ text }: SourceFile): Set<string> {
  const imports = text.matchAll(
    /^\s*(?:import|export) (?!type )[^;']*?from '([^'.][^']*)'|import\('([^'.][^']*)'\)/gm,
  );
  const packageOf = (path: string) => /^(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? path;
  return new Set([...imports].map(([, from, called]) => packageOf(from ?? called ?? '')));
}

/** Returns whether the manifest of the file's package declares the dependency. */
function isDeclared(name: string, { path }: SourceFile): boolean {
  const manifest = ['package.json', '../package.json']
    .map((relative) => join(root, partOf(path), relative))
    .find((candidate) => existsSync(candidate));
  const { dependencies = {}, devDependencies = {} } = JSON.parse(
    readFileSync(manifest ?? '', 'utf8'),
  ) as Record<string, Record<string, string>>;
  return name in dependencies || name in devDependencies;
}

const usersOf = (name: string, among: SourceFile[]) =>
  among.filter((file) => importedBy(file).has(name) && isDeclared(name, file)).map(({ path }) => path);

it.each(named)('the required package %s is used in the source code', (name) => {
  const program = files.filter(({ path }) => !isTest(path));
  expect(usersOf(name, program)).not.toEqual([]);
});

it.each(namedForTests)('the required package %s is used in the tests', (name) => {
  expect(
    usersOf(
      name,
      files.filter(({ path }) => isTest(path)),
    ),
  ).not.toEqual([]);
});

it('importedBy ignores packages that are imported only as types', () => {
  const [file] = files.filter(({ path }) => path === 'packages/service-kit/src/logger.ts');
  expect(importedBy(file as SourceFile)).toContain('pino');
  const types = { path: 'packages/service-kit/src/a.ts', text: "import type { Logger } from 'pino';\n" };
  expect(usersOf('pino', [types])).toEqual([]);
  const undeclared = { path: 'packages/contracts/src/a.ts', text: "import { pino } from 'pino';\n" };
  expect([...importedBy(undeclared)]).toEqual(['pino']);
  expect(usersOf('pino', [undeclared])).toEqual([]);
});

it('the repository has a Docker Compose file for a production-like deployment', () => {
  expect(existsSync(join(root, 'infra/docker-compose.yml'))).toBe(true);
});

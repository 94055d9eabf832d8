import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { workspaceRoot } from '../../src/paths.ts';
import { temporaryDir } from '../temporary-dir.ts';
import type { Manifest } from './manifests.ts';

/**
 * Kubernetes and KEDA schemas from npm packages. Compiled schemas validate types, formats and required keys. TypeScript
 * types detect unknown keys.
 */
const kubernetes = dirname(fileURLToPath(import.meta.resolve('kubernetes-models')));
const keda = dirname(fileURLToPath(import.meta.resolve('@kubernetes-models/keda')));

/** Returns the path of the schema for a manifest without the file extension, or undefined if there is no schema. */
function schemaOf({ apiVersion, kind }: Manifest): string | undefined {
  const root = apiVersion.startsWith('keda.sh/') ? keda : kubernetes;
  const path = join(root, apiVersion, kind);
  return existsSync(`${path}.js`) ? path : undefined;
}

const nameOf = ({ kind, metadata }: Manifest) => `${kind} ${metadata.name}`;

/** Returns all schema errors in the manifests, one per line. */
export async function schemaFaults(manifests: Manifest[]): Promise<string[]> {
  const unknown = manifests.filter((manifest) => schemaOf(manifest) === undefined);
  const known = manifests.filter((manifest) => schemaOf(manifest) !== undefined);
  const wrong = await Promise.all(known.map(wrongValues));
  return [
    ...unknown.map((manifest) => `${nameOf(manifest)}: no such kind in ${manifest.apiVersion}`),
    ...wrong.flat(),
    ...unknownKeys(known),
  ];
}

async function wrongValues(manifest: Manifest): Promise<string[]> {
  const module: Record<string, new (data: Manifest) => { validate(): void }> = await import(
    pathToFileURL(`${schemaOf(manifest)}.js`).href
  );
  const Model = module[manifest.kind];
  if (Model === undefined) return [`${nameOf(manifest)}: no such kind in its module`];
  try {
    new Model(manifest).validate();
    return [];
  } catch (error) {
    return [`${nameOf(manifest)}: ${(error as Error).message}`];
  }
}

/** Returns type errors that occur when the manifests are compiled as typed constants. This detects unknown keys. */
function unknownKeys(manifests: Manifest[]): string[] {
  const lines = manifests.map(
    (manifest, index) =>
      `export const manifest${index}: import('${schemaOf(manifest)}.js').I${manifest.kind} = ${JSON.stringify(manifest)};`,
  );
  const file = join(temporaryDir(), 'manifests.mts');
  writeFileSync(file, `${lines.join('\n')}\n`);
  const flags = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--target', 'es2024'];
  const { stdout } = spawnSync(
    process.execPath,
    [join(workspaceRoot, 'node_modules/typescript/bin/tsc'), ...flags, '--ignoreConfig', file],
    { cwd: dirname(file), encoding: 'utf8' },
  );
  return [...stdout.matchAll(/manifests\.mts\((\d+),\d+\): error (.*)/g)].map(([, line, message]) => {
    const manifest = manifests[Number(line) - 1];
    return `${manifest ? nameOf(manifest) : 'compiler'}: ${message}`;
  });
}

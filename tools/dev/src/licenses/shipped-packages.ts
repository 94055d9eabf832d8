import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { workspaceRoot } from '../paths.ts';

/** Distributed parts of the product: four container images and the web app. */
const shippedParts = ['gateway', 'billing', 'affiliate', 'compressor-worker', 'web'];

export interface ShippedPackage {
  /**
   * Package name. Builds of a package for different platforms are listed as one package, so that the list is identical
   * on every machine.
   */
  name: string;
  version: string;
  /** SPDX license expression from the package's manifest. */
  license: string;
  isInServices: boolean;
  isInBrowser: boolean;
  /**
   * Contents of the license and notice files. For platform-specific builds, also the list of statically linked
   * libraries.
   */
  texts: string[];
}

interface Listed {
  name: string;
  versions: string[];
  paths: string[];
  license: string;
}

/**
 * Returns all distributed third-party packages, sorted by name.
 * @throws Error if pnpm cannot list them
 */
export function readShippedPackages(): ShippedPackage[] {
  const packages = new Map<string, ShippedPackage>();
  for (const { part, name, version, listed, folder } of shippedParts.flatMap(versionsIn)) {
    const one = packages.get(`${name} ${version}`) ?? describe(listed, { name, version, folder });
    if (part === 'web') one.isInBrowser = true;
    else one.isInServices = true;
    packages.set(`${name} ${version}`, one);
  }
  return [...packages.values()].sort((a, b) => compare(a.name, b.name) || compare(a.version, b.version));
}

const versionsIn = (part: string) =>
  listOf(part).flatMap((listed) =>
    listed.versions.map((version, index) => ({
      part,
      version,
      listed,
      name: withoutPlatform(listed.name),
      folder: listed.paths[index] ?? '',
    })),
  );

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Replaces the platform in a package name with a placeholder: `@img/sharp-linux-x64` → `@img/sharp-<platform>`. */
export function withoutPlatform(name: string): string {
  return name.replace(
    /-(linux|linuxmusl|darwin|win32)-(x64|arm64|arm|ia32)(-(gnu|musl|msvc))?$/,
    '-<platform>',
  );
}

function listOf(part: string): Listed[] {
  const pnpm = join(workspaceRoot, 'node_modules/.bin/pnpm');
  const args = ['--filter-prod', `@gossamer/${part}...`, 'licenses', 'list', '--json', '--prod'];
  const json = execFileSync(pnpm, args, {
    cwd: workspaceRoot,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  return Object.values(JSON.parse(json) as Record<string, Listed[]>).flat();
}

function describe(
  { license }: Listed,
  { name, version, folder }: { name: string; version: string; folder: string },
): ShippedPackage {
  const isBinary = name.endsWith('-<platform>');
  const wanted = isBinary
    ? /^(licen[cs]e|copying|notice|third.?party|readme)/i
    : /^(licen[cs]e|copying|notice)/i;
  const files = readdirSync(folder, { withFileTypes: true }).filter(
    (entry) => entry.isFile() && wanted.test(entry.name),
  );
  const texts = files
    .map((file) => readFileSync(join(folder, file.name), 'utf8').replace(/\r\n/g, '\n').trim())
    .filter((text) => text !== '');
  return { name, version, license, isInServices: false, isInBrowser: false, texts };
}

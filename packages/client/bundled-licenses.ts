import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Rolldown } from 'tsdown';

/** Rolldown plugin that writes the licenses of all bundled packages to a file next to the bundle. */
export function bundledLicenses(fileName: string): Rolldown.Plugin {
  return {
    name: 'bundled-licenses',
    generateBundle(_options, bundle) {
      const modules = Object.values(bundle).flatMap((part) => (part.type === 'chunk' ? part.moduleIds : []));
      const folders = new Set(modules.filter((id) => id.includes('/node_modules/')).map(packageFolder));
      const source = [...folders].sort().map(licenseOf).join('\n\n');
      this.emitFile({ type: 'asset', fileName, source });
    },
  };
}

/** Returns the root folder of a package. Its subfolders can have a package.json without a name. */
function packageFolder(file: string): string {
  let folder = dirname(file);
  while (manifestOf(folder)?.name === undefined) folder = dirname(folder);
  return folder;
}

function manifestOf(folder: string): { name?: string; version?: string; license?: string } | undefined {
  const file = join(folder, 'package.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

function licenseOf(folder: string): string {
  const { name, version, license } = manifestOf(folder) ?? {};
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  const text = file ? readFileSync(join(folder, file), 'utf8').trim() : '';
  return `${name} ${version} (${license})\n\n${text}\n`;
}

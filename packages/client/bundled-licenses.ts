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

function packageFolder(file: string): string {
  let folder = dirname(file);
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder);
  return folder;
}

function licenseOf(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  const text = file ? readFileSync(join(folder, file), 'utf8').trim() : '';
  return `${name} ${version} (${license})\n\n${text}\n`;
}

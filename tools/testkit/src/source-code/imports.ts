import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { partOf, root, type SourceFile } from './source-files.ts';

export interface Import {
  from: string;
  to: string;
  /** Whether the import is type-only. Type-only imports do not exist at run time. */
  isType: boolean;
}

/** Returns all imports between project files. Paths are relative to the root. */
export function importsOf(files: readonly SourceFile[]): Import[] {
  return files.flatMap(({ path, text }) =>
    [...text.matchAll(/(import type [^']*?|export type [^']*?)?(?:from|import\()\s*'([^']+)'/g)].flatMap(
      ([, type, target = '']) => {
        return placesOf(path, target).map((to) => ({ from: path, to, isType: type !== undefined }));
      },
    ),
  );
}

/**
 * Returns the project files that an import can refer to. There are several if the package has alternatives for Node.js
 * and browsers.
 */
function placesOf(from: string, target: string): string[] {
  if (target.startsWith('.')) return [normalize(join(dirname(from), target))];
  if (target === 'gossamer-engine') return ['packages/local-engine/src/index.ts'];
  if (target.startsWith('gossamer/cli/'))
    return [`packages/client/src/${target.replace('gossamer/', '')}.ts`];
  if (target.startsWith('#')) return alternativesOf(partOf(from), target);
  const [scope, name, ...rest] = target.split('/');
  return scope === '@gossamer' ? [`${[packageFolder(name), ...rest].join('/')}.ts`] : [];
}

/** Returns the files of an import such as `#zlib`, which the field `imports` of package.json maps to files. */
function alternativesOf(folder: string, name: string): string[] {
  const { imports } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
  const targets = Object.values<string>(imports[name]).filter((target) => target.startsWith('.'));
  return targets.map((target) => normalize(join(folder, target)));
}

function packageFolder(name = ''): string {
  const isIn = (names: string[]) => names.includes(name);
  const group = isIn(['dev', 'fake-stripe', 'testkit'])
    ? 'tools'
    : isIn(['contracts', 'service-kit', 'ssimulacra2', 'engine', 'client'])
      ? 'packages'
      : 'services';
  return `${group}/${name}/src`;
}

/** Returns the run-time imports that are part of an import cycle or that connect two cycles. */
export function inCircles(imports: readonly Import[]): Import[] {
  let left = imports.filter(({ isType }) => !isType);
  for (let before = Number.POSITIVE_INFINITY; left.length < before; ) {
    before = left.length;
    const importing = new Set(left.map(({ from }) => from));
    const imported = new Set(left.map(({ to }) => to));
    // Remove imports that cannot be part of a cycle, because the importing file is never imported or the imported file
    // has no imports.
    left = left.filter(({ from, to }) => importing.has(to) && imported.has(from));
  }
  return left;
}

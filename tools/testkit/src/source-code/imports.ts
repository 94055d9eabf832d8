import { dirname, join, normalize } from 'node:path';
import type { SourceFile } from './source-files.ts';

export interface Import {
  from: string;
  to: string;
  /** Of types alone: nothing of it is there when the program runs. */
  isType: boolean;
}

/** Every import as two paths below the root; packages of others are left out. */
export function importsOf(files: readonly SourceFile[]): Import[] {
  return files.flatMap(({ path, text }) =>
    [...text.matchAll(/(import type [^']*?|export type [^']*?)?(?:from|import\()\s*'([^']+)'/g)].flatMap(
      ([, type, target = '']) => {
        const to = placeOf(path, target);
        return to === undefined ? [] : [{ from: path, to, isType: type !== undefined }];
      },
    ),
  );
}

function placeOf(from: string, target: string): string | undefined {
  if (target.startsWith('.')) return normalize(join(dirname(from), target));
  const [scope, name, ...rest] = target.split('/');
  return scope === '@gossamer' ? `${[packageFolder(name), ...rest].join('/')}.ts` : undefined;
}

function packageFolder(name = ''): string {
  const isIn = (names: string[]) => names.includes(name);
  const group = isIn(['dev', 'fake-stripe', 'testkit'])
    ? 'tools'
    : isIn(['contracts', 'service-kit', 'ssimulacra2', 'client'])
      ? 'packages'
      : 'services';
  return `${group}/${name}/src`;
}

/** The imports by which a file comes back to itself while the program runs. */
export function inCircles(imports: readonly Import[]): Import[] {
  let left = imports.filter(({ isType }) => !isType);
  for (let before = Number.POSITIVE_INFINITY; left.length < before; ) {
    before = left.length;
    const importing = new Set(left.map(({ from }) => from));
    const imported = new Set(left.map(({ to }) => to));
    // Whoever imports nothing, or is imported by nobody, is the end of a way and not in a circle.
    left = left.filter(({ from, to }) => importing.has(to) && imported.has(from));
  }
  return left;
}

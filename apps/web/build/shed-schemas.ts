import { readFile } from 'node:fs/promises';
import type { Plugin } from 'vite';

const contracts = /\/packages\/contracts\/src\/[\w-]+\.ts(\?schemas)?$/;
const suffix = '?schemas';

/**
 * Keeps zod (25 KB gzipped) out of the first load, which needs the contracts' constants and not their schemas.
 *
 * A contract that another contract imports becomes a copy of its own, so that a chunk with schemas does not
 * drag them into the chunk of whoever reads a constant of the same file; and every constant is marked as free of
 * side effects, so that what is not used goes. Only a build is changed; `e2e/first-load.e2e.ts` holds the size.
 */
export function shedSchemas(): Plugin {
  return {
    name: 'gossamer:shed-schemas',
    apply: 'build',
    enforce: 'pre',
    async resolveId(source, importer) {
      if (!source.startsWith('./') || !importer || !contracts.test(importer)) return null;
      const resolved = await this.resolve(source, importer.replace(suffix, ''), { skipSelf: true });
      return resolved && { ...resolved, id: resolved.id + suffix };
    },
    load(id) {
      return id.endsWith(suffix) && contracts.test(id) ? readFile(id.slice(0, -suffix.length), 'utf8') : null;
    },
    transform(code, id) {
      return contracts.test(id) ? { code: markPure(code), map: null } : null;
    },
  };
}

/** `const a = …;` at the top level → `const a = (() => (…))();` with the mark. Relies on the formatter's layout. */
function markPure(code: string): string {
  return code.replace(
    /^((?:export )?const \w+(?:: [^=\n]+)? = )([\s\S]*?);$(?=\n(?:\S|\n|$)|$(?![\s\S]))/gm,
    (_, head: string, value: string) => `${head}/* @__PURE__ */ (() => (${value}))();`,
  );
}

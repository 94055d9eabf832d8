import { describe, expect, it } from 'vitest';
import { type Import, importsOf, inCircles } from '../src/source-code/imports.ts';
import { isTest, partOf, sourceFiles } from '../src/source-code/source-files.ts';

/** Checks rules from CONTRIBUTING.md that no linter checks: import directions, file lengths and file names. */
const files = sourceFiles();
const imports = importsOf(files);

/** Packages that the source code of each package may import. */
const allowed: Record<string, string[]> = {
  'apps/web': ['packages/contracts', 'packages/engine'],
  'services/gateway': ['packages/service-kit', 'packages/contracts'],
  'services/affiliate': ['packages/service-kit', 'packages/contracts'],
  'services/billing': ['packages/service-kit', 'packages/contracts'],
  'services/compressor-worker': ['packages/service-kit', 'packages/contracts', 'packages/engine'],
  'packages/service-kit': ['packages/contracts'],
  'packages/contracts': [],
  'packages/ssimulacra2': [],
  'packages/engine': ['packages/contracts', 'packages/ssimulacra2'],
  'packages/local-engine': ['packages/contracts', 'packages/engine'],
  'packages/client': ['packages/contracts', 'packages/local-engine'],
  'packages/action': ['packages/client', 'packages/contracts'],
  'tools/dev': [],
  'tools/testkit': ['packages/contracts', 'tools/dev'],
  'tools/fake-stripe': ['packages/service-kit', 'packages/contracts'],
  'tools/bench': [
    'services/compressor-worker',
    'packages/contracts',
    'packages/engine',
    'packages/ssimulacra2',
    'tools/dev',
    'tools/testkit',
  ],
  'tools/docs-site': ['services/gateway', 'packages/contracts'],
  'tools/chaos': ['packages/contracts', 'tools/testkit', 'tools/dev'],
};

/** Packages that all tests may import. */
const forTests = ['tools/testkit', 'tools/fake-stripe'];

/** Folders of a package that may be imported by all of its features. */
const cores: Record<string, string[]> = {
  'services/gateway': ['compressions', 'db', 'deliveries', 'http', 'limits'],
  'services/affiliate': ['db', 'ledger', 'paypal'],
  'services/billing': ['db', 'mirror', 'stripe'],
  'services/compressor-worker': ['engine-pool'],
};

const show = ({ from, to }: Import) => `${from} → ${to}`;

describe('imports', () => {
  it('follow the allowed dependency directions between packages', () => {
    const wrong = imports.filter(({ from, to }) => {
      const [own, other] = [partOf(from), partOf(to)];
      if (own === other || !(own in allowed)) return false;
      return !(allowed[own] ?? []).includes(other) && !(isTest(from) && forTests.includes(other));
    });
    expect(wrong.map(show)).toEqual([]);
  });

  it('have no cycles', () => {
    expect(inCircles(imports).map(show)).toEqual([]);
  });

  it('do not cross feature boundaries within a service', () => {
    const feature = (path: string) => /^(services\/[\w-]+)\/src\/([\w-]+)\//.exec(path)?.slice(1) ?? [];
    const wrong = imports.filter(({ from, to }) => {
      const [service = '', own] = feature(from);
      const [otherService, other = ''] = feature(to);
      if (!own || service !== otherService || own === other) return false;
      return !(cores[service] ?? []).includes(other);
    });
    expect(wrong.map(show)).toEqual([]);
  });

  it('lead only from app to screens to features to components in the web app', () => {
    const layers = ['app', 'screens', 'features', 'components', 'i18n', 'lib'];
    const layer = (path: string) => layers.indexOf(/^apps\/web\/src\/([\w-]+)\//.exec(path)?.[1] ?? '');
    const featureOf = (path: string) => /^apps\/web\/src\/features\/([\w-]+)\//.exec(path)?.[1];
    const wrong = imports.filter(({ from, to }) => {
      // All layers may import the list of URL paths.
      if (layer(from) < 0 || layer(to) < 0 || to === 'apps/web/src/app/paths.ts') return false;
      const isUpwards = layer(to) < Math.min(layer(from), layers.indexOf('components'));
      return isUpwards || (featureOf(from) && featureOf(to) && featureOf(from) !== featureOf(to));
    });
    expect(wrong.map(show)).toEqual([]);
  });
});

describe('files', () => {
  it('have at most 250 lines, or 400 for tests', () => {
    const long = files
      .map(({ path, text }) => ({ path, lines: text.split('\n').length, limit: isTest(path) ? 400 : 250 }))
      .filter(({ lines, limit }) => lines > limit);
    expect(long).toEqual([]);
  });

  it('do not have vague names', () => {
    const vague = /(^|[/.-])(utils?|helpers?|common|misc|manager|base)([/.-])/;
    expect(files.filter(({ path }) => vague.test(path)).map(({ path }) => path)).toEqual([]);
  });

  it('explain every disabled check, and do not skip tests', () => {
    const silent =
      /@ts-ignore|@ts-nocheck|\b(?:it|test|describe)\.(?:skip|only|todo)\b|biome-ignore(?![^\n]*: \w)/;
    const own = 'tools/testkit/test/house.test.ts';
    expect(
      files.filter(({ path, text }) => path !== own && silent.test(text)).map(({ path }) => path),
    ).toEqual([]);
  });
});

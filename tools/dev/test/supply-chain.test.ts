import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { workspaceRoot } from '../src/paths.ts';

interface Workspace {
  packages: string[];
  catalog: Record<string, string>;
  allowBuilds: Record<string, boolean>;
}
interface Lockfile {
  catalogs: { default: Record<string, { specifier: string; version: string }> };
  packages: Record<string, { resolution: Record<string, string> }>;
}
type Manifest = Record<string, unknown> & { dependencies?: Record<string, string> };

const read = (path: string) => readFileSync(join(workspaceRoot, path), 'utf8');
const workspace = parse(read('pnpm-workspace.yaml')) as Workspace;
// Use the last document in the lockfile, because the first document may describe pnpm's own version.
const lockfile = parse(read('pnpm-lock.yaml').split(/^---$/m).at(-1) ?? '') as Lockfile;

const manifests = workspace.packages.flatMap((pattern) => {
  if (!pattern.endsWith('/*')) return [`${pattern}/package.json`];
  const folder = pattern.slice(0, -2);
  const found = readdirSync(join(workspaceRoot, folder), { withFileTypes: true });
  return found.filter((entry) => entry.isDirectory()).map(({ name }) => `${folder}/${name}/package.json`);
});
const kinds = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'];
const manifestOf = (path: string) => JSON.parse(read(path)) as Manifest;
const specifiersOf = (path: string) =>
  kinds.flatMap((kind) => Object.entries((manifestOf(path)[kind] ?? {}) as Record<string, string>));

describe('the dependency versions', () => {
  it('are pinned in the catalog, and packages refer to the catalog', () => {
    for (const [name, version] of Object.entries(workspace.catalog)) {
      expect(version, name).toMatch(/^\d+\.\d+\.\d+(-[\w.]+)?$/);
    }
    expect(manifests.length).toBeGreaterThan(10);
    for (const path of ['package.json', ...manifests]) {
      for (const [name, specifier] of specifiersOf(path)) {
        expect(specifier, `${name} in ${path}`).toMatch(/^(catalog:|workspace:\*)$/);
      }
    }
  });

  it('are the same in the catalog and the lockfile', () => {
    for (const [name, { specifier, version }] of Object.entries(lockfile.catalogs.default)) {
      expect([name, specifier, version]).toEqual([name, workspace.catalog[name], workspace.catalog[name]]);
    }
  });
});

describe('every installed package', () => {
  it('comes from the registry and has an integrity hash', () => {
    const entries = Object.entries(lockfile.packages);
    expect(entries.length).toBeGreaterThan(300);
    for (const [name, { resolution }] of entries) {
      expect(Object.keys(resolution), name).toEqual(['integrity']);
      expect(resolution.integrity, name).toMatch(/^sha512-/);
    }
  });

  it('runs no install script, except pnpm, which downloads its binary', () => {
    const running = Object.entries(workspace.allowBuilds).filter(([, mayRun]) => mayRun);
    expect(running.map(([name]) => name)).toEqual(['pnpm']);
    // Workspace packages must not have install scripts, because these would also run on every install.
    for (const path of ['package.json', ...manifests]) {
      const scripts = Object.keys((manifestOf(path).scripts ?? {}) as object);
      expect(
        scripts.filter((name) => /^(pre|post)?install$|^prepare$/.test(name)),
        path,
      ).toEqual([]);
    }
  });

  it.each([
    // CVE-2026-16732: trusted proxies configured as a hop count or as `true`.
    ['fastify', [5, 12, 1]],
    // CVE-2026-92395: IPv4 networks written as IPv6 addresses.
    ['@fastify/proxy-addr', [5, 1, 1]],
    // CVE-2026-114113: vulnerable decoders in libvips.
    ['sharp', [0, 35, 0]],
  ] as const)('has at least the version that fixes known vulnerabilities: %s %j', (name, oldest) => {
    const versions = Object.keys(lockfile.packages).filter((key) => key.startsWith(`${name}@`));
    expect(versions.length).toBeGreaterThan(0);
    for (const key of versions) {
      const version = key
        .slice(name.length + 1)
        .split('.')
        .map(Number);
      const difference = version.map((part, index) => part - oldest[index]!).find((part) => part !== 0) ?? 0;
      expect(difference, key).toBeGreaterThanOrEqual(0);
    }
  });
});

describe('a package installation', () => {
  const installing = [
    'tools/dev/install.mjs',
    ...['gateway', 'billing', 'affiliate', 'compressor-worker'].map((name) => `services/${name}/Dockerfile`),
  ];

  it.each(installing)('does not change the lockfile: %s', (path) => {
    const commands = read(path)
      .split('\n')
      .filter((line) => /\binstall\b/.test(line) && /pnpm/.test(line) && !/^\s*(#|\/\/|\*)/.test(line));
    expect(commands.length).toBeGreaterThan(0);
    for (const command of commands) expect(command).toMatch(/--frozen-lockfile/);
  });
});

describe('the CI workflows', () => {
  const folder = join(workspaceRoot, '.github/workflows');
  const workflows = readdirSync(folder).map(
    (name) => [name, readFileSync(join(folder, name), 'utf8')] as const,
  );

  it.each(workflows)('have only read permission and run no untrusted code with secrets: %s', (_, text) => {
    const workflow = parse(text) as { permissions?: unknown; on: Record<string, unknown> };
    expect(workflow.permissions).toEqual({ contents: 'read' });
    expect(Object.keys(workflow.on)).not.toContain('pull_request_target');
    expect(text).not.toMatch(/\$\{\{\s*(secrets|github\.event\.)/);
    if (text.includes('actions/checkout')) expect(text).toContain('persist-credentials: false');
  });

  it('run the tests in containers and fail without a container engine', () => {
    type Job = { 'runs-on': string; steps: { run?: string; env?: Record<string, string> }[] };
    const jobs = workflows.flatMap(([, text]) =>
      Object.values((parse(text) as { jobs: Record<string, Job> }).jobs),
    );
    const testing = jobs.flatMap((job) =>
      job.steps.filter(({ run }) => run?.startsWith('npm test')).map((step) => ({ job, step })),
    );
    expect(testing.length).toBeGreaterThan(0);
    for (const { job, step } of testing) {
      expect(job['runs-on']).toBe('ubuntu-latest');
      expect(step.env).toMatchObject({ TEST_SERVERS: 'containers' });
    }
  });

  it.each(workflows)("use only GitHub's own actions, pinned to a commit: %s", (_, text) => {
    const used = [...text.matchAll(/uses:\s*(\S+)/g)].map(([, name]) => name);
    for (const name of used) expect(name).toMatch(/^actions\/[\w-]+@[0-9a-f]{40}$/);
  });
});

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { workspaceRoot } from '../src/paths.ts';

const commands = [
  ['bench', 'tools/bench/src/run.ts'],
  ['chaos', 'tools/chaos/src/run.ts'],
] as const;

test.each(commands)('npm run %s prints its usage and all row names', (name, path) => {
  const { status, stdout, stderr } = run(path, '--help');
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toContain(`Usage: npm run ${name} -- [`);
  expect(stdout.split('\n').length).toBeGreaterThan(20);
});

test.each(commands)('npm run %s rejects unknown arguments without printing a stack trace', (_name, path) => {
  for (const argument of ['--nonsense', 'no row has this name']) {
    const { status, stderr } = run(path, argument);
    expect(status).toBe(2);
    expect(stderr).toMatch(/Usage: npm run/);
    expect(stderr).toContain(argument);
    expect(stderr).not.toMatch(/\n\s+at /);
  }
});

function run(path: string, argument: string) {
  return spawnSync(process.execPath, [join(workspaceRoot, path), argument], {
    cwd: workspaceRoot,
    encoding: 'utf8',
  });
}

import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { workspaceRoot } from '../src/paths.ts';

const commands = [
  ['bench', 'tools/bench/src/run.ts'],
  ['chaos', 'tools/chaos/src/run.ts'],
] as const;

test.each(commands)('npm run %s -- --help prints the usage and all valid names', (name, path) => {
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

test('npm scripts install missing dependencies before they run a TypeScript file', () => {
  const manifest = readFileSync(join(workspaceRoot, 'package.json'), 'utf8');
  const { scripts } = JSON.parse(manifest) as { scripts: Record<string, string> };
  const commands = Object.values(scripts).filter((command) => command.includes('.ts'));
  expect(commands.length).toBeGreaterThan(5);
  for (const command of commands) {
    const path = /^exec sh tools\/dev\/run\.sh (\S+\.ts)$/.exec(command)?.[1] ?? `wrong command: ${command}`;
    expect(existsSync(join(workspaceRoot, path)), path).toBe(true);
  }
});

function run(path: string, argument: string) {
  return spawnSync(process.execPath, [join(workspaceRoot, path), argument], {
    cwd: workspaceRoot,
    encoding: 'utf8',
  });
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const logger = fileURLToPath(new URL('../src/logger.ts', import.meta.url));

/** Runs a program with its standard output redirected to a file. Returns the exit code and standard error. */
async function run(program: string, output: string) {
  const imported = `const { createLogger } = await import(${JSON.stringify(logger)});`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', imported + program], {
    stdio: ['ignore', openSync(output, 'a'), 'pipe'],
    timeout: 15_000,
    killSignal: 'SIGKILL',
  });
  let errors = '';
  child.stderr?.on('data', (part) => (errors += part));
  const [code, signal] = await once(child, 'close');
  return { code, signal, errors };
}

it('the logger lets a process continue and exit while the disk is full', async () => {
  const program = `
    const logger = createLogger('test', 'info');
    for (let line = 0; line < 5_000; line++) logger.info({ line, text: 'x'.repeat(500) }, 'a line');
    await new Promise((resolve) => setTimeout(resolve, 100));
    logger.fatal('the last line');
    process.exit(7);`;
  expect(await run(program, '/dev/full')).toEqual({ code: 7, signal: null, errors: '' });
});

it('the logger writes fatal messages before the process exits', async () => {
  const program = `createLogger('test', 'info').fatal({ err: new Error('why') }, 'the end'); process.exit(1);`;
  const child = spawn(process.execPath, [
    '--input-type=module',
    '--eval',
    `const { createLogger } = await import(${JSON.stringify(logger)});${program}`,
  ]);
  let output = '';
  child.stdout.on('data', (part) => (output += part));
  await once(child, 'close');
  expect(JSON.parse(output)).toMatchObject({
    level: 60,
    service: 'test',
    msg: 'the end',
    err: { message: 'why' },
  });
});

#!/usr/bin/env node
import { exitCodes } from './exit-codes.ts';
import { watchInterrupts } from './interrupt.ts';
import { runProgram } from './program.ts';

// Exit when the reader closes the pipe early (EPIPE), as `head` does.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  process.exit(error.code === 'EPIPE' ? exitCodes.done : exitCodes.someFailed);
});
const signal = watchInterrupts();
process.exitCode = await runProgram(process.argv, {
  env: process.env,
  signal,
  stdout: process.stdout,
  stderr: process.stderr,
});

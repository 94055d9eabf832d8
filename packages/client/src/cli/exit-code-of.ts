import { CommanderError } from 'commander';
import { GossamerError } from '../errors.ts';
import { type ExitCode, exitCodes, UsageError } from './exit-codes.ts';
import type { Surroundings } from './program.ts';

/** Prints the message of an error that ended a command, and returns the exit code. @throws unforeseen errors, unchanged */
export function exitCodeOf(error: unknown, { stderr, signal }: Surroundings): ExitCode {
  if (signal.aborted) return exitCodes.interrupted;
  // Commander has already printed the message. Its exit code is 0 for requested output such as help.
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.usage;
  if (error instanceof UsageError) {
    stderr.write(`error: ${error.message}\n`);
    return exitCodes.usage;
  }
  if (!(error instanceof GossamerError)) throw error;
  const { message, requestId } = error;
  stderr.write(`error: ${message}${requestId ? ` (request ${requestId})` : ''}\n`);
  return exitCodes.someFailed;
}

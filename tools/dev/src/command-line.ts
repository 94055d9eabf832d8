import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { complain, say } from './print.ts';

const usageExitCode = 2;

/**
 * Usage text and options of a command that runs measurements or tests. Arguments select measurements or tests by name.
 */
export interface RowCommand<O extends ParseArgsOptionsConfig> {
  usage: string;
  options: O;
  /** Names of all measurements or tests. An argument selects those whose names contain it. */
  rowNames: readonly string[];
}

/**
 * Parses the command-line arguments of this process. Prints the usage and exits if help is requested (exit code 0) or
 * an argument is invalid (exit code 2).
 */
export function readRowCommand<const O extends ParseArgsOptionsConfig>({
  usage,
  options,
  rowNames,
}: RowCommand<O>) {
  const help = `Usage: ${usage}\nThe names, of which a part is enough:\n${rowNames.map((name) => `  ${name}`).join('\n')}`;
  if (process.argv.includes('--help')) {
    say(help);
    process.exit(0);
  }
  const { values, positionals } = parsed(options, help);
  const unknown = positionals.find((part) => !rowNames.some((name) => name.includes(part)));
  if (unknown !== undefined) refuse(`No row has "${unknown}" in its name.\n${help}`);
  return { values, positionals };
}

function parsed<const O extends ParseArgsOptionsConfig>(options: O, help: string) {
  try {
    return parseArgs({ options, allowPositionals: true });
  } catch (error) {
    return refuse(`${(error as Error).message}\n${help}`);
  }
}

/** Prints an error message without a stack trace and exits with code 2, which means invalid usage. */
export function refuse(message: string): never {
  complain(message);
  process.exit(usageExitCode);
}

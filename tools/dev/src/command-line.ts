import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { complain, say } from './print.ts';

const usageExitCode = 2;

/** What a command whose arguments choose rows of a table was called with. */
export interface RowCommand<O extends ParseArgsOptionsConfig> {
  usage: string;
  options: O;
  /** The names of all rows; an argument is a part of one. */
  rowNames: readonly string[];
}

/** Reads this process's arguments; ends it with the usage where they ask for help (0) or cannot be meant (2). */
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

/** Ends this process as called wrongly: the message, without a stack. */
export function refuse(message: string): never {
  complain(message);
  process.exit(usageExitCode);
}

import { outputFormats } from '@gossamer/contracts/formats';
import { colorFilters, maxQuality, maxResizePx, minQuality } from '@gossamer/contracts/settings';
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import manifest from '../../package.json' with { type: 'json' };
import { GossamerError } from '../errors.ts';
import { type CompressFlags, runCompress } from './compress-command.ts';
import type { ConnectionFlags } from './connect.ts';
import { exitCodes, UsageError } from './exit-codes.ts';
import { runUsage } from './usage-command.ts';

/** What a run of the command line sees of its surroundings. */
export interface Surroundings {
  env: Readonly<Record<string, string | undefined>>;
  stdout: NodeJS.WriteStream;
  stderr: NodeJS.WriteStream;
  /** Aborted when the user has had enough. */
  signal: AbortSignal;
}

const examples = `
Examples:
  gossamer compress photos --out dist              a folder, its tree kept below dist
  gossamer compress hero.png --format webp         hero.compressed.webp beside it
  gossamer compress 'src/**/*.{png,jpg}' --in-place --quality 80
  gossamer compress photos --dry-run               what it would come to; nothing is counted or written
  gossamer compress photos --out dist --json       a line of JSON for each file, then a total
  gossamer usage                                   what this month has used

The key is read from GOSSAMER_API_KEY or from --api-key-file, never from an argument: those show in lists of processes.
Ends with 0 when all is done, 1 when a file failed, 2 when the command or the key is wrong, 130 when interrupted.`;

/** Runs one command. Gives what the process is to end with. */
export async function runProgram(argv: readonly string[], around: Surroundings): Promise<number> {
  let exitCode: number = exitCodes.done;
  const program = new Command('gossamer')
    .description('Compresses pictures through the Gossamer API.')
    .version(manifest.version)
    .addHelpText('after', examples)
    .showHelpAfterError('gossamer --help shows what there is.')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => around.stdout.write(text),
      writeErr: (text) => around.stderr.write(text),
    });
  addCompress(program, async (paths, flags) => {
    exitCode = await runCompress(paths, flags, around);
  });
  addUsage(program, async (flags) => {
    exitCode = await runUsage(flags, around);
  });
  try {
    await program.parseAsync([...argv]);
    return exitCode;
  } catch (error) {
    return exitCodeOf(error, around);
  }
}

function addCompress(program: Command, run: (paths: string[], flags: CompressFlags) => Promise<void>): void {
  const command = program
    .command('compress')
    .description('Compress files, the pictures in folders, and what globs match.')
    .argument('<paths...>', 'files, folders or globs')
    .option(
      '-o, --out <folder>',
      'write below this folder (default: beside each file, as name.compressed.ext)',
    )
    .addOption(new Option('--in-place', 'replace each file, in its own format').conflicts(['out', 'format']))
    .option(
      '-q, --quality <number>',
      `${minQuality} to ${maxQuality} (default 85)`,
      between(minQuality, maxQuality),
    )
    .addOption(new Option('-f, --format <format>', 'of the results (default auto)').choices(outputFormats))
    .option('--width <pixels>', 'fit into this width; nothing is enlarged', between(1, maxResizePx))
    .option('--height <pixels>', 'fit into this height', between(1, maxResizePx))
    .addOption(new Option('--filter <filter>', 'change the colours (default none)').choices(colorFilters))
    .option('-c, --concurrency <number>', 'files at a time', between(1, 32), 4)
    .option('--dry-run', 'only say what it would come to')
    .option('--overwrite', 'replace results that are there already; without it they are passed over')
    .addOption(new Option('--json', 'a line of JSON for each file, then a total').conflicts('quiet'))
    .option('--quiet', 'only say what failed');
  addConnection(command).action(run);
}

function addUsage(program: Command, run: (flags: ConnectionFlags & { json?: true }) => Promise<void>): void {
  const command = program
    .command('usage')
    .description('Show what was used and what is allowed.')
    .option('--json', 'as JSON');
  addConnection(command).action(run);
}

function addConnection(command: Command): Command {
  return command
    .addOption(new Option('--base-url <url>', 'where the service is').env('GOSSAMER_BASE_URL'))
    .option('--api-key-file <file>', 'a file that holds the key, instead of GOSSAMER_API_KEY');
}

const between = (min: number, max: number) => (text: string) => {
  const value = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= min && value <= max) return value;
  throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`);
};

function exitCodeOf(error: unknown, { stderr, signal }: Surroundings): number {
  if (signal.aborted) return exitCodes.interrupted;
  // It has said what is wrong by itself; what was asked for, such as help, ends with 0.
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

import { colorChoices, hdrChoices } from '@gossamer/contracts/color-choices';
import { encodedFormats, outputFormats } from '@gossamer/contracts/formats';
import {
  colorFilters,
  maxQuality,
  maxResizePercent,
  maxResizePx,
  minQuality,
  preservableMetadata,
  resizeFits,
  unreachableChoices,
} from '@gossamer/contracts/settings';
import { Command, Option } from 'commander';
import manifest from '../../package.json' with { type: 'json' };
import { runCheck } from './check/check-command.ts';
import { addCheck } from './check/check-options.ts';
import { type CompressFlags, runCompress } from './compress-command.ts';
import type { ConnectionFlags } from './connect.ts';
import { addCompressor, addConnection } from './connection-options.ts';
import { runDelivery } from './deliver-command.ts';
import { exitCodeOf } from './exit-code-of.ts';
import { exitCodes } from './exit-codes.ts';
import { addMcp } from './mcp-command.ts';
import { between, color, fileSize, listOf } from './parse-values.ts';
import { type RestoreFlags, runRestore } from './restore-command.ts';
import { runUsage } from './usage-command.ts';
import { runVariants } from './variants-command.ts';
import { addVariants } from './variants-options.ts';

/** Flags of `compress` that change the image or its size. They cannot be combined with `--archive`. */
const encodingFlags = [
  'formats',
  'width',
  'height',
  'percent',
  'fit',
  'filter',
  'background',
  'preserve',
  'color',
  'hdr',
  'maxSize',
  'minSize',
];

/** Environment variables, output streams and interrupt signal of a command. */
export interface Surroundings {
  env: Readonly<Record<string, string | undefined>>;
  stdout: NodeJS.WriteStream;
  stderr: NodeJS.WriteStream;
  /** Aborted when the user interrupts the command. */
  signal: AbortSignal;
}

const examples = `
Examples:
  gossamer compress photos --out dist              a folder; its structure is kept in dist
  gossamer compress hero.png --format webp         writes hero.compressed.webp next to it
  gossamer compress 'src/**/*.{png,jpg}' --in-place --quality 80
  gossamer compress photos --dry-run               estimates the result; counts and writes nothing
  gossamer compress photos --out dist --json       one JSON line per file, then a total
  gossamer compress photos --deliver-to-list urls.json   sends the results to your storage
  gossamer variants hero.jpg --out public/images --public-path /images/
  gossamer compress photos --archive               stores JPEGs as JPEG XL without loss
  gossamer restore photos/*.jxl                    gives the JPEGs back, and prints their SHA-256
  gossamer compress photos --out dist --local      runs the engine on this computer, without an account
  gossamer check --since main                      fails if changed images are over the budget
  gossamer check --fix --local                     replaces images by smaller files
  gossamer usage                                   shows the usage of this month
  gossamer mcp                                     serves AI agents through MCP

The API key is read from GOSSAMER_API_KEY or --api-key-file, never from an argument, because process lists show arguments.
With --local no key is needed and no request is made. It needs the package gossamer-engine: npm install gossamer-engine
Exit codes: 0 success, 1 a file failed, 2 wrong command or API key, 3 over the budget (check), 130 interrupted.`;

/** Runs one command and returns the exit code of the process. */
export async function runProgram(argv: readonly string[], around: Surroundings): Promise<number> {
  let exitCode: number = exitCodes.done;
  const program = new Command('gossamer')
    .description('Compress images with the Gossamer API, or on this computer.')
    .version(manifest.version)
    .addHelpText('after', examples)
    .showHelpAfterError('Run gossamer --help for usage.')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => around.stdout.write(text),
      writeErr: (text) => around.stderr.write(text),
    });
  addCompress(program, async (paths, flags) => {
    const isDelivered = (flags.deliverTo ?? flags.deliverToList) !== undefined;
    exitCode = await (isDelivered ? runDelivery : runCompress)(paths, flags, around);
  });
  addRestore(program, async (paths, flags) => {
    exitCode = await runRestore(paths, flags, around);
  });
  addVariants(program, async (paths, flags) => {
    exitCode = await runVariants(paths, flags, around);
  });
  addCheck(program, async (paths, flags) => {
    exitCode = await runCheck(paths, flags, around);
  });
  addUsage(program, async (flags) => {
    exitCode = await runUsage(flags, around);
  });
  addMcp(program, async (flags) => {
    const { runMcp } = await import('../mcp/run-mcp.ts');
    exitCode = await runMcp(flags, around);
  });
  try {
    await program.parseAsync([...argv]);
    return exitCode;
  } catch (error) {
    return exitCodeOf(error, around);
  }
}

/** Adds the options for colors and file sizes. */
function addResultLimits(command: Command): void {
  command
    .addOption(
      new Option(
        '--color <choice>',
        'colors outside sRGB: keep them or convert to srgb (default keep)',
      ).choices(colorChoices),
    )
    .addOption(new Option('--hdr <choice>', 'HDR: keep or drop it (default keep)').choices(hdrChoices))
    .option('--max-size <size>', 'maximum file size, for example 50KB; replaces --quality', fileSize(1_000))
    .option('--min-size <size>', 'minimum file size; raises the quality, never pads', fileSize(1_024))
    .addOption(
      new Option('--on-unreachable <choice>', 'if no file is within the sizes (default closest)').choices(
        unreachableChoices,
      ),
    );
}

function addCompress(program: Command, run: (paths: string[], flags: CompressFlags) => Promise<void>): void {
  const command = program
    .command('compress')
    .description('Compress files, folders of images, and files that match globs.')
    .argument('<paths...>', 'files, folders or globs')
    .option(
      '-o, --out <folder>',
      'write results to this folder (default: next to each file, as name.compressed.ext)',
    )
    .addOption(new Option('--in-place', 'replace each file and keep its format').conflicts(['out', 'format']))
    .option(
      '-q, --quality <number>',
      `quality from ${minQuality} to ${maxQuality} (default 85)`,
      between(minQuality, maxQuality),
    )
    .addOption(
      new Option(
        '-f, --format <format>',
        "output format; modern also tries AVIF and JPEG XL, same keeps each file's format (default auto)",
      ).choices(outputFormats),
    )
    .addOption(
      new Option('--formats <formats>', 'try these formats and keep the smallest, for example webp,avif')
        .argParser(listOf(encodedFormats))
        .conflicts(['format', 'inPlace']),
    )
    .option('--width <pixels>', 'maximum width; images are never scaled up', between(1, maxResizePx))
    .option('--height <pixels>', 'maximum height', between(1, maxResizePx))
    .addOption(
      new Option('--percent <number>', 'width and height in percent of the original')
        .argParser(between(1, maxResizePercent))
        .conflicts(['width', 'height', 'fit']),
    )
    .addOption(
      new Option('--fit <fit>', 'how images fit --width and --height (default inside)').choices(resizeFits),
    )
    .addOption(new Option('--filter <filter>', 'color filter (default none)').choices(colorFilters))
    .option('--background <color>', 'color that replaces transparency, for example #ffffff', color)
    .option(
      '--preserve <kinds>',
      `metadata to keep: ${preservableMetadata.join(',')}`,
      listOf(preservableMetadata),
    )
    .addOption(archiveOption())
    .option(
      '-c, --concurrency <number>',
      'number of files to process at once (default 4; with --local, the number of processors)',
      between(1, 32),
    )
    .option('--manifest', 'describe the results in manifest.json and manifest.html; needs --out')
    .option('--dry-run', 'only estimate the results')
    .option('--overwrite', 'replace existing results instead of skipping them')
    .addOption(new Option('--json', 'print one JSON line per file, then a total').conflicts('quiet'))
    .option('--quiet', 'print only failures');
  addResultLimits(command);
  addDelivery(command);
  addCompressor(command).action(run);
}

/** Flags of `compress` that concern files on this computer. They cannot be combined with a delivery. */
const fileFlags = ['out', 'inPlace', 'overwrite', 'manifest', 'dryRun', 'local'];

/** Adds the options that send the results to the user's storage instead of writing them on this computer. */
function addDelivery(command: Command): void {
  command
    .addOption(
      new Option(
        '--deliver-to <url>',
        'let the server send the result of one image to this presigned URL, and write no file',
      ).conflicts([...fileFlags, 'deliverToList']),
    )
    .addOption(
      new Option(
        '--deliver-to-list <file>',
        'the same for many images: a JSON object that maps the path of each image to its presigned URL',
      ).conflicts(fileFlags),
    );
}

const archiveOption = (): Option =>
  new Option(
    '--archive',
    'store JPEGs as JPEG XL without loss and with all metadata; gossamer restore gives them back',
  ).conflicts([...encodingFlags, 'inPlace']);

function addRestore(program: Command, run: (paths: string[], flags: RestoreFlags) => Promise<void>): void {
  const command = program
    .command('restore')
    .description('Restore the JPEGs in archives that compress --archive made.')
    .argument('<files...>', 'JPEG XL archives')
    .option('-o, --out <folder>', 'write JPEGs to this folder (default: next to each archive)')
    .option('--overwrite', 'replace existing files')
    .option('--json', 'print one JSON line per file');
  addCompressor(command).action(run);
}

function addUsage(program: Command, run: (flags: ConnectionFlags & { json?: true }) => Promise<void>): void {
  const command = program
    .command('usage')
    .description('Show usage and limits.')
    .option('--json', 'print JSON');
  addConnection(command).action(run);
}

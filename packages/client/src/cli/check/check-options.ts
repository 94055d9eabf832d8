import { type Command, Option } from 'commander';
import { addCompressor } from '../connection-options.ts';
import { between } from '../parse-values.ts';
import type { CheckFlags } from './check-command.ts';

const details = `
Checks the images of the current folder; in a git repository, those that git does not ignore. Budgets, compression settings
and ignored files come from gossamer.config.json, .ts, .mjs or .js. Without --fix, nothing is written and nothing counts
against the quota: the server estimates the results. With --local, the results are exact.

Exit codes: 0 within the budget, 1 an image could not be checked, 2 wrong command, configuration or API key, 3 over the
budget, 130 interrupted.`;

/** Adds the command `check`. */
export function addCheck(program: Command, run: (paths: string[], flags: CheckFlags) => Promise<void>): void {
  const command = program
    .command('check')
    .description('Find images that could be smaller or exceed a budget, and fail if there are any.')
    .argument('[paths...]', 'files, folders or globs in the current folder (default: all images)')
    .option('--since <revision>', 'check only images that changed since this branch, tag or commit of git')
    .option('--config <file>', 'read the configuration from this file')
    .addOption(
      new Option('--fix', 'replace images by smaller files of the same format').conflicts('limitsOnly'),
    )
    .addOption(
      new Option(
        '--limits-only',
        'compare files with the limits only; needs no API key and no engine',
      ).conflicts(['local', 'apiKeyFile']),
    )
    .option(
      '-c, --concurrency <number>',
      'number of images to check at once (default 4; with --local, the number of processors)',
      between(1, 32),
    )
    .option('--json', 'print one JSON line per reported image, then a total')
    .option('--markdown [file]', 'write the report as Markdown to this file, or print it')
    .addHelpText('after', details);
  addCompressor(command).action(run);
}

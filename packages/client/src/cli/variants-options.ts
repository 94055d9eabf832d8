import { colorChoices, hdrChoices } from '@gossamer/contracts/color-choices';
import { colorFilters, maxQuality, minQuality, preservableMetadata } from '@gossamer/contracts/settings';
import { defaultVariantFormats, variantFormats } from '@gossamer/contracts/variant-settings';
import { type Command, Option } from 'commander';
import { addCompressor } from './connection-options.ts';
import { between, color, densities, listOf, widths } from './parse-values.ts';
import type { VariantsFlags } from './variants-command.ts';
import { markupKinds } from './write-variants.ts';

/** Widths of common screens and columns, up to the original's. */
export const defaultWidths: readonly (number | 'original')[] = [400, 800, 1_200, 1_600, 'original'];

const details = `
Files are named {name}-{width}w.{ext}. Each width is made in each format, and as a JPEG or, for transparent images, a PNG for
browsers that support none of them. Images are never enlarged, and variants that save nothing are skipped. All files of an
image count as one compression.`;

/** Adds the command `variants`. */
export function addVariants(
  program: Command,
  run: (paths: string[], flags: VariantsFlags) => Promise<void>,
): void {
  const command = program
    .command('variants')
    .description('Make images in several widths and formats for web pages, with the markup that shows them.')
    .argument('<paths...>', 'files, folders or globs')
    .option('-o, --out <folder>', 'write the files to this folder')
    .addOption(
      new Option(
        '--deliver-to-list <file>',
        'let the server send the files to your storage, and write only the markup, if --out is set: a JSON object that maps the path of each image to presigned URLs by width and extension, { "800.avif": "https://…" }',
      ).conflicts(['overwrite', 'manifest', 'local']),
    )
    .addOption(
      new Option('--widths <widths>', 'widths in pixels')
        .argParser(widths)
        .default([...defaultWidths], defaultWidths.join()),
    )
    .addOption(
      new Option(
        '--densities <densities>',
        'screen densities, by which each width is multiplied, such as 1,2',
      )
        .argParser(densities)
        .default([1], '1'),
    )
    .addOption(
      new Option('--formats <formats>', `formats in addition to JPEG or PNG: ${variantFormats.join()}`)
        .argParser(listOf(variantFormats))
        .default([...defaultVariantFormats], defaultVariantFormats.join()),
    )
    .option(
      '-q, --quality <number>',
      `quality from ${minQuality} to ${maxQuality} (default 85)`,
      between(minQuality, maxQuality),
    );
  addColors(command);
  addMarkup(command);
  command
    .option('-c, --concurrency <number>', 'number of images to process at once', between(1, 32))
    .option('--manifest', 'describe the files in manifest.json and manifest.html')
    .option('--overwrite', 'replace existing files instead of skipping their images')
    .addOption(new Option('--json', 'print one JSON line per image, then a total').conflicts('quiet'))
    .option('--quiet', 'print only failures')
    .addHelpText('after', details);
  addCompressor(command).action(run);
}

function addColors(command: Command): void {
  command
    .addOption(new Option('--filter <filter>', 'color filter (default none)').choices(colorFilters))
    .option('--background <color>', 'color that replaces transparency, for example #ffffff', color)
    .option(
      '--preserve <kinds>',
      `metadata to keep: ${preservableMetadata.join(',')}`,
      listOf(preservableMetadata),
    )
    .addOption(
      new Option('--color <choice>', 'colors outside sRGB: keep them or convert to srgb').choices(
        colorChoices,
      ),
    )
    .addOption(new Option('--hdr <choice>', 'HDR: keep or drop it').choices(hdrChoices));
}

function addMarkup(command: Command): void {
  command
    .addOption(
      new Option('--markup <kinds>', `write {name}.variants.{ext} with the markup: ${markupKinds.join(',')}`)
        .argParser(listOf(markupKinds))
        .default(['html'], 'html'),
    )
    .option('--no-markup', 'write only the images')
    .option('--public-path <url>', 'URL of the folder in the markup, for example /images/')
    .option('--alt <text>', 'alternative text in the markup')
    .option('--sizes <sizes>', 'attribute sizes in the markup (default: the width of the page)');
}

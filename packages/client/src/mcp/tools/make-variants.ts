import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { compressionOptions } from '@gossamer/contracts/api-options';
import { skippedVariant } from '@gossamer/contracts/variants';
import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { FileOutcome } from '../../cli/outcome.ts';
import { defaultWidths } from '../../cli/variants-options.ts';
import { shown } from '../../cli/words.ts';
import {
  type MarkupKind,
  type MarkupPlan,
  markupKinds,
  writeGroup,
  writeVariants,
} from '../../cli/write-variants.ts';
import type { CompressionOptions } from '../../compression-options.ts';
import { outputShape, pathInput } from '../compression-input.ts';
import { addFileTool, type Call, type ToolServices, writing } from '../file-tool.ts';
import { imageResult, toImageResult } from '../image-result.ts';
import { type LocatedImage, locateImage, nameOf } from '../locate-image.ts';
import { fetchResult } from '../remote-image.ts';
import { existing } from './compress-image.ts';

const { quality, filter, background, preserve, color, hdr, variants } = compressionOptions.shape;
const asked = variants.unwrap().shape;

const inputSchema = z.strictObject({
  image: pathInput(
    'Path of the image (absolute, or relative to the first allowed folder), or its http(s) URL.',
  ),
  ...outputShape,
  widths: asked.widths.default([...defaultWidths]),
  densities: asked.densities,
  formats: asked.formats,
  markup: z
    .array(z.enum(markupKinds))
    .default(['html'])
    .describe('Files with markup to write: HTML, Markdown, a Next.js component, or CSS. Empty for none.'),
  publicPath: z
    .string()
    .max(2_048)
    .optional()
    .describe(
      'URL of the folder on the website, for example /images/. By default, the markup uses relative paths.',
    ),
  alt: z
    .string()
    .max(1_000)
    .optional()
    .describe('Alternative text in the markup. Describe what the image shows.'),
  sizes: z
    .string()
    .max(500)
    .optional()
    .describe('Attribute `sizes` in the markup. By default, the full width.'),
  ...{ quality, filter, background, preserve, color, hdr },
});
type Input = z.output<typeof inputSchema>;

const outputSchema = z.object({
  result: imageResult.describe('The JPEG or PNG in the largest width, which every browser shows.'),
  files: z.array(
    z.object({
      path: z.string(),
      format: z.string(),
      widthPx: z.number(),
      heightPx: z.number(),
      sizeBytes: z.number(),
      score: z.number().nullable(),
    }),
  ),
  skipped: z.array(skippedVariant).describe('Requested variants that were not made, with the reason.'),
  markup: z.array(z.string()).describe('Paths of the files with markup.'),
  thumbHash: z.string().describe('Placeholder for the time until the image has loaded, as Base64.'),
});
type VariantsResult = z.output<typeof outputSchema>;

/** Adds the tool that makes an image in several widths and formats. */
export function addMakeVariants(server: McpServer, services: ToolServices): void {
  addFileTool(server, services, {
    name: 'make_variants',
    title: 'Make responsive images for a web page',
    description: `Makes one image in several widths and formats for a web page (AVIF, WebP and a JPEG or PNG that every browser shows), and writes the markup with srcset and a placeholder. Use it when an image is to be responsive; for a single smaller file use compress_image.
Files are named name-800w.avif in outFolder. Without outFolder, they are written next to the image as name.compressed-800w.avif. Images are never enlarged, and variants that save nothing are left out. All files count as one compression. Animations are not supported.
Returns the paths and sizes of the files, and the paths of the markup, which you can read and insert into the page.`,
    inputSchema,
    outputSchema,
    annotations: writing(services),
    run: make,
  });
}

async function make(input: Input, call: Call): Promise<VariantsResult> {
  const located = await locateImage(input.image, input.outFolder, call.folders);
  if (!input.overwrite) await assertNoVariants(located.target);
  return toResult(await makeLocated(located, input, call));
}

function makeLocated(
  located: LocatedImage,
  input: Input,
  { compressor, signal }: Call,
): Promise<FileOutcome> {
  const { url, source, target, originals } = located;
  const options = toOptions(input);
  const plan = toPlan(input);
  const rest = { originals, onWritten: () => {} };
  return compressor.process(signal, async (opened) => {
    if (url === undefined) {
      const work = { options, signal, isDryRun: false, isInPlace: false, isOverwriting: true, ...rest };
      return writeVariants(source, target, { ...work, compressor: opened }, plan);
    }
    const { original, ...compressed } = await fetchResult(url, { compressor: opened, options, signal });
    const named = { ...compressed, original: { name: nameOf(url), ...original } };
    return writeGroup(shown(url), named, target, rest, plan);
  });
}

function toOptions(input: Input): CompressionOptions {
  const { widths, densities, formats, preserve: kept } = input;
  return {
    variants: { widths, densities, formats },
    quality: input.quality,
    filter: input.filter,
    background: input.background,
    preserve: kept?.length ? kept : undefined,
    color: input.color,
    hdr: input.hdr,
  };
}

function toPlan({ markup, publicPath, alt, sizes, densities = [1] }: Input): MarkupPlan {
  const kinds: MarkupKind[] = markup;
  return { kinds, baseUrl: publicPath, alt, sizes, maxDensity: Math.max(...densities) };
}

/** @throws FileFault if a variant or its markup exists */
async function assertNoVariants(target: string): Promise<void> {
  const name = basename(target);
  const names = await readdir(dirname(target)).catch(() => []);
  const taken = names.find(
    (each) =>
      each.startsWith(`${name}.variants.`) ||
      (each.startsWith(`${name}-`) && /^\d+w\.\w+$/.test(each.slice(name.length + 1))),
  );
  if (taken !== undefined) throw existing(shown(join(dirname(target), taken)));
}

function toResult(outcome: FileOutcome): VariantsResult {
  const made = outcome.status === 'done' ? outcome.variants : undefined;
  const files = made?.files.map(({ output: path, format, widthPx, heightPx, sizeBytes, score }) => {
    return { path, format, widthPx, heightPx, sizeBytes, score };
  });
  return {
    result: toImageResult(outcome),
    files: files ?? [],
    skipped: made?.skipped ?? [],
    markup: made?.markup ?? [],
    thumbHash: made?.thumbHash ?? '',
  };
}

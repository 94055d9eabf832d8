import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { compressFile } from '../../cli/compress-file.ts';
import { FileFault, type FileOutcome } from '../../cli/outcome.ts';
import { optionShape, outputShape, pathInput, toOptions } from '../compression-input.ts';
import { addFileTool, type Call, type ToolServices, writing } from '../file-tool.ts';
import { type ImageResult, imageResult, toImageResult } from '../image-result.ts';
import { type LocatedImage, locateImage } from '../locate-image.ts';
import { compressRemote } from '../remote-image.ts';

const inputSchema = z.strictObject({
  image: pathInput(
    'Path of the image (absolute, or relative to the first allowed folder), or its http(s) URL.',
  ),
  ...outputShape,
  ...optionShape,
});
type Input = z.output<typeof inputSchema>;

/** Adds the tool that compresses one image. */
export function addCompressImage(server: McpServer, services: ToolServices): void {
  addFileTool(server, services, {
    name: 'compress_image',
    title: 'Compress an image',
    description: `Makes one image much smaller while it looks the same, and writes the result to a new file; the original is kept. Also converts between formats (JPEG, PNG, WebP, AVIF, JPEG XL; reads HEIC, GIF, TIFF and BMP too), resizes, crops, and reaches a maximum file size.
Without options, the result is the smallest of JPEG, PNG and WebP and is written next to the image as name.compressed.ext. Use compress_folder for a folder, make_variants for the sizes and formats of a web page.
Returns the path of the result, the bytes before and after, and a perceptual score. If needsReview is true, tell the user to look at the result.`,
    inputSchema,
    outputSchema: imageResult,
    annotations: writing(services),
    run: compress,
  });
}

async function compress(input: Input, call: Call): Promise<ImageResult> {
  const located = await locateImage(input.image, input.outFolder, call.folders);
  const outcome = await compressLocated(located, input, call);
  if (outcome.status === 'skipped') throw existing(outcome.output);
  return toImageResult(outcome);
}

function compressLocated(
  located: LocatedImage,
  input: Input,
  { compressor, signal }: Call,
): Promise<FileOutcome> {
  const options = toOptions(input);
  return compressor.process(signal, (opened) => {
    const work = { compressor: opened, options, signal, isOverwriting: input.overwrite };
    if (located.url !== undefined) return compressRemote(located, work);
    const { source, target, originals } = located;
    const rest = { originals, isDryRun: false, isInPlace: false, onWritten: () => {} };
    return compressFile(source, target, { ...work, ...rest });
  });
}

/** Returns the error for a result that exists already. */
export const existing = (path: string): FileFault => new FileFault('EEXIST', `${path} already exists.`);

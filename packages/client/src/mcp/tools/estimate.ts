import { stat } from 'node:fs/promises';
import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { compressFile } from '../../cli/compress-file.ts';
import type { FileOutcome } from '../../cli/outcome.ts';
import type { CompressionOptions } from '../../compression-options.ts';
import { optionShape, pathInput, toOptions } from '../compression-input.ts';
import { addFileTool, type Call, type ToolServices } from '../file-tool.ts';
import { isUrl, locateImage } from '../locate-image.ts';
import { estimateRemote } from '../remote-image.ts';
import { type FolderResult, folderResult, processFolder, sumUp } from './process-folder.ts';

const inputSchema = z.strictObject({
  source: pathInput(
    'Path of an image or a folder (absolute, or relative to the first allowed folder), or the http(s) URL of an image.',
  ),
  ...optionShape,
});
type Input = z.output<typeof inputSchema>;

/** Adds the tool that estimates results. */
export function addEstimate(server: McpServer, services: ToolServices): void {
  const { isLocal } = services;
  const cost = isLocal
    ? 'It takes as long as compressing, because each image is compressed and the result discarded.'
    : 'It does not count against the quota. Results are usually a little smaller than estimated.';
  addFileTool(server, services, {
    name: 'estimate',
    title: 'Estimate what compression saves',
    description: `Tells how small an image, or the images of a folder, would become with the same options as compress_image, without writing anything. ${cost}
Use it to answer how much could be saved, or to choose between options. Returns the totals and the images.`,
    inputSchema,
    outputSchema: folderResult,
    annotations: { readOnlyHint: true, openWorldHint: !isLocal },
    run: estimateSource,
  });
}

async function estimateSource({ source, ...input }: Input, call: Call): Promise<FolderResult> {
  const options = toOptions(input);
  const work = { folder: source, options, isDryRun: true, isOverwriting: false };
  if (!isUrl(source) && (await isFolder(source, call))) return processFolder(work, call);
  return sumUp([await estimateImage(source, options, call)]);
}

async function isFolder(path: string, { folders }: Call): Promise<boolean> {
  return (await stat((await folders.find(path)).realPath)).isDirectory();
}

async function estimateImage(
  image: string,
  options: CompressionOptions,
  { folders, compressor, signal }: Call,
): Promise<FileOutcome> {
  if (isUrl(image)) {
    return compressor.process(signal, (opened) =>
      estimateRemote(image, { compressor: opened, options, signal }),
    );
  }
  const { source, target, originals } = await locateImage(image, undefined, folders);
  const plan = { isDryRun: true, isInPlace: false, isOverwriting: false, onWritten: () => {} };
  return compressor.process(signal, (opened) =>
    compressFile(source, target, { ...plan, compressor: opened, options, signal, originals }),
  );
}

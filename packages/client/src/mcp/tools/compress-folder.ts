import { formatNumber } from '@gossamer/contracts/english-figures';
import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { optionShape, outputShape, pathInput, toOptions } from '../compression-input.ts';
import { addFileTool, type ToolServices, writing } from '../file-tool.ts';
import { mcpLimits } from '../limits.ts';
import { folderResult, processFolder } from './process-folder.ts';

const inputSchema = z.strictObject({
  folder: pathInput('Path of the folder, absolute or relative to the first allowed folder.'),
  ...outputShape,
  ...optionShape,
});

/** Adds the tool that compresses the images of a folder. */
export function addCompressFolder(server: McpServer, services: ToolServices): void {
  addFileTool(server, services, {
    name: 'compress_folder',
    title: 'Compress a folder of images',
    description: `Compresses all images of a folder and its subfolders, at most ${formatNumber(mcpLimits.folderImages)}, with the same options as compress_image; originals are kept. With outFolder, the structure of the folder is kept there; otherwise, each result is written next to its image as name.compressed.ext.
Images with an earlier result are skipped unless overwrite is true, so an interrupted call can be repeated. Images that fail do not stop the others. Use estimate first if the user wants to know what would be saved.
Returns the totals, the images that failed, and those that a person should look at.`,
    inputSchema,
    outputSchema: folderResult,
    annotations: writing(services),
    run: ({ folder, outFolder, overwrite, ...options }, call) =>
      processFolder(
        { folder, outFolder, options: toOptions(options), isDryRun: false, isOverwriting: overwrite },
        call,
      ),
  });
}

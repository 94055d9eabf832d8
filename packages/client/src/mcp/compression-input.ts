import { compressionOptions } from '@gossamer/contracts/api-options';
import { z } from 'zod';
import type { CompressionOptions } from '../compression-options.ts';

type OptionShape = Omit<typeof compressionOptions.shape, 'variants'>;

/** Compression options as input of tools: those of the API, except variants, for which there is a tool. */
export const optionShape: OptionShape = compressionOptions.omit({ variants: true }).shape;

type Options = z.output<z.ZodObject<OptionShape>>;

/** Input that says where results are written. */
export const outputShape: { outFolder: z.ZodOptional<z.ZodString>; overwrite: z.ZodDefault<z.ZodBoolean> } = {
  outFolder: z
    .string()
    .min(1)
    .max(4_096)
    .optional()
    .describe(
      'Folder for the results, created if it does not exist. By default, results are written next to the images as `name.compressed.ext`.',
    ),
  overwrite: z
    .boolean()
    .default(false)
    .describe('Whether existing results may be replaced. Originals are never replaced.'),
};

/** Returns a schema for the path of a file or folder, or for a URL. */
export const pathInput = (description: string): z.ZodString =>
  z.string().min(1).max(4_096).describe(description);

/** Returns the compression options of a tool's input. An empty list of metadata means that none is kept. */
export function toOptions(input: Options): CompressionOptions {
  const options = z.object(optionShape).parse(input);
  return { ...options, preserve: options.preserve?.length ? options.preserve : undefined };
}

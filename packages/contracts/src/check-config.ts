import { z } from 'zod';
import { compressionOptions } from './api-options.ts';
import { inputFormats } from './formats.ts';

/** Formats that images on disk can have. JPEG XL is excluded, because the engine reads only its own archives. */
const checkedFormats = inputFormats.filter((format) => format !== 'jxl');

const maxGlobs = 1_000;
const glob = z.string().min(1).max(500);
const globs = z.array(glob).max(maxGlobs);
const sizePx = z.int().min(1).optional();

/** Minimum saving that counts. Both minimums must be reached. */
const minSavedPercent = z
  .number()
  .min(0)
  .max(100)
  .describe('Savings of less than this percentage of the file are ignored.');
const minSavedBytes = z.int().min(1).describe('Savings of fewer bytes are ignored.');

const budget = z.strictObject({
  files: z
    .union([glob, globs.min(1)], { error: 'expected a glob or a list of globs' })
    .describe('Globs of the images that this budget applies to.'),
  maxBytes: z.int().min(1).optional().describe('Maximum size of a file in bytes.'),
  maxWidthPx: sizePx.describe('Maximum width in pixels.'),
  maxHeightPx: sizePx.describe('Maximum height in pixels.'),
  formats: z.array(z.enum(checkedFormats)).min(1).optional().describe('Allowed formats.'),
  minSavedPercent: minSavedPercent.optional(),
  minSavedBytes: minSavedBytes.optional(),
});

/** Compression settings that can be repeated without changing the image further. */
const compression = compressionOptions
  .pick({ quality: true, preserve: true, color: true, hdr: true, resizeWidth: true, resizeHeight: true })
  .strict();

/** The configuration of `gossamer check`: the contents of gossamer.config.json. */
export const checkConfig = z.strictObject({
  $schema: z.string().optional().describe('URL or path of the JSON Schema of this file.'),
  ignore: globs.default([]).describe('Globs of images that are not checked.'),
  compression: compression.prefault({}).describe('Settings with which images are compressed.'),
  minSavedPercent: minSavedPercent.default(10),
  minSavedBytes: minSavedBytes.default(1_024),
  failOnSavings: z
    .boolean()
    .default(true)
    .describe('`false` reports images that could be smaller without failing the check.'),
  budgets: z
    .array(budget)
    .max(maxGlobs)
    .default([])
    .describe('Limits per glob. If several budgets apply to an image, the last one that sets a limit wins.'),
});

/** The configuration as it is written in a file. */
export type GossamerConfig = z.input<typeof checkConfig>;
/** The configuration with defaults applied. */
export type CheckConfig = z.output<typeof checkConfig>;

/** Names of the fields in each object of the configuration, by the first part of the object's path. */
const fields: Record<string, readonly string[]> = {
  '': Object.keys(checkConfig.shape),
  compression: Object.keys(compression.shape),
  budgets: Object.keys(budget.shape),
};

/** Validates a configuration. Returns it, or one line for each error, which names the field and what is allowed. */
export function parseConfig(given: unknown): { config: CheckConfig } | { errors: string[] } {
  const parsed = checkConfig.safeParse(given);
  if (parsed.success) return { config: parsed.data };
  return { errors: parsed.error.issues.map(lineOf) };
}

function lineOf(issue: z.core.$ZodIssue): string {
  const field = issue.path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
    .join('')
    .replace(/^\./, '');
  if (issue.code === 'unrecognized_keys') {
    const allowed = fields[String(issue.path[0] ?? '')] ?? [];
    const unknown = issue.keys.map((key) => JSON.stringify(key)).join(', ');
    return `${field ? `${field}: ` : ''}unknown field ${unknown}. Allowed: ${allowed.join(', ')}`;
  }
  return `${field || 'the configuration'}: ${issue.message}`;
}

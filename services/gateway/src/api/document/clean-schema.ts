import { engineReport } from '@gossamer/contracts/engine-report';
import { reportFacts } from '@gossamer/contracts/manifest';
import { problem } from '@gossamer/contracts/problems';
import type { ZodOpenApiOverride } from 'zod-openapi';
import { apiCodes } from './problem-samples.ts';

/** Descriptions of the engine report for readers of the API reference. */
const reportTexts: Record<keyof typeof engineReport.shape, string> = {
  effort:
    '`thorough` searches for the best encoder settings; `fast` takes them from a table when many images are waiting.',
  kind: 'The kind of content that the engine detected.',
  encoding:
    'How the result was encoded. `original` means that the encoded pixels of the original were kept, `jxl archive` that the JPEG can be restored bit for bit, and `jpeg restored` that it was restored.',
  encoderQuality: 'The quality setting of the encoder, on its own scale. Null if the result is lossless.',
  targetScore: 'The SSIMULACRA2 score that corresponds to the requested quality.',
  score:
    'SSIMULACRA2 score of the result against the original: 100 is identical, 90 is visually indistinguishable, 70 is high quality, 50 is medium. Null if it was not measured.',
  worstTileScore: 'Score of the worst measured tile. Tiles are 192 pixels square.',
  worstTile: 'Place of that tile in the result, in pixels. Absent if unknown, as for animations.',
  needsReview:
    'Whether a person should look at the result, because one part of it differs much more from the original than the rest, or because the maximum file size led to a poor quality. Absent if the result was not scored.',
  sizeLimits:
    'The requested limits of the file size, and whether the result is within them. Absent if none were requested.',
  next: 'Estimated size in bytes at the next lower quality preset. Present only if the result is not much smaller than the original, and a lower quality would change that.',
  jpegSha256:
    'SHA-256 of the JPEG that an archive contains or that was restored from it. Present only if `encoding` is `jxl archive` or `jpeg restored`. Both values are equal.',
  probes: 'Number of trial encodings.',
  metadataRemoved: 'Metadata of the original that is not in the result, verified by reading the result.',
  metadataKept: 'Metadata that is still in the result.',
  wideGamut: 'How colors outside sRGB were handled.',
  hdr: 'How high dynamic range was handled.',
  stepsMs: 'Duration of each step in milliseconds.',
};

/**
 * Simplifies zod's JSON Schema: removes bounds that only mean "any integer", and patterns that duplicate a format. Sets
 * `additionalProperties: false` in requests and responses, because the server rejects unknown properties.
 */
export const cleanSchema: ZodOpenApiOverride = ({ jsonSchema, zodSchema }) => {
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.format === 'date-time') delete jsonSchema.pattern;
  if (zodSchema._zod.def.type === 'object') {
    // Add the property last, so that requests and responses have the same key order and can share one schema.
    const { additionalProperties = false } = jsonSchema;
    delete jsonSchema.additionalProperties;
    jsonSchema.additionalProperties = additionalProperties;
  }
  // List only the error codes that the API returns, because the contract lists those of the whole service.
  if (zodSchema === problem) Object.assign(jsonSchema.properties?.code ?? {}, { enum: apiCodes });
  if (zodSchema !== engineReport && zodSchema !== reportFacts) return;
  jsonSchema.description ??= 'What the engine did to the image.';
  for (const [name, description] of Object.entries(reportTexts)) {
    const { properties = {} } = jsonSchema;
    const property = properties[name];
    // Copy the property, because properties of the same zod schema are the same object.
    if (typeof property === 'object') properties[name] = { ...property, description };
  }
};

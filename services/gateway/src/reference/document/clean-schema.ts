import { engineReport } from '@gossamer/contracts/engine-report';
import { problem } from '@gossamer/contracts/problems';
import type { ZodOpenApiOverride } from 'zod-openapi';
import { apiCodes } from './problem-samples.ts';

/** What readers of a report want to know; the contract says it to those who read code. */
const reportTexts: Record<keyof typeof engineReport.shape, string> = {
  pace: '`fast` takes encoder settings from a table, since many pictures are waiting; `thorough` searches for them.',
  kind: 'What the picture was taken for.',
  encoding: 'How the bytes were made. `original`: the coded pixels that were sent.',
  encoderQuality: "The encoder's own quality. Null where nothing was lost.",
  targetScore: 'The SSIMULACRA2 score that the asked-for quality means.',
  score:
    'SSIMULACRA2 of the result against the original: 100 is identical, 90 cannot be told apart, 70 is high quality, 50 medium. Null where nothing was measured.',
  worstTileScore: 'The same of the worst of the places that were looked at, each 192 pixels square.',
  probes: 'Trial encodings.',
  metadataRemoved: 'What the original had and the result has not, read back from the result.',
  metadataKept: 'What the result still has.',
  wideGamut: 'What became of colours beyond sRGB.',
  hdr: 'What became of high dynamic range.',
  stepsMs: 'Milliseconds by step.',
};

/**
 * Makes of zod's JSON Schema what is worth reading: no bounds that only mean "any whole number", no patterns beside a
 * format; and objects are closed in both directions, since the server refuses unknown names, too.
 */
export const cleanSchema: ZodOpenApiOverride = ({ jsonSchema, zodSchema }) => {
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.format === 'date-time') delete jsonSchema.pattern;
  if (zodSchema._zod.def.type === 'object') {
    // At the same place in both directions, so that one schema serves both.
    const { additionalProperties = false } = jsonSchema;
    delete jsonSchema.additionalProperties;
    jsonSchema.additionalProperties = additionalProperties;
  }
  // The contract names the codes of the whole service.
  if (zodSchema === problem) Object.assign(jsonSchema.properties?.code ?? {}, { enum: apiCodes });
  if (zodSchema !== engineReport) return;
  jsonSchema.description ??= 'What the engine did to the picture.';
  for (const [name, description] of Object.entries(reportTexts)) {
    const property = jsonSchema.properties?.[name];
    if (typeof property === 'object') property.description = description;
  }
};

import {
  apiBatch,
  apiBatchResult,
  apiCompression,
  apiCompressionList,
  apiEstimate,
  apiSubmission,
  metadata,
} from '@gossamer/contracts/api';
import { apiUsage } from '@gossamer/contracts/api-usage';
import { engineReport } from '@gossamer/contracts/engine-report';
import { manifest } from '@gossamer/contracts/manifest';
import { problem } from '@gossamer/contracts/problems';
import { productVersion } from '@gossamer/service-kit/product-version';
import { createDocument, type ZodOpenApiPathsObject } from 'zod-openapi';
import { cleanSchema } from './clean-schema.ts';
import { describeApi } from './describe-api.ts';
import { answerExamples } from './examples.ts';
import { apiCodes, problemSample } from './problem-samples.ts';
import { webhookPaths } from './webhook-events.ts';

export type OpenApiDocument = ReturnType<typeof createDocument>;

const tags = [
  { name: 'Compressions', description: 'Submit, inspect, download and delete images.' },
  { name: 'Estimates', description: 'Preview the result of a compression without keeping it.' },
  { name: 'Account', description: 'Usage and limits of the account.' },
  { name: 'Reference', description: 'The description of this API.' },
];

/** Builds the OpenAPI 3.1 document from the given operations. */
export function buildDocument(publicUrl: string, paths: ZodOpenApiPathsObject): OpenApiDocument {
  const examples = answerExamples(publicUrl);
  return createDocument(
    {
      openapi: '3.1.0',
      info: { title: 'Gossamer API', version: productVersion, description: describeApi(publicUrl).trim() },
      servers: [{ url: new URL('/api/v1', publicUrl).href }],
      security: [{ apiKey: [] }],
      tags,
      paths,
      webhooks: webhookPaths(examples),
      components: {
        securitySchemes: {
          apiKey: { type: 'http', scheme: 'bearer', description: 'A key from your account page (`gsm_…`).' },
        },
        schemas: {
          Submission: apiSubmission,
          BatchItem: apiBatch.element,
          Metadata: metadata,
          Compression: apiCompression,
          CompressionList: apiCompressionList,
          BatchResult: apiBatchResult,
          Manifest: manifest,
          Estimate: apiEstimate,
          Usage: apiUsage,
          EngineReport: engineReport,
          Problem: problem,
        },
        examples: Object.fromEntries(
          apiCodes.map((code) => [code, { value: problemSample(code, publicUrl) }]),
        ),
      },
    },
    { override: cleanSchema },
  );
}

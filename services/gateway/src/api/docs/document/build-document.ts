import { apiBatchResult, apiCompression, apiCompressionList, apiEstimate } from '@gossamer/contracts/api';
import { apiUsage } from '@gossamer/contracts/api-usage';
import { engineReport } from '@gossamer/contracts/engine-report';
import { problem } from '@gossamer/contracts/problems';
import { createDocument } from 'zod-openapi';
import { cleanSchema } from './clean-schema.ts';
import { describeApi } from './describe-api.ts';
import { getDocument } from './document-route.ts';
import { answerExamples } from './examples.ts';
import { deleteCompression, downloadResult, getCompression, getUsage, listCompressions } from './jobs.ts';
import { apiCodes, problemSample } from './problem-samples.ts';
import { createBatch, createCompression, createEstimate, submittingSchemas } from './submitting.ts';
import { webhookPaths } from './webhook-events.ts';

export type OpenApiDocument = ReturnType<typeof createDocument>;

const tags = [
  { name: 'Compressions', description: 'Submit, inspect, download and delete images.' },
  { name: 'Estimates', description: 'Preview the result of a compression without keeping it.' },
  { name: 'Account', description: 'Usage and limits of the account.' },
  { name: 'Reference', description: 'The description of this API.' },
];

/** Builds the OpenAPI 3.1 document from the schemas that validate requests and type responses. */
export function buildDocument(publicUrl: string): OpenApiDocument {
  const examples = answerExamples(publicUrl);
  return createDocument(
    {
      openapi: '3.1.0',
      info: { title: 'Gossamer API', version: '1.0.0', description: describeApi(publicUrl).trim() },
      servers: [{ url: new URL('/api/v1', publicUrl).href }],
      security: [{ apiKey: [] }],
      tags,
      paths: {
        '/compressions': { post: createCompression(examples), get: listCompressions(examples) },
        '/compressions/batch': { post: createBatch(examples) },
        '/compressions/{id}': { get: getCompression(examples), delete: deleteCompression() },
        '/compressions/{id}/download': { get: downloadResult() },
        '/estimates': { post: createEstimate(examples) },
        '/usage': { get: getUsage(examples) },
        '/openapi.json': { get: getDocument() },
      },
      webhooks: webhookPaths(examples),
      components: {
        securitySchemes: {
          apiKey: { type: 'http', scheme: 'bearer', description: 'A key from your account page (`gsm_…`).' },
        },
        schemas: {
          ...submittingSchemas,
          ...{
            Compression: apiCompression,
            CompressionList: apiCompressionList,
            BatchResult: apiBatchResult,
          },
          ...{ Estimate: apiEstimate, Usage: apiUsage, EngineReport: engineReport, Problem: problem },
        },
        examples: Object.fromEntries(
          apiCodes.map((code) => [code, { value: problemSample(code, publicUrl) }]),
        ),
      },
    },
    { override: cleanSchema },
  );
}

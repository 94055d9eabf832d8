import type { ApiBatchResult, ApiCompression, ApiEstimate } from '@gossamer/contracts/api';
import { apiLimits } from '@gossamer/contracts/api';
import type { ApiUsage } from '@gossamer/contracts/api-usage';
import type { EngineReport } from '@gossamer/contracts/engine-report';
import { planLimits, retentionMs } from '@gossamer/contracts/limits';
import { toManifest } from '@gossamer/contracts/manifest';
import { problemSample } from './problem-samples.ts';

/** Id of the job and URL of the image in all examples. */
export const exampleId = '7h2k9m4q8w3x5c6v1b0n2d4f6g8j0s5t';
export const exampleAddress = 'https://images.example.com/harbour.jpg';
/** Presigned URL in all examples. */
const exampleTarget =
  'https://bucket.s3.eu-central-1.amazonaws.com/harbour.webp?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Signature=3f79bb7b';

/** Example request bodies in JSON. */
export const submissionExamples = {
  fromAddress: { summary: 'An image from a URL', value: { url: exampleAddress } },
  withOptions: {
    summary: 'As WebP, at most 1600 pixels wide, waiting for the result',
    value: {
      url: exampleAddress,
      quality: 80,
      format: 'webp',
      resizeWidth: 1600,
      wait: 30,
      metadata: { order: '7041' },
    },
  },
  withWebhook: {
    summary: 'Notify a webhook when the job is done',
    value: {
      url: exampleAddress,
      filename: 'front.jpg',
      webhookUrl: 'https://shop.example.com/hooks/images',
    },
  },
  withDelivery: {
    summary: 'Send the result to your storage',
    value: { url: exampleAddress, format: 'webp', deliverTo: exampleTarget },
  },
};
export const batchExample = [
  { url: exampleAddress, metadata: { order: '7041' } },
  { url: 'https://images.example.com/quay.png', quality: 70, format: 'avif' },
];

const report: EngineReport = {
  effort: 'thorough',
  kind: 'photo',
  encoding: 'webp lossy',
  encoderQuality: 76,
  targetScore: 76,
  score: 76.4,
  worstTileScore: 70.2,
  worstTile: { leftPx: 1_152, topPx: 768, widthPx: 192, heightPx: 192 },
  needsReview: false,
  probes: 4,
  metadataRemoved: ['exif', 'gps', 'thumbnail'],
  metadataKept: [],
  wideGamut: 'none',
  hdr: 'none',
  stepsMs: { decode: 41, search: 803, write: 4 },
};

const sha256 = '3f79bb7b435b05321651daefd374cdc681dc06faa65e374e38337b88ca046dea';

const requestedOptions: ApiCompression['options'] = {
  quality: 80,
  format: 'webp',
  formats: null,
  filter: 'none',
  resizeWidth: null,
  resizeHeight: null,
  maintainAspect: true,
  fit: null,
  resizePercent: null,
  background: null,
  preserve: [],
  color: 'keep',
  hdr: 'keep',
  maxBytes: null,
  minBytes: null,
  onUnreachable: 'closest',
  archive: false,
  variants: null,
};

/**
 * Returns example responses for a service with the given public URL. They match the code samples of the API reference,
 * which neither resize the image nor send metadata.
 */
export function answerExamples(publicUrl: string) {
  const original: ApiCompression['original'] = { format: 'jpeg', sizeBytes: 2_094_410 };
  const figures = {
    format: 'webp',
    sizeBytes: 512_908,
    widthPx: 2_400,
    heightPx: 1_600,
    savedPercent: 75.5,
  } as const;
  const processing: ApiCompression = {
    id: exampleId,
    status: 'processing',
    createdAt: '2026-11-22T09:14:03.118Z',
    settledAt: null,
    filename: 'harbour.jpg',
    original,
    options: requestedOptions,
    result: null,
    error: null,
    isReused: false,
    metadata: {},
    webhookUrl: null,
  };
  const completed: ApiCompression = {
    ...processing,
    status: 'completed',
    settledAt: '2026-11-22T09:14:04.402Z',
    result: {
      ...figures,
      isAlreadyOptimal: false,
      sha256,
      url: new URL(`/files/results/${exampleId}/1-1?expires=1795339144&signature=q8Yw3ZrT`, publicUrl).href,
      urlExpiresAt: '2026-11-22T09:29:04.402Z',
      expiresAt: '2026-12-22T09:14:04.402Z',
      report,
      variants: null,
    },
  };
  const failed: ApiCompression = {
    ...processing,
    status: 'failed',
    settledAt: '2026-11-22T09:14:03.660Z',
    error: {
      code: 'corrupt_image',
      message: 'The image is damaged or incomplete. Export it again and send the new file.',
    },
  };
  const batch: ApiBatchResult = {
    data: [
      { status: 202, compression: withOptions(processing, { quality: 85, format: 'avif' }) },
      { status: 422, problem: problemSample('source_refused', publicUrl) },
    ],
    accepted: 1,
    refused: 1,
  };
  const manifest = toManifest(
    [
      {
        path: 'compressed_harbour.webp',
        original: { name: 'harbour.jpg', ...original },
        result: { format: 'webp', sizeBytes: 512_908, widthPx: 2_400, heightPx: 1_600, sha256 },
        report,
      },
    ],
    new Date('2026-11-22T09:14:04.402Z'),
  );
  const estimate: ApiEstimate = { original, estimate: figures, wouldBeCounted: true };
  return { processing, completed, failed, batch, manifest, estimate, usage: usageExample };
}

const withOptions = (job: ApiCompression, options: Partial<ApiCompression['options']>): ApiCompression => ({
  ...job,
  options: { ...job.options, ...options },
});

export type AnswerExamples = ReturnType<typeof answerExamples>;

const usageExample: ApiUsage = {
  plan: 'pro',
  month: { startsAt: '2026-11-01T00:00:00.000Z', endsAt: '2026-12-01T00:00:00.000Z', compressions: 4_127 },
  day: { compressions: 216, limit: null, resetsAt: '2026-11-23T00:00:00.000Z' },
  limits: {
    maxFileBytes: planLimits.pro.maxFileBytes,
    maxPixels: planLimits.pro.maxPixels,
    maxBatchItems: apiLimits.maxBatchItems,
    requestsPerMinute: apiLimits.requestsPerMinute,
    maxWaitSeconds: apiLimits.maxWaitSeconds,
  },
  retention: {
    originalSeconds: apiLimits.originalRetentionMs / 1_000,
    resultSeconds: retentionMs.proResult / 1_000,
  },
};

// biome-ignore-all lint/performance/noBarrelFile: a published package has one place that says what is public

export type { CheckCompression, GossamerConfig, ImageBudget } from './check-config.ts';
export type { CompressionOptions } from './compression-options.ts';
export type { EngineReport } from './engine-report.ts';
export type { ErrorCode, FailureCode } from './error-codes.ts';
export {
  type ClientErrorCode,
  CompressionFailedError,
  type ErrorFacts,
  GossamerError,
  type GossamerErrorCode,
  GossamerNetworkError,
  GossamerTimeoutError,
} from './errors.ts';
export type { ColorFilter, EncodedFormat, InputFormat, OutputFormat, VariantFormat } from './formats.ts';
export { Gossamer } from './gossamer.ts';
export type { ImageInput } from './image-input.ts';
export type { Manifest, ManifestFile } from './manifest.ts';
export { type MarkupGroup, type MarkupOptions, toMarkup, type VariantMarkup } from './markup.ts';
export type {
  CallOptions,
  CompressOptions,
  GossamerOptions,
  ListOptions,
  PostOptions,
  SubmitOptions,
} from './options.ts';
export type { Problem } from './problem.ts';
export type { ResultDelivery, ResultDeliveryFault } from './result-delivery.ts';
export type {
  BatchItem,
  BatchResult,
  CompletedCompression,
  Compression,
  CompressionMessage,
  CompressionResult,
  CompressionStatus,
  Estimate,
  ImageFigures,
  JobNotes,
  OriginalFigures,
  TestMessage,
  WebhookMessage,
} from './types.ts';
export type { Usage } from './usage.ts';
export type {
  DownloadedVariant,
  RequestedVariants,
  SkippedVariant,
  SkipReason,
  VariantFile,
  VariantOptions,
  Variants,
} from './variants.ts';
export {
  type VerifyOptions,
  verifyWebhook,
  type WebhookHeaders,
  WebhookVerificationError,
} from './webhooks.ts';

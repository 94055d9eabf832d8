// biome-ignore-all lint/performance/noBarrelFile: a published package has one place that says what is public

export type {
  CompressionOptions,
  EncodedFormat,
  OutputFormat,
  VariantFormat,
  VariantOptions,
} from './compression-options.ts';
export type { EngineReport } from './engine-report.ts';
export type {
  CallOptions,
  EngineOptions,
  LocalEngine,
  LocalResult,
  LocalSkippedVariant,
  LocalVariantFile,
  LocalVariants,
} from './local-engine.ts';
export { LocalEngineError, type LocalEngineErrorFacts } from './local-engine-error.ts';
export { openEngine } from './open-engine.ts';

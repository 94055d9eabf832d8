// biome-ignore-all lint/performance/noBarrelFile: a published package has one place that says what is public

export type { CompressionOptions, EncodedFormat, OutputFormat } from './compression-options.ts';
export type { EngineReport } from './engine-report.ts';
export type { CallOptions, EngineOptions, LocalEngine, LocalResult } from './local-engine.ts';
export { LocalEngineError, type LocalEngineErrorFacts } from './local-engine-error.ts';
export { openEngine } from './open-engine.ts';

import type { FailureCode, FailureDetails } from '@gossamer/contracts/errors';
import type { InputFormat } from '@gossamer/contracts/formats';
import type { CompressionSettings } from '@gossamer/contracts/settings';
import type { EngineResult } from '../compress.ts';
import type { CloudOnly } from './cloud-only-error.ts';

/**
 * Message to a worker. A worker compresses one image at a time and reads the file itself, so that the page does not
 * copy it. `go` is the reply to the message `needs`.
 */
export type EngineOrder =
  | { type: 'compress'; file: Blob; settings: CompressionSettings; maxPixels: number }
  | { type: 'go' };

/**
 * Message from a worker. `refused`: the image is invalid. `cloud-only`: the image can be compressed only in the cloud.
 * `broken`: the engine has a defect or ran out of memory, or the file cannot be read. The worker must be replaced.
 */
export type EngineReply =
  | { type: 'ready' }
  /** Estimated memory and engine time, sent once the header has been read. The worker waits for `go`. */
  | { type: 'needs'; megabytes: number; costMs: number }
  | { type: 'done'; result: EngineResult; originalFormat: InputFormat }
  | { type: 'refused'; code: FailureCode; details?: FailureDetails | undefined }
  | { type: 'cloud-only'; feature: CloudOnly }
  | { type: 'broken'; message: string };

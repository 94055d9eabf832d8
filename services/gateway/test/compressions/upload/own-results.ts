import { createHash } from 'node:crypto';
import type { EngineReport } from '@gossamer/contracts/engine-report';
import type { CompressJob } from '@gossamer/contracts/jobs';
import { resolveFormat } from '@gossamer/contracts/settings';
import { photo } from '@gossamer/testkit/images';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { roomy } from '../../accounts/people.ts';
import {
  type Browser,
  browser,
  clearAll,
  compressed,
  json,
  startGateway,
  startWorker,
  type TestGateway,
  type TestWorker,
  upload,
} from '../../gateway.ts';

export let gateway: TestGateway;
let worker: TestWorker;
/** Image that the fake worker returns as the result of every job. */
export let result: Buffer;
/** Jobs that the fake worker has received in the current test. */
export let jobs: CompressJob[];
let effort: EngineReport['effort'];
export let visitor: Browser;

/** Sets the effort that the fake worker reports. */
export function reportEffort(reported: EngineReport['effort']): void {
  effort = reported;
}

const sha256Of = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/**
 * Starts a gateway for a test file. Its fake worker returns the same result for every job, in the requested format
 * (JPEG for `auto` and `modern`).
 */
export function startOwnResults(): void {
  beforeAll(async () => {
    gateway = await startGateway(roomy);
    result = await photo({ widthPx: 32, heightPx: 24 });
    worker = startWorker(gateway, async (job) => {
      jobs.push(job);
      const { format: asked } = resolveFormat(job.settings, job.originalFormat);
      const format = asked === 'auto' || asked === 'modern' ? 'jpeg' : asked;
      const report: EngineReport = {
        effort,
        kind: 'photo',
        encoding: 'jpeg 4:2:0',
        encoderQuality: 80,
        targetScore: 85,
        score: 85.1,
        worstTileScore: 80.2,
        probes: 4,
        metadataRemoved: [],
        metadataKept: [],
        wideGamut: 'none',
        hdr: 'none',
        stepsMs: {},
      };
      return {
        ...(await compressed(gateway, job, result)),
        format,
        sha256: sha256Of(result),
        engineReport: report,
      };
    });
  });

  afterAll(async () => {
    await worker.close();
    await gateway.close();
  });

  beforeEach(async () => {
    await clearAll(gateway);
    jobs = [];
    effort = 'thorough';
    visitor = browser(gateway);
  });
}

/**
 * Uploads a photo that differs from `result`. The fake worker returns `result` for it. Returns the compression's id.
 */
export async function makeResult(owner: Browser, fields: Record<string, string> = {}): Promise<string> {
  const original = await photo({ widthPx: 64, heightPx: 48 });
  const body = await json(upload(owner, original, { fields: { quality: '70', ...fields } }));
  expect(jobs).toHaveLength(1);
  return body.compressionId;
}

/** Uploads `result`, by default with quality 70, like the compression that created it. */
export const send = (who: Browser, fields: Record<string, string> = { quality: '70' }) =>
  json(upload(who, result, { fields }));

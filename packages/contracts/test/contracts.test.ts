import { describe, expect, it } from 'vitest';
import { compressionSettings } from '../src/compression-settings.ts';
import { compressionId, idempotencyKey } from '../src/compressions.ts';
import { errorBody } from '../src/error-body.ts';
import { errorStatuses, failureCodes } from '../src/errors.ts';
import { factEnvelope, facts } from '../src/facts.ts';
import { compressionQueue, compressJob, compressOutcome } from '../src/jobs.ts';
import { planLimits, statusPollIntervalMs, statusPollMaxAttempts } from '../src/limits.ts';
import { locales } from '../src/locales.ts';
import { defaultSettings, presetQualities, qualityLabels } from '../src/settings.ts';

const id = '0123456789abcdefghjkmnpqrstvwxyz';

describe('settings', () => {
  // Spec: 3.39, 3.40, 3.44, 9.5, 9.8, 9.21, 9.33, 9.34
  it('match the constants of the specification', () => {
    expect(presetQualities).toEqual({ best: 95, high: 85, medium: 70, small: 50, minimum: 30 });
    expect(qualityLabels.map((entry) => entry.from)).toEqual([85, 70, 50, 0]);
    expect(defaultSettings).toEqual({ quality: 85, format: 'auto', resize: null, filter: 'none' });
    expect(planLimits.free.maxFileBytes).toBe(52_428_800);
    expect(planLimits.pro).toMatchObject({
      maxFileBytes: 104_857_600,
      maxBatchFiles: 100,
      dailyCompressions: null,
    });
    expect([statusPollIntervalMs, statusPollMaxAttempts]).toEqual([1_000, 30]);
  });

  it.each([9, 101, 85.5, Number.NaN])('are invalid with the quality %s', (quality) => {
    expect(compressionSettings.safeParse({ ...defaultSettings, quality }).success).toBe(false);
  });

  it('require a width or a height for resizing', () => {
    const parse = (resize: unknown) => compressionSettings.safeParse({ ...defaultSettings, resize }).success;
    expect(parse({ maintainAspect: true })).toBe(false);
    expect(parse({ maintainAspect: true, widthPx: 0 })).toBe(false);
    expect(parse({ maintainAspect: false, heightPx: 1080 })).toBe(true);
  });
});

describe('jobs', () => {
  const job = {
    compressionId: id,
    attempt: 1,
    originalKey: `originals/${id}`,
    originalFormat: 'jpeg',
    originalSizeBytes: 10,
    maxPixels: 100,
    settings: defaultSettings,
    requestId: 'r',
  };

  it('contain ids and settings, but no personal data', () => {
    expect(compressJob.parse({ ...job, owner: 'visitor:x', originalFilename: 'me.jpg' })).toEqual({
      ...job,
      // Default values for fields that gateways of the previous version do not send.
      effort: 'thorough',
      lane: 'short',
    });
    expect(Object.keys(compressionQueue.jobs)).toEqual(['compress']);
  });

  it('end either as completed or as failed', () => {
    const failed = { type: 'image.failed', compressionId: id, attempt: 1, requestId: 'r' };
    expect(compressOutcome.safeParse({ ...failed, code: 'corrupt_image' }).success).toBe(true);
    expect(compressOutcome.safeParse({ ...failed, code: 'internal' }).success).toBe(false);
    expect(compressOutcome.safeParse({ ...failed, type: 'image.compressed' }).success).toBe(false);
  });
});

describe('errors', () => {
  // Spec: 8.46
  it('have an HTTP status for every code, including every failure code', () => {
    for (const status of Object.values(errorStatuses)) expect(status).toBeGreaterThanOrEqual(400);
    for (const code of failureCodes) expect(errorStatuses).toHaveProperty(code);
    expect(errorBody.safeParse({ code: 'nonsense', message: '' }).success).toBe(false);
  });
});

describe('domain events', () => {
  it('declare their stream and their subscribers', () => {
    for (const fact of Object.values(facts)) {
      expect(fact.stream).toMatch(/^[a-z]+$/);
      expect(fact.subscribers.length).toBeGreaterThan(0);
    }
    const fact = { id: 'x', name: 'account.created', key: 'a', payload: {} };
    expect(factEnvelope.safeParse({ ...fact, version: 0 }).success).toBe(false);
    expect(factEnvelope.safeParse({ ...fact, version: 1 }).success).toBe(true);
  });
});

describe('ids', () => {
  it.each([id.toUpperCase(), id.slice(1), '../../etc/passwd', ''])(
    'are rejected if they are malformed: %j',
    (text) => {
      expect(compressionId.safeParse(text).success).toBe(false);
    },
  );

  it('must be short and contain only safe characters if they come from clients', () => {
    expect(idempotencyKey.safeParse('a'.repeat(65)).success).toBe(false);
    expect(idempotencyKey.safeParse('key with space').success).toBe(false);
    expect(idempotencyKey.safeParse(crypto.randomUUID()).success).toBe(true);
  });
});

describe('locales', () => {
  // Spec: 1.33, 1.34
  it('include the twelve languages of the specification, and Dutch, which is unlisted', () => {
    const listed = locales.filter((locale) => locale.isListed).map((locale) => locale.code);
    expect(listed).toEqual(['en', 'es', 'fr', 'de', 'it', 'pt', 'ru', 'zh', 'ja', 'ko', 'ar', 'hi']);
    expect(locales.filter((locale) => !locale.isListed).map((locale) => locale.code)).toEqual(['nl']);
  });
});

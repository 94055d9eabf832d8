import * as images from '@gossamer/testkit/images';
import { ultraHdrJpeg } from '@gossamer/testkit/ultra-hdr';
import { beforeAll, describe, expect, it } from 'vitest';
import { sharp } from '../src/sharp.ts';
import { withAffordableEstimate } from '../src/steps/estimate-next.ts';
import { prepared, run, runFast } from './harness.ts';

let photo: Buffer;
/** The photo as a JPEG whose size hardly changes when it is compressed at quality 85. */
let compressed: Buffer;

beforeAll(async () => {
  photo = await images.photoPng({ widthPx: 800, heightPx: 600 });
  compressed = await sharp(photo).jpeg({ quality: 60 }).toBuffer();
});

describe('the estimate of the next lower preset', () => {
  it('is within 15 % of the result at that preset', async () => {
    const { data, report } = await run(compressed, { quality: 85 });
    expect(data.length).toBeGreaterThan(compressed.length * 0.9);
    expect(report.next?.quality).toBe(70);
    const next = await run(compressed, { quality: 70 });
    expect(Math.abs((report.next?.sizeBytes ?? 0) / next.data.length - 1)).toBeLessThan(0.15);
    expect(next.data.length).toBeLessThan(data.length * 0.85);
  });

  it('includes the gain map of an HDR image', async () => {
    const { data: original } = await run(await ultraHdrJpeg({ widthPx: 640, heightPx: 480 }), {
      quality: 85,
    });
    const { report } = await run(original, { quality: 85 });
    const { data, report: lower } = await run(original, { quality: 70 });
    expect([lower.hdr, report.next?.quality]).toEqual(['kept', 70]);
    expect(Math.abs((report.next?.sizeBytes ?? 0) / data.length - 1)).toBeLessThan(0.05);
  });

  it('is absent if the result is much smaller than the original', async () => {
    const { data, report } = await run(photo, { quality: 85 });
    expect(data.length).toBeLessThan(photo.length * 0.5);
    expect(report.next).toBeUndefined();
  });

  it('is absent if the job is expected to take longer than five seconds', async () => {
    const { plan } = await prepared(compressed, { quality: 85 });
    expect(withAffordableEstimate(plan, 5_000).next).toMatchObject({ quality: 70 });
    expect(withAffordableEstimate(plan, 5_001).next).toBeUndefined();
  });

  it('is absent at the lowest preset, with a file size limit, and with fast effort', async () => {
    for (const settings of [{ quality: 30 }, { quality: 85, minBytes: 100 }])
      expect((await run(compressed, settings)).report.next).toBeUndefined();
    const { report } = await runFast(compressed, { quality: 85 });
    expect(report.next).toBeUndefined();
  });
});

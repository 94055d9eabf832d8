import { createHash } from 'node:crypto';
import { estimateCostMs } from '@gossamer/contracts/cost';
import { holdsJpeg } from '@gossamer/contracts/detect-format';
import type { EngineReport } from '@gossamer/contracts/engine-report';
import type { InputFormat } from '@gossamer/contracts/formats';
import { archiveMaxPixels, maxResultBytes } from '@gossamer/contracts/limits';
import { defaultSettings } from '@gossamer/contracts/settings';
import type { EngineRequest, EngineResult } from '../compress.ts';
import { EngineError } from '../errors.ts';
import { type Header, megapixel, pixelCount } from '../image.ts';
import { inventory } from '../metadata/inventory.ts';
import { stepClock, type Timed } from '../step-clock.ts';
import { decode } from '../steps/decode.ts';
import { plan } from '../steps/plan.ts';
import { preview, previewSidePx } from '../steps/preview.ts';
import { readHeader } from '../steps/read-header.ts';
import { readJxlSize } from './read-jxl-size.ts';
import { archiveMegabytes, fromArchive, toArchive } from './transcode.ts';

type Request = Pick<EngineRequest, 'maxPixels' | 'admit'>;

/** Memory in megabytes for an idle engine process and for creating the preview. */
const restMegabytes = 120;

/**
 * Converts a JPEG to an archive: a JPEG XL file from which the JPEG can be restored. Verifies that the restored bytes
 * are identical.
 * @throws EngineError `not_archivable`, `too_many_pixels_for_format`, and the errors of reading and decoding a JPEG
 */
export async function archiveImage(
  file: Uint8Array,
  format: InputFormat,
  { maxPixels, admit = async () => {} }: Request,
): Promise<EngineResult> {
  if (format !== 'jpeg') throw new EngineError('not_archivable');
  const { steps, timed } = stepClock();
  const header = await timed('readHeader', () => readHeader(file, format, maxPixels));
  const pixels = pixelCount(header);
  if (pixels > archiveMaxPixels) throw new EngineError('too_many_pixels_for_format');
  await timed('admit', () => admit(needsOf('jpeg', pixels, file.length, archiveMegabytes.cjxl)));
  const small = await previewOf(file, header, timed);
  const data = await timed('archive', () => toArchive(file, pixels));
  if (!data) throw new EngineError('not_archivable');
  const restored = await timed('verify', () => fromArchive(data, pixels, file.length));
  if (!restored?.equals(file)) throw new EngineError('not_archivable');
  const report = await timed('report', () => reportOf('jxl archive', file, header));
  return resultOf('jxl', data, header, small, { ...report, stepsMs: steps });
}

/**
 * Restores the JPEG from an archive.
 * @throws EngineError `not_restorable`, `corrupt_image`, `too_many_pixels`
 */
export async function restoreImage(
  archive: Uint8Array,
  { maxPixels, admit = async () => {} }: Request,
): Promise<EngineResult> {
  const { steps, timed } = stepClock();
  const size = readJxlSize(archive);
  if (!holdsJpeg(archive) || !size) throw new EngineError('not_restorable');
  const pixels = pixelCount(size);
  if (pixels > maxPixels) throw new EngineError('too_many_pixels');
  await timed('admit', () => admit(needsOf('jxl', pixels, archive.length, archiveMegabytes.djxl)));
  const data = await timed('restore', () => fromArchive(archive, pixels, maxResultBytes(archive.length)));
  if (!data) throw new EngineError('not_restorable');
  const header = await timed('readHeader', () => readHeader(data, 'jpeg', maxPixels));
  const small = await previewOf(data, header, timed);
  const report = await timed('report', () => reportOf('jpeg restored', data, header));
  return resultOf('jpeg', data, header, small, { ...report, stepsMs: steps });
}

function needsOf(
  inputFormat: InputFormat,
  decodedPixels: number,
  fileBytes: number,
  megabytesPerMegapixel: number,
): { megabytes: number; costMs: number } {
  const { quality } = defaultSettings;
  const size = { decodedPixels, encodedPixels: decodedPixels, frames: 1, scans: 1 };
  const facts = { inputFormat, ...size, quality, formats: undefined, isSizeLimited: false };
  const costMs = estimateCostMs({ ...facts, isArchive: true, effort: 'thorough' });
  const ofPixels = (decodedPixels * megabytesPerMegapixel) / megapixel;
  // Reserve memory for the upload, the archive and the restored file.
  const ofFiles = (3 * fileBytes) / 1_000_000;
  return { megabytes: Math.ceil(restMegabytes + archiveMegabytes.base + ofPixels + ofFiles), costMs };
}

/** Returns the preview. Decodes the JPEG at the preview's size, which takes little memory and rejects damaged files. */
function previewOf(jpeg: Uint8Array, header: Header, timed: Timed): Promise<Buffer> {
  const resize = { widthPx: previewSidePx, heightPx: previewSidePx, maintainAspect: true };
  const shown = plan(header, { ...defaultSettings, resize }, 'fast');
  return timed('preview', async () => preview({ ...(await decode(jpeg, header, shown)), kind: 'photo' }));
}

/** Returns the report. An archive keeps everything in the JPEG, including its metadata. */
async function reportOf(
  encoding: 'jxl archive' | 'jpeg restored',
  jpeg: Uint8Array,
  header: Header,
): Promise<Omit<EngineReport, 'stepsMs'>> {
  return {
    effort: 'thorough',
    kind: 'photo',
    encoding,
    encoderQuality: null,
    targetScore: 100,
    score: 100,
    worstTileScore: 100,
    needsReview: false,
    jpegSha256: createHash('sha256').update(jpeg).digest('hex'),
    probes: 0,
    metadataRemoved: [],
    metadataKept: await inventory(jpeg, 'jpeg'),
    wideGamut: header.isWideGamut ? 'kept' : 'none',
    hdr: header.isHdr ? 'kept' : 'none',
  };
}

function resultOf(
  format: 'jpeg' | 'jxl',
  data: Buffer,
  { widthPx, heightPx }: Header,
  small: Buffer,
  report: EngineReport,
): EngineResult {
  return { data, format, widthPx, heightPx, alreadyOptimal: false, preview: small, report };
}

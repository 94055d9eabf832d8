import { colorChoices, hdrChoices } from './color-choices.ts';
import type { ErrorCode, ErrorDetails } from './errors.ts';
import { encodedFormats, outputFormats } from './formats.ts';
import {
  colorFilters,
  fileSizeLimits,
  maxQuality,
  maxResizePercent,
  maxResizePx,
  minQuality,
  preservableMetadata,
  resizeFits,
  unreachableChoices,
} from './settings.ts';
import { variantFormats, variantWidthLimits } from './variant-settings.ts';

/** Error for a field with an invalid value. */
export interface FieldFault {
  code: ErrorCode;
  details?: ErrorDetails;
}

const fileSize: FieldFault = {
  code: 'invalid_file_size',
  details: {
    min: fileSizeLimits.minBytes,
    max: fileSizeLimits.maxBytes,
    allowed: unreachableChoices.join(', '),
  },
};
const color: FieldFault = {
  code: 'invalid_color',
  details: { colors: colorChoices.join(', '), hdr: hdrChoices.join(', ') },
};
const resize: FieldFault = {
  code: 'invalid_resize',
  details: { max: maxResizePx, maxPercent: maxResizePercent, allowed: resizeFits.join(', ') },
};

/** Errors for invalid settings fields, the same in every interface. */
export const settingFaults = {
  quality: { code: 'invalid_quality', details: { min: minQuality, max: maxQuality } },
  format: { code: 'invalid_format', details: { allowed: outputFormats.join(', ') } },
  formats: { code: 'invalid_formats', details: { allowed: encodedFormats.join(', ') } },
  filter: { code: 'invalid_filter', details: { allowed: colorFilters.join(', ') } },
  resizeWidth: resize,
  resizeHeight: resize,
  maintainAspect: resize,
  fit: resize,
  resizePercent: resize,
  background: { code: 'invalid_background' },
  preserve: { code: 'invalid_preserve', details: { allowed: preservableMetadata.join(', ') } },
  color,
  hdr: color,
  maxBytes: fileSize,
  minBytes: fileSize,
  onUnreachable: fileSize,
  archive: { code: 'invalid_archive' },
  variants: {
    code: 'invalid_variants',
    details: {
      minPx: variantWidthLimits.minPx,
      maxPx: variantWidthLimits.maxPx,
      maxWidths: variantWidthLimits.maxWidths,
      formats: variantFormats.join(', '),
    },
  },
} satisfies Record<string, FieldFault>;

import type { EngineEffort } from '@gossamer/contracts/engine-report';
import { type EncodedFormat, isEncodedFormat } from '@gossamer/contracts/formats';
import {
  allowsFormat,
  type ColorFilter,
  type CompressionSettings,
  limitsFileSize,
  lowerPresetQuality,
  maxQuality,
  namedFormats,
  type PreservableMetadata,
  type ResolvedSettings,
  resolveFormat,
} from '@gossamer/contracts/settings';
import type { Output } from '../codecs/codec.ts';
import { canHold, outputOf, outputs } from '../codecs/registry.ts';
import { EngineError } from '../errors.ts';
import type { SizeLimits } from '../file-size/size-limits.ts';
import type { Header } from '../image.ts';
import { targetScoreOf } from '../quality.ts';
import { type Extended, extendedSize, isCut, type SizePx, targetSize } from '../sizes.ts';
import { type ColorPlan, colorsFor } from './plan-colors.ts';

/** The engine's decisions about an image, based on the settings and the image's header. */
export type Plan = ColorPlan & {
  /** The requested formats that support the image's size and features. Undefined if the engine chooses the format. */
  formats: EncodedFormat[] | undefined;
  effort: EngineEffort;
  /** SSIMULACRA2 score that the result must reach, compared with the decoded, resized and filtered original. */
  targetScore: number;
  filter: ColorFilter;
  /** Width of one frame of the upright result, in pixels. */
  widthPx: number;
  heightPx: number;
  isResized: boolean;
  /** Whether the result is cropped. */
  isCut: boolean;
  /** Sizes for padding, which replaces cropping if the image has a plain background. */
  extended: Extended | undefined;
  /** Background color for results that must be opaque. */
  ground: string | undefined;
  /** Number of frames in the result: all frames if a format supports animation, otherwise 1. */
  pages: number;
  /** Whether the original may be returned as the result, because no change to the image or its format was requested. */
  mayKeepOriginal: boolean;
  preserve: PreservableMetadata[];
  /**
   * The next lower preset, whose file size is estimated. Undefined at the lowest preset and if the file size is
   * limited.
   */
  next: { quality: number; targetScore: number } | undefined;
  /** Minimum and maximum size of the result, or undefined if its size is not limited. */
  sizeLimits: SizeLimits | undefined;
};

/**
 * Returns the plan for compressing an image.
 * @throws EngineError `too_many_pixels_for_format` if no allowed format can hold an image or animation of that size
 */
export function plan(header: Header, requested: CompressionSettings, effort: EngineEffort): Plan {
  const settings = resolveFormat(requested, header.format);
  const { resize, filter, quality, preserve = [] } = settings;
  const { widthPx, heightPx } = resize ? targetSize(header, resize) : header;
  const isResized = widthPx !== header.widthPx || heightPx !== header.heightPx;
  const pages = pagesFor(header, settings);
  const ground = groundFor(header, settings);
  const isPlainPossible = isResized && resize !== null && pages === 1;
  const isCropped = isResized && resize !== null && isCut(resize);
  const extended = isPlainPossible ? extendedSize(header, resize) : undefined;
  const isWhole = !isCropped && extended === undefined;
  const colors = colorsFor(header, settings, { ground, isStill: pages === 1, isWhole });
  const size = { widthPx, heightPx, pages, hasAlpha: header.hasAlpha && !ground };
  return {
    formats: colors.keepsHdr ? ['jpeg'] : formatsFor(size, settings),
    effort,
    targetScore: targetScoreOf(settings.maxBytes === undefined ? quality : maxQuality),
    filter,
    widthPx,
    heightPx,
    isResized,
    isCut: isCropped,
    extended,
    ground,
    pages,
    mayKeepOriginal: !isResized && ground === undefined && mayKeep(header, settings),
    preserve,
    ...colors,
    next: nextOf(settings),
    sizeLimits: sizeLimitsOf(settings),
  };
}

function nextOf(settings: CompressionSettings): Plan['next'] {
  const quality = limitsFileSize(settings) ? undefined : lowerPresetQuality(settings.quality);
  return quality === undefined ? undefined : { quality, targetScore: targetScoreOf(quality) };
}

function sizeLimitsOf(settings: CompressionSettings): SizeLimits | undefined {
  if (!limitsFileSize(settings)) return undefined;
  const { minBytes = 0, maxBytes = Infinity, onUnreachable = 'closest' } = settings;
  return { minBytes, maxBytes, onUnreachable };
}

function namedOutputs(settings: ResolvedSettings) {
  const named = namedFormats(settings);
  return named && outputs.filter((output) => named.includes(output.format));
}

/** Returns the requested formats that support the image, in the engine's order of preference. */
function formatsFor(
  size: SizePx & { pages: number; hasAlpha: boolean },
  settings: ResolvedSettings,
): EncodedFormat[] | undefined {
  const fits = (output: Output) => canHold(output, size) && (size.pages === 1 || output.keepsAnimation);
  const fitting = namedOutputs(settings)?.filter(fits);
  const isAutomatic = fitting === undefined || (fitting.length === 0 && settings.format === 'modern');
  // `auto` and `modern` guarantee a result for every still image, because PNG has no size limit.
  if (isAutomatic && (size.pages === 1 || outputs.some(fits))) return undefined;
  if (isAutomatic || fitting.length === 0) throw new EngineError('too_many_pixels_for_format');
  return fitting.map(({ format }) => format);
}

function pagesFor(header: Header, settings: ResolvedSettings): number {
  const keepsAnimation = namedOutputs(settings)?.some((output) => output.keepsAnimation) ?? true;
  return keepsAnimation ? header.pages : 1;
}

/**
 * Default to white only if a single opaque format was requested. If several formats were requested, another format may
 * support transparency.
 */
function groundFor({ hasAlpha }: Header, { background, format }: ResolvedSettings): string | undefined {
  if (!hasAlpha) return undefined;
  const isOpaque = format !== 'auto' && format !== 'modern' && !outputOf(format).keepsAlpha;
  return background ?? (isOpaque ? 'white' : undefined);
}

/**
 * Returns whether the settings allow the original's format and colors. `auto` also allows an AVIF original, although
 * `auto` never encodes AVIF. Users who upload AVIF can display it, and other formats often need more bytes.
 */
function mayKeep({ format, isWideGamut }: Header, settings: ResolvedSettings): boolean {
  const isAutoAvif = format === 'avif' && namedFormats(settings) === undefined;
  const isAllowed = isAutoAvif || (isEncodedFormat(format) && allowsFormat(settings, format));
  const areColorsAllowed = settings.filter === 'none' && !(settings.color === 'srgb' && isWideGamut);
  return isAllowed && areColorsAllowed;
}

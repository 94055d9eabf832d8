import type { OutputFormat } from '@gossamer/contracts/formats';
import {
  type ColorFilter,
  type CompressionSettings,
  maxQuality,
  type Resize,
} from '@gossamer/contracts/settings';
import { codecs } from '../codecs/registry.ts';
import type { Header } from '../picture.ts';
import { nearLosslessQuality } from '../quality.ts';

/** What will be done with this picture: the settings, made concrete by its header. */
export type Plan = {
  format: OutputFormat;
  /** As asked for, but no more than the original has left. */
  quality: number;
  filter: ColorFilter;
  /** Size of the result, upright, one frame. */
  widthPx: number;
  heightPx: number;
  isResized: boolean;
  /** Frames to keep: all of an animation where the format can hold them, else the first. */
  pages: number;
  /** The original may be given back: nothing about the picture or its format was asked to change. */
  mayKeepOriginal: boolean;
};

export function plan(header: Header, settings: CompressionSettings): Plan {
  const size = settings.resize ? targetSize(header, settings.resize) : header;
  const isResized = size.widthPx !== header.widthPx || size.heightPx !== header.heightPx;
  const keepsFrames = settings.format === 'auto' || codecs[settings.format].keepsAnimation;
  return {
    format: settings.format,
    quality: cappedQuality(settings.quality, header.sourceQuality),
    filter: settings.filter,
    widthPx: size.widthPx,
    heightPx: size.heightPx,
    isResized,
    pages: keepsFrames ? header.pages : 1,
    mayKeepOriginal:
      !isResized && settings.filter === 'none' && ['auto', header.format].includes(settings.format),
  };
}

/**
 * More quality than the original has left would only cost bytes. Near lossless it stays as asked:
 * there the original itself is the better answer.
 */
function cappedQuality(quality: number, sourceQuality = maxQuality): number {
  return quality < nearLosslessQuality ? Math.min(quality, sourceQuality) : quality;
}

type SizePx = { widthPx: number; heightPx: number };

/** The size asked for, in whole pixels of the upright picture; no side ever grows. */
export function targetSize(from: SizePx, { widthPx, heightPx, maintainAspect }: Resize): SizePx {
  if (!maintainAspect && widthPx !== undefined && heightPx !== undefined) {
    return { widthPx: Math.min(widthPx, from.widthPx), heightPx: Math.min(heightPx, from.heightPx) };
  }
  const scale = Math.min(1, (widthPx ?? Infinity) / from.widthPx, (heightPx ?? Infinity) / from.heightPx);
  return {
    widthPx: Math.max(1, Math.round(from.widthPx * scale)),
    heightPx: Math.max(1, Math.round(from.heightPx * scale)),
  };
}

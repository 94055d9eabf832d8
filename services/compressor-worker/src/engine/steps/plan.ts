import type { EnginePace } from '@gossamer/contracts/engine-report';
import type { OutputFormat } from '@gossamer/contracts/formats';
import type { ColorFilter, CompressionSettings, Resize } from '@gossamer/contracts/settings';
import { canHold, outputOf } from '../codecs/registry.ts';
import { EngineError } from '../errors.ts';
import type { Header } from '../picture.ts';
import { targetScoreOf } from '../quality.ts';

/** What will be done with this picture: the settings, made concrete by its header. */
export type Plan = {
  format: OutputFormat;
  pace: EnginePace;
  /** SSIMULACRA2 that the result must reach against the decoded, resized and filtered original. */
  targetScore: number;
  filter: ColorFilter;
  /** Size of the result, upright, one frame. */
  widthPx: number;
  heightPx: number;
  isResized: boolean;
  /** The format that was asked for has no transparency: it becomes white. */
  isFlattened: boolean;
  /** Frames to keep: all of an animation where the format can hold them, else the first. */
  pages: number;
  /** The original may be given back: nothing about the picture or its format was asked to change. */
  mayKeepOriginal: boolean;
};

/** @throws EngineError `too_many_pixels_for_format` where the named format cannot hold so many */
export function plan(header: Header, settings: CompressionSettings, pace: EnginePace): Plan {
  const { widthPx, heightPx } = settings.resize ? targetSize(header, settings.resize) : header;
  const size = { widthPx, heightPx };
  const isResized = size.widthPx !== header.widthPx || size.heightPx !== header.heightPx;
  const output = settings.format === 'auto' ? undefined : outputOf(settings.format);
  const isSameFormat =
    settings.format === header.format || (settings.format === 'auto' && header.format !== 'heic');
  const pages = output?.keepsAnimation === false ? 1 : header.pages;
  if (output && !canHold(output, { ...size, pages })) throw new EngineError('too_many_pixels_for_format');
  return {
    format: settings.format,
    pace,
    targetScore: targetScoreOf(settings.quality),
    filter: settings.filter,
    widthPx: size.widthPx,
    heightPx: size.heightPx,
    isResized,
    isFlattened: header.hasAlpha && output?.keepsAlpha === false,
    pages,
    mayKeepOriginal: !isResized && settings.filter === 'none' && isSameFormat,
  };
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

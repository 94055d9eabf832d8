import { toLuma, toXyb } from './color';
import { halve } from './halve';
import { linearRowBytes, linearRows, pixelsAddress, Scale, scaleAt, scaleCount } from './layout';
import { toLinear, toLinearOver } from './linear';

/**
 * Creates the XYB planes of all scales from the written pixels. Images are scaled down in linear light. A negative
 * `background` means that there is no visible alpha.
 */
export function buildPyramid(isOriginal: bool, channels: i32, background: f32): void {
  buildFirst(isOriginal, channels, background);
  for (let index = 1; index < scaleCount(); index++) buildNext(isOriginal, index);
}

function planesOf(scale: Scale, isOriginal: bool): usize {
  return isOriginal ? scale.original : scale.distorted;
}

/** Creates the first scale, of which only Y is compared. Its linear rows are computed in pairs and not stored. */
function buildFirst(isOriginal: bool, channels: i32, background: f32): void {
  const scale = scaleAt(0);
  const lastRow = scale.heightPx - 1;
  const secondRow = linearRows + 3 * linearRowBytes;
  const luma = planesOf(scale, isOriginal);
  for (let y = 0; y <= lastRow; y += 2) {
    readRow(y, channels, background, linearRows, scale.widthPx);
    readRow(min(y + 1, lastRow), channels, background, secondRow, scale.widthPx);
    if (scaleCount() > 1) halveInto(1, isOriginal, linearRows, secondRow, linearRowBytes, y >> 1);
    const target = luma + <usize>y * scale.rowBytes;
    toLuma(linearRows, linearRowBytes, target, scale.widthPx);
    if (y < lastRow) toLuma(secondRow, linearRowBytes, target + scale.rowBytes, scale.widthPx);
  }
}

/** Converts the linear color planes written by the previous scale to XYB in place. */
function buildNext(isOriginal: bool, index: i32): void {
  const scale = scaleAt(index);
  const lastRow = scale.heightPx - 1;
  const planes = planesOf(scale, isOriginal);
  const needsB = scale.endChannel > 2;
  for (let y = 0; y <= lastRow; y += 2) {
    const upper = planes + <usize>y * scale.rowBytes;
    const lower = planes + <usize>min(y + 1, lastRow) * scale.rowBytes;
    if (index + 1 < scaleCount()) halveInto(index + 1, isOriginal, upper, lower, scale.planeBytes, y >> 1);
    toXyb(upper, scale.planeBytes, scale.widthPx, needsB);
    if (y < lastRow) toXyb(lower, scale.planeBytes, scale.widthPx, needsB);
  }
}

function halveInto(index: i32, isOriginal: bool, upper: usize, lower: usize, step: usize, y: i32): void {
  const scale = scaleAt(index);
  const target = planesOf(scale, isOriginal) + <usize>y * scale.rowBytes;
  halve(upper, lower, step, scaleAt(index - 1).widthPx, target, scale.planeBytes);
}

function readRow(y: i32, channels: i32, background: f32, to: usize, widthPx: i32): void {
  const from = pixelsAddress + <usize>y * widthPx * channels;
  if (background < 0) toLinear(from, channels, to, linearRowBytes, widthPx);
  else toLinearOver(background, from, channels, to, linearRowBytes, widthPx);
}

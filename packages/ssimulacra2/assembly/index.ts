import { layOut, pixelsAddress, scaleAt, scaleCount } from './layout';
import { fillTable } from './linear';
import { compareChannel, prepareChannel } from './maps';
import { buildPyramid } from './pyramid';
import { addPart, forgetParts, scoreOf, weightedError } from './weights';

fillTable();

/** Makes room for images of this size, and forgets the original. @returns whether there is that much memory */
export function reserve(widthPx: i32, heightPx: i32): bool {
  return layOut(widthPx, heightPx);
}

/** Where pixels go to; moves with `reserve`. */
export function pixelsAt(): usize {
  return pixelsAddress;
}

/** Takes the pixels that were put in as the original. A `background` below 0: without alpha, or all opaque. */
export function setOriginal(channels: i32, background: f32): void {
  buildPyramid(true, channels, background);
  for (let index = 0; index < scaleCount(); index++) {
    const scale = scaleAt(index);
    for (let channel = scale.firstChannel; channel < scale.endChannel; channel++) {
      prepareChannel(scale, channel);
    }
  }
}

/** Compares the pixels that were put in with the original. */
export function score(channels: i32, background: f32): f64 {
  startParts();
  comparePart(channels, background);
  return scoreOfParts();
}

/** Before the first part of an image that is compared piece by piece, each with an original of its own. */
export function startParts(): void {
  forgetParts();
}

/** The pixels that were put in are the next part. */
export function comparePart(channels: i32, background: f32): void {
  buildPyramid(false, channels, background);
  for (let index = 0; index < scaleCount(); index++) {
    const scale = scaleAt(index);
    for (let channel = scale.firstChannel; channel < scale.endChannel; channel++) {
      compareChannel(scale, channel);
      addPart(scale, index, channel);
    }
  }
}

export function scoreOfParts(): f64 {
  return scoreOf(weightedError());
}

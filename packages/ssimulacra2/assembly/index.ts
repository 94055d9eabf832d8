import { layOut, pixelsAddress, scaleAt, scaleCount } from './layout';
import { fillTable } from './linear';
import { compareChannel, prepareChannel } from './maps';
import { buildPyramid } from './pyramid';
import { scoreOf, weightedError } from './weights';

fillTable();

/** Makes room for pictures of this size, and forgets the original. @returns whether there is that much memory */
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
  buildPyramid(false, channels, background);
  let error: f64 = 0;
  for (let index = 0; index < scaleCount(); index++) {
    const scale = scaleAt(index);
    for (let channel = scale.firstChannel; channel < scale.endChannel; channel++) {
      compareChannel(scale, channel);
      error += weightedError(scale, index, channel);
    }
  }
  return scoreOf(error);
}

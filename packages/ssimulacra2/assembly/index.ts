import { layOut, pixelsAddress, scaleAt, scaleCount } from './layout';
import { fillTable } from './linear';
import { compareChannel, prepareChannel } from './maps';
import { buildPyramid } from './pyramid';
import { addPart, clearParts, scoreOf, weightedError } from './weights';

fillTable();

/**
 * Allocates memory for images of the given size and discards the previous original.
 * @returns whether enough memory is available
 */
export function reserve(widthPx: i32, heightPx: i32): bool {
  return layOut(widthPx, heightPx);
}

/** Returns the address at which the caller must write pixels. Calling `reserve` can change it. */
export function pixelsAt(): usize {
  return pixelsAddress;
}

/** Sets the written pixels as the original. A negative `background` means that all pixels are opaque. */
export function setOriginal(channels: i32, background: f32): void {
  buildPyramid(true, channels, background);
  for (let index = 0; index < scaleCount(); index++) {
    const scale = scaleAt(index);
    for (let channel = scale.firstChannel; channel < scale.endChannel; channel++) {
      prepareChannel(scale, channel);
    }
  }
}

/** Returns the score of the written pixels compared with the original. */
export function score(channels: i32, background: f32): f64 {
  startParts();
  comparePart(channels, background);
  return scoreOfParts();
}

/** Starts comparing an image in parts. Before each part is compared, the same part of the original must be set. */
export function startParts(): void {
  clearParts();
}

/** Compares the pixels that the caller has written to memory, which are the next part of the image. */
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

export type Size = { width: number; height: number };
export type Point = { x: number; y: number };
/** Part of an image, in image pixels. */
export type Area = Point & Size;
/** Position of the image's top left corner on the stage, with the number of CSS pixels per image pixel (`scale`). */
export type Placement = Point & { scale: number };

/** Maximum zoom in percent. At 100, one image pixel covers one screen pixel. */
const maxZoomPercent = 800;
const minZoomPercent = 25;
/** Minimum width in CSS pixels of a stage on which a fitted image has a margin. Phones use the full width. */
const marginFromPx = 640;
/** Minimum space in CSS pixels between a fitted image and the edges of a wide stage. */
const marginPx = 24;
/** Minimum visible size of an image in CSS pixels. In a smaller image, there is no room for the labels and the divider. */
const minBox: Size = { width: 320, height: 160 };
const zoomStops = [25, 33, 50, 67, 100, 150, 200, 300, 400, 600, 800];

/** Returns the largest scale at which the whole image and its margin are visible. Small images are not enlarged. */
export function fitScale(stage: Size, image: Size, actualScale: number): number {
  const margins = stage.width >= marginFromPx ? 2 * marginPx : 0;
  return Math.min(
    actualScale,
    (stage.width - margins) / image.width,
    Math.max(1, stage.height - margins) / image.height,
  );
}

/**
 * Returns the part of the stage that the labels and the divider belong to, in CSS pixels: the visible part of the
 * image, or the whole stage if that part is small.
 */
export function visibleBox({ scale, x, y }: Placement, stage: Size, image: Size): Point & Size {
  const left = Math.max(0, x);
  const top = Math.max(0, y);
  const width = Math.min(stage.width, x + image.width * scale) - left;
  const height = Math.min(stage.height, y + image.height * scale) - top;
  return width < minBox.width || height < minBox.height
    ? { x: 0, y: 0, ...stage }
    : { x: left, y: top, width, height };
}

/** Limits a scale to the zoom range. For large images, the minimum is the scale at which the whole image is visible. */
export function clampScale(scale: number, fit: number, actualScale: number): number {
  const min = Math.min(fit, (actualScale * minZoomPercent) / 100);
  return Math.min(Math.max(scale, min), (actualScale * maxZoomPercent) / 100);
}

/** Returns the next zoom level in percent in the given direction, or 0 if there is no lower level. */
export function nextZoomStop(percent: number, direction: 1 | -1): number {
  const tolerance = 0.5;
  if (direction > 0) return zoomStops.find((stop) => stop > percent + tolerance) ?? maxZoomPercent;
  return zoomStops.findLast((stop) => stop < percent - tolerance) ?? 0;
}

/** Returns the placement after zooming. The image point under the stage point `at` does not move. */
export function zoomAround(from: Placement, scale: number, at: Point): Placement {
  const ratio = scale / from.scale;
  return { scale, x: at.x - (at.x - from.x) * ratio, y: at.y - (at.y - from.y) * ratio };
}

/** Height on the stage, from 0 to 1, of the center of an area. The grip of the divider, at 0.5, must not cover it. */
const areaHeight = 0.3;

/** Returns the placement at which an area is on the vertical center line of the stage, above the grip of the divider. */
export function showArea({ x, y, width, height }: Area, stage: Size, scale: number): Placement {
  return {
    scale,
    x: stage.width / 2 - (x + width / 2) * scale,
    y: stage.height * areaHeight - (y + height / 2) * scale,
  };
}

/** Centers an image that is smaller than the stage. Moves a larger image so that it leaves no gap at the edges. */
export function keepOnStage({ scale, x, y }: Placement, stage: Size, image: Size): Placement {
  return {
    scale,
    x: keepAxis(x, stage.width, image.width * scale),
    y: keepAxis(y, stage.height, image.height * scale),
  };
}

function keepAxis(offset: number, room: number, length: number): number {
  if (length <= room) return (room - length) / 2;
  return Math.min(0, Math.max(room - length, offset));
}

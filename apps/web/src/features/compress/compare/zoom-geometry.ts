export type Size = { width: number; height: number };
export type Point = { x: number; y: number };
/** Where the image lies on the stage: its corner, and CSS pixels per image pixel. */
export type Placement = Point & { scale: number };

/** Per cent of actual size. */
const maxZoomPercent = 800;
const minZoomPercent = 25;
const zoomStops = [25, 33, 50, 67, 100, 150, 200, 300, 400, 600, 800];

/** The largest scale at which the whole image shows; small images are not enlarged. */
export function fitScale(stage: Size, image: Size, actualScale: number): number {
  return Math.min(actualScale, stage.width / image.width, stage.height / image.height);
}

/** A large image has to fit, though that may be less than the least zoom. */
export function clampScale(scale: number, fit: number, actualScale: number): number {
  const min = Math.min(fit, (actualScale * minZoomPercent) / 100);
  return Math.min(Math.max(scale, min), (actualScale * maxZoomPercent) / 100);
}

/** The next stop in a direction, from any zoom in per cent. */
export function nextZoomStop(percent: number, direction: 1 | -1): number {
  const tolerance = 0.5;
  if (direction > 0) return zoomStops.find((stop) => stop > percent + tolerance) ?? maxZoomPercent;
  return zoomStops.findLast((stop) => stop < percent - tolerance) ?? 0;
}

/** The same point of the image stays under the given point of the stage. */
export function zoomAround(from: Placement, scale: number, at: Point): Placement {
  const ratio = scale / from.scale;
  return { scale, x: at.x - (at.x - from.x) * ratio, y: at.y - (at.y - from.y) * ratio };
}

/** Centred where the image is smaller than the stage, otherwise without a gap at its edges. */
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

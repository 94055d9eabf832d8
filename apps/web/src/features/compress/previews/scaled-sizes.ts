type Size = { width: number; height: number };

/** Scales a size down so that its longer side is at most `maxSidePx`. Smaller sizes are unchanged. */
export function fitSide(size: Size, maxSidePx: number): Size {
  const scale = Math.min(1, maxSidePx / Math.max(size.width, size.height));
  const scaled = (lengthPx: number) => Math.max(1, Math.round(lengthPx * scale));
  return { width: scaled(size.width), height: scaled(size.height) };
}

/** Returns the largest centered square of an image. */
export function middleSquare({ width, height }: Size): { left: number; top: number; side: number } {
  const side = Math.min(width, height);
  return { left: Math.floor((width - side) / 2), top: Math.floor((height - side) / 2), side };
}

import type { Resize } from '@gossamer/contracts/settings';
import { initialResize, type ResizeForm } from '../resize-form.ts';

/** Returns the resize fields that show the given size. This is the inverse of `toResize`. */
export function fromResize(resize: Resize | null): ResizeForm {
  if (resize === null) return initialResize;
  const { widthPx, heightPx, percent, fit } = resize;
  if (percent !== undefined)
    return { ...initialResize, isResizing: true, resizeBy: 'percent', percentText: String(percent) };
  const crop = fit === 'cover' || fit === 'thumb' ? fit : 'inside';
  const maintainAspect = fit === undefined ? resize.maintainAspect : fit !== 'fill';
  if (maintainAspect && crop === 'inside' && widthPx !== undefined && widthPx === heightPx)
    return { ...initialResize, isResizing: true, resizeBy: 'longSide', longSideText: String(widthPx) };
  const text = (sidePx: number | undefined) => (sidePx === undefined ? '' : String(sidePx));
  return {
    ...initialResize,
    isResizing: true,
    widthText: text(widthPx),
    heightText: text(heightPx),
    maintainAspect,
    crop,
  };
}

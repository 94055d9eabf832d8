import type { StageControl } from './stage-control.ts';
import type { Point } from './zoom-geometry.ts';

/** Maximum pointer movement in CSS pixels that still counts as a tap. */
const tapPx = 4;
const wheelSpeed = 0.0015;
/** Zoom factor per wheel unit of a pinch gesture. Touchpads report pinch gestures as wheel events with Ctrl. */
const pinchSpeed = 0.01;
const lineHeightPx = 16;

/**
 * Handles pointer gestures on the comparison. One pointer drags the divider, or pans an image that extends beyond the
 * stage. Two pointers pan and zoom the image. A tap moves the divider. Returns a function that removes the listeners.
 */
export function listenToPointers(element: HTMLElement, control: StageControl): () => void {
  const pointers = new Map<number, Point>();
  let grabbed: 'divider' | 'image' = 'divider';
  let wayPx = 0;

  function down(event: PointerEvent) {
    if (event.button !== 0) return;
    element.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, pointOn(element, event));
    const isOnGrip = event.target instanceof Element && event.target.closest('[data-grip]') !== null;
    // After a pinch, the remaining finger continues to drag the image.
    grabbed = pointers.size === 1 && (isOnGrip || !control.canPan) ? 'divider' : 'image';
    if (pointers.size > 1) return;
    wayPx = isOnGrip ? tapPx : 0;
    element.dataset.dragging = grabbed;
  }

  function move(event: PointerEvent) {
    const from = pointers.get(event.pointerId);
    if (!from) return;
    const to = pointOn(element, event);
    pointers.set(event.pointerId, to);
    wayPx += Math.hypot(to.x - from.x, to.y - from.y);
    const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
    if (other) pinch(control, other, from, to);
    else if (grabbed === 'image') control.panBy(to.x - from.x, to.y - from.y);
    else control.dragDivider(to.x - from.x);
  }

  function up(event: PointerEvent) {
    const at = pointers.get(event.pointerId);
    if (!at || !pointers.delete(event.pointerId) || pointers.size > 0) return;
    delete element.dataset.dragging;
    const isTap = event.type === 'pointerup' && wayPx < tapPx;
    if (isTap && grabbed === 'divider') control.dropDividerAt(at.x);
  }

  element.addEventListener('pointerdown', down);
  element.addEventListener('pointermove', move);
  element.addEventListener('pointerup', up);
  element.addEventListener('pointercancel', up);
  return () => {
    element.removeEventListener('pointerdown', down);
    element.removeEventListener('pointermove', move);
    element.removeEventListener('pointerup', up);
    element.removeEventListener('pointercancel', up);
  };
}

/**
 * Zooms around the pointer on wheel events. Uses a native listener, because React's wheel listeners are passive and
 * cannot prevent scrolling.
 */
export function listenToWheel(element: HTMLElement, control: StageControl): () => void {
  function wheel(event: WheelEvent) {
    event.preventDefault();
    const wayPx = event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? lineHeightPx : 1);
    const factor = Math.exp(-wayPx * (event.ctrlKey ? pinchSpeed : wheelSpeed));
    control.zoomBy(factor, pointOn(element, event));
  }
  element.addEventListener('wheel', wheel, { passive: false });
  return () => element.removeEventListener('wheel', wheel);
}

/** Pans and zooms the image according to the midpoint and distance of two fingers, one of which has moved. */
function pinch(control: StageControl, other: Point, from: Point, to: Point): void {
  const distance = (point: Point) => Math.max(1, Math.hypot(point.x - other.x, point.y - other.y));
  control.panBy((to.x - from.x) / 2, (to.y - from.y) / 2);
  const middle = { x: (to.x + other.x) / 2, y: (to.y + other.y) / 2 };
  control.zoomBy(distance(to) / distance(from), middle);
}

function pointOn(element: HTMLElement, { clientX, clientY }: MouseEvent): Point {
  const { left, top } = element.getBoundingClientRect();
  return { x: clientX - left, y: clientY - top };
}

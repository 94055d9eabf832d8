import { type PointerEvent, useRef } from 'react';

/**
 * Horizontal distance in pixels after which a touch moves the divider. Shorter or vertical touch movements scroll the
 * page.
 */
const slopPx = 6;

/**
 * Returns pointer handlers for dragging a divider. `moveTo` receives the position in percent of the element's width. A
 * mouse moves the divider immediately. A touch moves it on a tap or a horizontal movement, because other movements
 * scroll the page.
 */
export function useDrag(moveTo: (percent: number) => void) {
  const startX = useRef<number>(undefined);
  const follow = ({ currentTarget, clientX }: PointerEvent<HTMLElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    moveTo(((clientX - left) / width) * 100);
  };
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      startX.current = event.pointerType === 'touch' ? event.clientX : undefined;
      if (startX.current === undefined) follow(event);
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
      if (startX.current !== undefined && Math.abs(event.clientX - startX.current) < slopPx) return;
      startX.current = undefined;
      follow(event);
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      if (startX.current !== undefined) follow(event);
      startX.current = undefined;
    },
  };
}

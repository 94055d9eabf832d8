import { type PointerEvent, useRef } from 'react';

/** So far a finger goes sideways before it means the divider and not the page. */
const slopPx = 6;

/**
 * Pointer handlers for an element that is dragged over: `moveTo` gets the place as a percentage of its width. A mouse
 * is followed at once; a finger when it goes sideways, or as a tap, since it may be about to scroll.
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

import { whenIdle } from './when-idle.ts';

const marginPx = 200;

/**
 * Calls `call` once, when the element is within 200 px of the viewport and the browser is idle. Returns a function that
 * cancels the call.
 */
export function whenNear(element: Element, call: () => void): () => void {
  let stopIdle = () => {};
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      stopIdle = whenIdle(call);
    },
    { rootMargin: `${marginPx}px` },
  );
  observer.observe(element);
  return () => {
    observer.disconnect();
    stopIdle();
  };
}

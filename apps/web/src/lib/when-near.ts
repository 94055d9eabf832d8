import { whenIdle } from './when-idle.ts';

const marginPx = 200;

/** Calls once, in an idle moment, when the element is within 200 px of the window. Returns the way to call it off. */
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

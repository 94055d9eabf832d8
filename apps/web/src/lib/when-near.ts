const marginPx = 200;
const idleTimeoutMs = 2_000;

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

/** Safari has no idle callback: there a short pause stands for it. */
function whenIdle(call: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(call, 200);
    return () => clearTimeout(timer);
  }
  const handle = window.requestIdleCallback(call, { timeout: idleTimeoutMs });
  return () => window.cancelIdleCallback(handle);
}

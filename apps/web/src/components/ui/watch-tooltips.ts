/**
 * Milliseconds before a tooltip is shown. Within `skipDelayMs` after another tooltip was hidden, there is no delay
 * (spec.md, section 9).
 */
const delayMs = 700;
const skipDelayMs = 300;
/** Milliseconds that the pointer may take to move from an element to its tooltip before the tooltip is hidden. */
const graceMs = 150;

const ownerOf = ({ target }: Event) =>
  target instanceof Element ? target.closest<HTMLElement>('[data-tooltip]') : null;

const isOverTooltip = ({ target }: Event) =>
  target instanceof Element && target.closest('[data-tooltip-bubble]') !== null;

/**
 * Calls `show` with the element whose tooltip should be shown, or with undefined to hide the tooltip. Returns a
 * function that removes the listeners.
 */
export function watchTooltips(show: (target: HTMLElement | undefined) => void): () => void {
  const stop = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let shown: HTMLElement | undefined;
  let hiddenAtMs = Number.NEGATIVE_INFINITY;

  const open = (target: HTMLElement) => {
    shown = target;
    show(target);
  };
  const later = (waitMs: number, action: () => void) => {
    clearTimeout(timer);
    timer = setTimeout(action, waitMs);
  };
  const hide = () => {
    clearTimeout(timer);
    if (!shown) return;
    shown = undefined;
    hiddenAtMs = performance.now();
    show(undefined);
  };
  const openSoon = (target: HTMLElement) => {
    const isFollowing = shown !== undefined || performance.now() - hiddenAtMs < skipDelayMs;
    later(isFollowing ? 0 : delayMs, () => open(target));
  };
  const reach = (event: PointerEvent) => {
    if (event.pointerType === 'touch') return;
    const target = ownerOf(event);
    if (isOverTooltip(event) || (target && target === shown)) clearTimeout(timer);
    else if (target) openSoon(target);
    else later(graceMs, hide);
  };
  const focus = (event: FocusEvent) => {
    const target = ownerOf(event);
    if (target?.matches(':focus-visible')) open(target);
  };

  const options = { signal: stop.signal, passive: true, capture: true };
  document.addEventListener('pointerover', reach, options);
  document.addEventListener('focusin', focus, options);
  for (const type of ['focusout', 'pointerdown', 'scroll', 'keydown'] as const) {
    document.addEventListener(type, hide, options);
  }
  return () => {
    clearTimeout(timer);
    stop.abort();
  };
}

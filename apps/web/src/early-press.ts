/**
 * Records the last button click and all dropped files until the page is hydrated, then replays them. Otherwise, clicks
 * would be lost, and the browser would open dropped files and submit forms without JavaScript. `usePage` reports when
 * hydration is complete.
 */
export function keepEarlyPress(): void {
  const alive = new AbortController();
  const options = { capture: true, signal: alive.signal };
  let pressed: HTMLElement | null = null;
  const dropped = new DataTransfer();
  const press = (event: MouseEvent) => {
    const target = event.target instanceof Element && event.target.closest<HTMLElement>('button, .drop');
    if (!target) return;
    event.preventDefault();
    pressed = target;
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    for (const file of event.dataTransfer?.files ?? []) dropped.items.add(file);
  };
  const replay = () => {
    alive.abort();
    if (pressed?.isConnected) pressed.click();
    if (dropped.items.length === 0) return;
    document.dispatchEvent(new DragEvent('drop', { dataTransfer: dropped, bubbles: true, cancelable: true }));
  };
  document.addEventListener('click', press, options);
  document.addEventListener('dragover', drop, options);
  document.addEventListener('drop', drop, options);
  window.addEventListener('gossamer:alive', replay, { once: true });
}

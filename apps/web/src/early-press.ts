/**
 * A page looks ready before its code is there: a press on a button is kept until then, instead of being lost, and
 * happens when the button can do something (`usePage` says so). A form is not sent by the browser in between.
 */
export function keepEarlyPress(): void {
  let kept: HTMLElement | null = null;
  const keep = (event: MouseEvent) => {
    const pressed = event.target instanceof Element && event.target.closest<HTMLElement>('button, .drop');
    if (!pressed) return;
    event.preventDefault();
    kept = pressed;
  };
  document.addEventListener('click', keep, { capture: true });
  const replay = () => {
    document.removeEventListener('click', keep, { capture: true });
    if (kept?.isConnected) kept.click();
  };
  window.addEventListener('gossamer:alive', replay, { once: true });
}

/** Resolves when the picture is there, the page has loaded and the browser has nothing to do. */
export async function whenQuiet(picture: HTMLImageElement): Promise<void> {
  await picture.decode();
  await whenLoaded();
  await whenIdle();
}

/** Whether the visitor asked the browser to fetch as little as it can. */
export function savesData(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}

function whenLoaded(): Promise<void> {
  if (document.readyState === 'complete') return Promise.resolve();
  return new Promise((resolve) => window.addEventListener('load', () => resolve(), { once: true }));
}

function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    // Safari has no idle callback yet.
    if ('requestIdleCallback' in window) window.requestIdleCallback(() => resolve(), { timeout: 2_000 });
    else setTimeout(resolve, 200);
  });
}

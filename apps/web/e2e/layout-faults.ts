import type { Page } from '@playwright/test';

/**
 * Returns the number of pixels by which the page is wider than the viewport. Does not use `innerWidth`, because on
 * phones it grows with the page.
 */
export function overflowOf(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

/**
 * Returns texts that are truncated or extend outside their box, and a message if the page is wider than the viewport.
 * Elements with a title, such as file names, may be truncated.
 */
export async function layoutFaults(page: Page): Promise<string[]> {
  const overflowPx = await overflowOf(page);
  const faults = await page.evaluate(() => {
    const boxes = '.overflow-hidden, .overflow-clip, .card, .rounded-control, button, td, th';
    // Skip elements that are visually hidden or may overflow.
    const isUnseen = (element: Element) =>
      element.clientWidth <= 1 ||
      element.closest('[title], .sr-only, [aria-hidden=true], pre, code') !== null;
    const hasText = (element: Element) =>
      Array.from(element.childNodes).some(
        (node) => node.nodeType === Node.TEXT_NODE && (node.textContent ?? '').trim() !== '',
      );
    const isCutOff = (element: Element) =>
      getComputedStyle(element).overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1;
    const isOutside = (element: Element) => {
      const own = element.getBoundingClientRect();
      const box = element.parentElement?.closest(boxes)?.getBoundingClientRect();
      if (!box || own.width === 0 || getComputedStyle(element).visibility === 'hidden') return false;
      return own.left < box.left - 1.5 || own.right > box.right + 1.5;
    };
    const texts = Array.from(document.body.querySelectorAll('*')).filter(
      (element) => hasText(element) && !isUnseen(element),
    );
    const name = (element: Element) => element.textContent?.slice(0, 60) ?? '';
    return [
      ...texts.filter(isCutOff).map((element) => `cut off: ${name(element)}`),
      ...texts.filter(isOutside).map((element) => `outside of its box: ${name(element)}`),
    ];
  });
  return overflowPx > 0 ? [`the page is ${overflowPx} px wider than the window`, ...faults] : faults;
}

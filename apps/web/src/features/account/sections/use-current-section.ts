import { useEffect, useEffectEvent, useState } from 'react';
import type { SectionName } from './section.tsx';

/**
 * Distance in pixels from the top of the window within which a section counts as current. A link to a section places it
 * 192 pixels below the top, because of its `scroll-margin` and the page's `scroll-padding`.
 */
const topPx = 200;

/**
 * Returns the section that the user has scrolled to: the last one whose beginning is at or above the top of the window.
 * Several sections at the end of the page cannot reach the top. At the end of the page, returns the section in the URL
 * fragment if its top is visible, otherwise the last section.
 */
export function useCurrentSection(names: readonly SectionName[]): SectionName | undefined {
  const [current, setCurrent] = useState<SectionName | undefined>(names[0]);
  const read = useEffectEvent(() => {
    const topOf = (name: SectionName) =>
      document.getElementById(name)?.getBoundingClientRect().top ?? Infinity;
    const isAtEnd = window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - 2;
    const chosen = names.find((name) => window.location.hash === `#${name}` && topOf(name) >= 0);
    const scrolled = names.findLast((name) => topOf(name) < topPx) ?? names[0];
    setCurrent(isAtEnd && window.scrollY > 0 ? (chosen ?? names.at(-1)) : scrolled);
  });
  useEffect(() => {
    const gone = new AbortController();
    const options = { signal: gone.signal, passive: true };
    window.addEventListener('scroll', () => read(), options);
    window.addEventListener('hashchange', () => read(), options);
    return () => gone.abort();
  }, []);
  return current;
}

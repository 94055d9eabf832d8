import { lazy, Suspense, useEffect, useState } from 'react';
import { watchTooltips } from './watch-tooltips.ts';

const TooltipBubble = lazy(async () => ({ default: (await import('./tooltip-bubble.tsx')).TooltipBubble }));

/**
 * Shows the `data-tooltip` of the element with the pointer or keyboard focus. Its code is loaded with the first one.
 */
export function Tooltips() {
  const [target, setTarget] = useState<HTMLElement>();
  useEffect(() => watchTooltips(setTarget), []);
  return <Suspense>{target && <TooltipBubble key={target.dataset.tooltip} target={target} />}</Suspense>;
}

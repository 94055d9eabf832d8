import { lazy, Suspense, useEffect, useState } from 'react';
import { watchTooltips } from './watch-tooltips.ts';

const TooltipBubble = lazy(async () => ({ default: (await import('./tooltip-bubble.tsx')).TooltipBubble }));

/**
 * Shows the `data-tooltip` of the element under the pointer or with keyboard focus. Lazy-loads the code of the tooltip.
 */
export function Tooltips() {
  const [target, setTarget] = useState<HTMLElement>();
  useEffect(() => watchTooltips(setTarget), []);
  return <Suspense>{target && <TooltipBubble key={target.dataset.tooltip} target={target} />}</Suspense>;
}

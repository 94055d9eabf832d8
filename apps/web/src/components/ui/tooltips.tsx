import { lazy, Suspense, useEffect, useState } from 'react';
import { watchTooltips } from './watch-tooltips.ts';

const TooltipBubble = lazy(async () => ({ default: (await import('./tooltip-bubble.tsx')).TooltipBubble }));

/** Shows the `data-tooltip` of whatever the pointer rests on or the keyboard reaches. Its code comes with the first. */
export function Tooltips() {
  const [target, setTarget] = useState<HTMLElement>();
  useEffect(() => watchTooltips(setTarget), []);
  return <Suspense>{target && <TooltipBubble key={target.dataset.tooltip} target={target} />}</Suspense>;
}

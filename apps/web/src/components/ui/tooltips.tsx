import { useEffect, useState } from 'react';
import { lazyPart } from '../lazy-part.tsx';
import { watchTooltips } from './watch-tooltips.ts';

const TooltipBubble = lazyPart(
  () => import('./tooltip-bubble.tsx'),
  ({ TooltipBubble }) => TooltipBubble,
);

/**
 * Shows the `data-tooltip` of the element under the pointer or with keyboard focus. Lazy-loads the code of the tooltip.
 */
export function Tooltips() {
  const [target, setTarget] = useState<HTMLElement>();
  useEffect(() => watchTooltips(setTarget), []);
  return target && <TooltipBubble key={target.dataset.tooltip} target={target} />;
}

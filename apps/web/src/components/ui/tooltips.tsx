import { useEffect, useState } from 'react';
import { lazyPart } from '../lazy-part.tsx';
import { watchTooltips } from './watch-tooltips.ts';

const TooltipBubble = lazyPart(
  () => import('./tooltip-bubble.tsx'),
  ({ TooltipBubble }) => TooltipBubble,
);

/**
 * Shows a tooltip for the `data-tooltip` element that is hovered or has keyboard focus. The tooltip's code is
 * lazy-loaded.
 */
export function Tooltips() {
  const [target, setTarget] = useState<HTMLElement>();
  useEffect(() => watchTooltips(setTarget), []);
  return target && <TooltipBubble key={target.dataset.tooltip} target={target} />;
}

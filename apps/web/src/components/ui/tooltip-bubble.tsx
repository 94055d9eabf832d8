import { Tooltip } from 'radix-ui';

/** Tooltip beside its target, on a side with enough space. */
export function TooltipBubble({ target }: { target: HTMLElement }) {
  const { left, top, width, height } = target.getBoundingClientRect();
  return (
    <Tooltip.Provider>
      <Tooltip.Root open>
        {/* An invisible element with the position and size of the target. Radix positions the tooltip by it. */}
        <Tooltip.Trigger asChild>
          <span aria-hidden className="pointer-events-none fixed" style={{ left, top, width, height }} />
        </Tooltip.Trigger>
        <Tooltip.Portal>
          {/* The tooltip is hidden from screen readers, because the element's accessible name has the same text. */}
          <Tooltip.Content
            aria-hidden
            sideOffset={6}
            collisionPadding={8}
            data-tooltip-bubble
            className="z-45 max-w-[min(20rem,calc(100vw-1rem))] animate-appear rounded-[6px] bg-ink px-2 py-1 text-caption leading-[1.4] wrap-anywhere text-bg"
          >
            {target.dataset.tooltip}
          </Tooltip.Content>
        </Tooltip.Portal>
      </Tooltip.Root>
    </Tooltip.Provider>
  );
}

import { Tooltip } from 'radix-ui';

/** Tooltip, positioned on a side of its target that has enough space. */
export function TooltipBubble({ target }: { target: HTMLElement }) {
  const { left, top, width, height } = target.getBoundingClientRect();
  return (
    <Tooltip.Provider>
      <Tooltip.Root open>
        {/* Invisible element that covers the tooltip's target. Radix uses it to position the tooltip. */}
        <Tooltip.Trigger asChild>
          <span aria-hidden className="pointer-events-none fixed" style={{ left, top, width, height }} />
        </Tooltip.Trigger>
        <Tooltip.Portal>
          {/* Screen readers ignore the tooltip, because its text is already the target's accessible name. */}
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

import { Tooltip } from 'radix-ui';

/** The text beside its element, on the side where there is room. */
export function TooltipBubble({ target }: { target: HTMLElement }) {
  const { left, top, width, height } = target.getBoundingClientRect();
  return (
    <Tooltip.Provider>
      <Tooltip.Root open>
        {/* Stands where the element stands: only to be measured. */}
        <Tooltip.Trigger asChild>
          <span aria-hidden className="pointer-events-none fixed" style={{ left, top, width, height }} />
        </Tooltip.Trigger>
        <Tooltip.Portal>
          {/* The element's own name says the same, so this is for the eyes. */}
          <Tooltip.Content aria-hidden sideOffset={6} collisionPadding={8} className="tooltip">
            {target.dataset.tooltip}
          </Tooltip.Content>
        </Tooltip.Portal>
      </Tooltip.Root>
    </Tooltip.Provider>
  );
}

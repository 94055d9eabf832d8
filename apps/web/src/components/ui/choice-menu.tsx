import { Check } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import type { ReactNode } from 'react';

export type Choice<Value extends string> = { value: Value; label: string; lang?: string; icon?: ReactNode };

type Props<Value extends string> = {
  /** The button, which stays the same element while the menu is fetched. */
  anchor: HTMLElement;
  label: string;
  dir: 'ltr' | 'rtl';
  choices: readonly Choice<Value>[];
  value: Value;
  onChoose: (value: Value) => void;
  onClose: () => void;
};

/** An open menu of which one entry holds. Closes on a choice. */
export function ChoiceMenu<Value extends string>(props: Props<Value>) {
  const { anchor, label, dir, choices, value, onChoose, onClose } = props;
  const { left, top, width, height } = anchor.getBoundingClientRect();
  return (
    <DropdownMenu.Root open dir={dir} modal={false} onOpenChange={(isOpen) => !isOpen && onClose()}>
      {/* Stands where the button stands: only to be measured. */}
      <DropdownMenu.Trigger asChild>
        <span aria-hidden className="pointer-events-none fixed" style={{ left, top, width, height }} />
      </DropdownMenu.Trigger>
      {/* Within the page's main part, as all that it shows. */}
      <DropdownMenu.Portal container={document.querySelector('main')}>
        <DropdownMenu.Content
          aria-label={label}
          aria-labelledby={undefined}
          align="end"
          sideOffset={6}
          collisionPadding={12}
          className="menu"
          onInteractOutside={(event) => anchor.contains(event.target as Node) && event.preventDefault()}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            anchor.focus();
          }}
        >
          <DropdownMenu.RadioGroup value={value} onValueChange={(next) => onChoose(next as Value)}>
            {choices.map((choice) => (
              <DropdownMenu.RadioItem
                key={choice.value}
                value={choice.value}
                lang={choice.lang}
                className="menu-item"
              >
                {choice.icon}
                <span className="grow">{choice.label}</span>
                <DropdownMenu.ItemIndicator>
                  <Check aria-hidden size={16} />
                </DropdownMenu.ItemIndicator>
              </DropdownMenu.RadioItem>
            ))}
          </DropdownMenu.RadioGroup>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

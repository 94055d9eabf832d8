import { Check } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import type { ComponentProps, ReactNode } from 'react';
import { AnchoredMenu, menuItem } from './anchored-menu.tsx';

export type Choice<Value extends string> = { value: Value; label: string; lang?: string; icon?: ReactNode };

type Props<Value extends string> = Omit<ComponentProps<typeof AnchoredMenu>, 'children'> & {
  choices: readonly Choice<Value>[];
  value: Value;
  onChoose: (value: Value) => void;
};

/** A menu in its open state, with one selected item. Choosing an item closes the menu. */
export function ChoiceMenu<Value extends string>({ choices, value, onChoose, ...menu }: Props<Value>) {
  return (
    <AnchoredMenu {...menu}>
      <DropdownMenu.RadioGroup value={value} onValueChange={(next) => onChoose(next as Value)}>
        {choices.map((choice) => (
          <DropdownMenu.RadioItem
            key={choice.value}
            value={choice.value}
            lang={choice.lang}
            className={menuItem}
          >
            {choice.icon}
            <span className="grow">{choice.label}</span>
            <DropdownMenu.ItemIndicator>
              <Check aria-hidden size={16} />
            </DropdownMenu.ItemIndicator>
          </DropdownMenu.RadioItem>
        ))}
      </DropdownMenu.RadioGroup>
    </AnchoredMenu>
  );
}

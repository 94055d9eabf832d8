import { type ComponentProps, type ReactNode, useState } from 'react';
import { lazyPart } from '../lazy-part.tsx';
import { Button } from './button.tsx';
import type { Choice } from './choice-menu.tsx';

const LazyMenu = lazyPart(
  () => import('./choice-menu.tsx'),
  ({ ChoiceMenu }) => ChoiceMenu,
);
/** The cast restores the component's type parameter, which `lazyPart` drops. */
const ChoiceMenu = LazyMenu as unknown as typeof import('./choice-menu.tsx').ChoiceMenu;

type Props<Value extends string> = Omit<ComponentProps<typeof Button>, 'onClick' | 'value' | 'dir'> & {
  label: string;
  dir: 'ltr' | 'rtl';
  choices: readonly Choice<Value>[];
  value: Value;
  onChoose: (value: Value) => void;
  children: ReactNode;
};

/** Button that opens a menu of choices. The menu's code is preloaded on hover and focus. */
export function MenuButton<Value extends string>(props: Props<Value>) {
  const { label, dir, choices, value, onChoose, children, ...rest } = props;
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const prefetch = () => void LazyMenu.preload();
  return (
    <>
      <Button
        variant="quiet"
        size="small"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onPointerEnter={prefetch}
        onFocus={prefetch}
        onClick={({ currentTarget }) => setAnchor(anchor ? null : currentTarget)}
        {...rest}
      >
        {children}
      </Button>
      {anchor && (
        <ChoiceMenu
          anchor={anchor}
          label={label}
          dir={dir}
          choices={choices}
          value={value}
          onChoose={onChoose}
          onClose={() => setAnchor(null)}
        />
      )}
    </>
  );
}

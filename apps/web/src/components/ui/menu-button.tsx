import { type ComponentProps, lazy, type ReactNode, Suspense, useState } from 'react';
import { Button } from './button.tsx';
import type { Choice } from './choice-menu.tsx';

const loadMenu = () => import('./choice-menu.tsx');
/** Cast to the type of the component, because `lazy` drops its type parameter. */
const ChoiceMenu = lazy(async () => ({ default: (await loadMenu()).ChoiceMenu })) as unknown as Awaited<
  ReturnType<typeof loadMenu>
>['ChoiceMenu'];

type Props<Value extends string> = Omit<ComponentProps<typeof Button>, 'onClick' | 'value' | 'dir'> & {
  label: string;
  dir: 'ltr' | 'rtl';
  choices: readonly Choice<Value>[];
  value: Value;
  onChoose: (value: Value) => void;
  children: ReactNode;
};

/** Button that opens a menu of choices. The code of the menu is preloaded on hover and focus. */
export function MenuButton<Value extends string>(props: Props<Value>) {
  const { label, dir, choices, value, onChoose, children, ...rest } = props;
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const prefetch = () => void loadMenu().catch(() => {});
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
        <Suspense>
          <ChoiceMenu
            anchor={anchor}
            label={label}
            dir={dir}
            choices={choices}
            value={value}
            onChoose={onChoose}
            onClose={() => setAnchor(null)}
          />
        </Suspense>
      )}
    </>
  );
}

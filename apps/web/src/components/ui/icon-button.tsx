import type { ComponentProps } from 'react';
import { Button } from './button.tsx';

type Props = Omit<ComponentProps<typeof Button>, 'size' | 'title' | 'aria-label'> & { label: string };

/** Button that shows only an icon. `label` is both the accessible name and the tooltip. */
export function IconButton({ label, ...rest }: Props) {
  return <Button variant="quiet" size="icon" aria-label={label} data-tooltip={label} {...rest} />;
}

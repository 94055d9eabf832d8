import type { ComponentProps } from 'react';
import { Button } from './button.tsx';

type Props = Omit<ComponentProps<typeof Button>, 'size' | 'title' | 'aria-label'> & { label: string };

/** An icon alone: its label is both name and tooltip. */
export function IconButton({ label, ...rest }: Props) {
  return <Button variant="quiet" size="icon" aria-label={label} data-tooltip={label} {...rest} />;
}

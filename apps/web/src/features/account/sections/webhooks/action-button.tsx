import { type ComponentProps, useId } from 'react';
import { Button } from '../../../../components/ui/button.tsx';

type Props = Omit<ComponentProps<typeof Button>, 'id' | 'size' | 'aria-labelledby'> & { labelId: string };

/** Button for a webhook action. Its accessible name includes the name of the webhook. */
export function ActionButton({ labelId, ...button }: Props) {
  const id = useId();
  return <Button id={id} size="small" aria-labelledby={`${id} ${labelId}`} {...button} />;
}

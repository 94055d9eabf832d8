import { cva, type VariantProps } from 'class-variance-authority';
import { LoaderCircle } from 'lucide-react';
import type { ComponentProps } from 'react';

export const buttonStyle = cva('btn', {
  variants: {
    variant: {
      primary: 'btn-primary',
      secondary: 'btn-secondary',
      quiet: 'btn-quiet',
      danger: 'btn-danger',
    },
    size: {
      large: 'min-h-12 px-[1.375rem] text-base',
      normal: 'min-h-(--g-control) px-4 text-body',
      small: 'min-h-(--g-control-small) px-3 text-small',
      icon: 'size-(--g-control-small) p-0',
    },
  },
  defaultVariants: { variant: 'secondary', size: 'normal' },
});

type Props = ComponentProps<'button'> & VariantProps<typeof buttonStyle> & { isBusy?: boolean };

export function Button({ variant, size, isBusy = false, className, children, ...rest }: Props) {
  return (
    <button type="button" aria-busy={isBusy} className={buttonStyle({ variant, size, className })} {...rest}>
      {isBusy && <LoaderCircle aria-hidden size={17} className="spin" />}
      {children}
    </button>
  );
}

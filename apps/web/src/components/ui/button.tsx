import { cva, type VariantProps } from 'class-variance-authority';
import { LoaderCircle } from 'lucide-react';
import type { ComponentProps } from 'react';

const filled = 'border-transparent disabled:border-line disabled:bg-sunken';
const outlined =
  'border-line-strong/62 bg-surface hover:border-line-strong hover:bg-hover active:bg-sunken disabled:border-line disabled:bg-sunken';

export const buttonStyle = cva(
  'inline-flex cursor-pointer items-center justify-center gap-2 rounded-control border text-center font-medium transition-colors active:translate-y-[0.5px] disabled:translate-none disabled:cursor-not-allowed disabled:text-ink-3',
  {
    variants: {
      variant: {
        primary: [filled, 'bg-accent text-on-accent hover:bg-accent-hover active:bg-accent-press'],
        secondary: [outlined, 'text-ink'],
        quiet:
          'border-transparent text-ink-2 hover:bg-hover hover:text-ink active:bg-sunken disabled:bg-transparent',
        danger: [filled, 'bg-danger text-on-danger hover:bg-danger-hover'],
        dangerOutlined: [outlined, 'text-danger'],
      },
      size: {
        large: 'min-h-12 px-[1.375rem] text-base',
        normal: 'min-h-(--g-control) px-4 text-body leading-tight',
        // The label of a small button does not wrap; the text next to it wraps instead.
        small: 'min-h-(--g-control-small) shrink-0 px-3 text-small leading-tight whitespace-nowrap',
        icon: 'size-(--g-control-small) p-0 disabled:opacity-50',
      },
    },
    defaultVariants: { variant: 'secondary', size: 'normal' },
  },
);

type Props = ComponentProps<'button'> & VariantProps<typeof buttonStyle> & { isBusy?: boolean };

export function Button({ variant, size, isBusy = false, className, children, ...rest }: Props) {
  return (
    <button type="button" aria-busy={isBusy} className={buttonStyle({ variant, size, className })} {...rest}>
      {isBusy && <LoaderCircle aria-hidden size={17} className="animate-spin" />}
      {children}
    </button>
  );
}

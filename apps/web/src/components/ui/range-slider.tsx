import type { ComponentProps, CSSProperties } from 'react';

type Props = Omit<ComponentProps<'input'>, 'type' | 'onChange' | 'value' | 'min' | 'max'> & {
  value: number;
  min: number;
  max: number;
  onChange: (value: number) => void;
};

export function RangeSlider({ value, min, max, onChange, ...rest }: Props) {
  const filled = ((value - min) / (max - min)) * 100;
  return (
    <input
      type="range"
      value={value}
      min={min}
      max={max}
      onChange={(event) => onChange(event.target.valueAsNumber)}
      className="block h-6 w-full cursor-pointer appearance-none focus-visible:outline-none track:h-[3px] track:rounded-full track:bg-[linear-gradient(to_var(--end),var(--g-accent)_var(--filled),var(--g-thread)_var(--filled))] thumb:box-border thumb:size-5 thumb:appearance-none thumb:rounded-full thumb:border thumb:border-thumb-edge thumb:bg-thumb thumb:shadow-[0_1px_3px_rgb(0_0_0/0.18)] focus-visible:thumb:outline-2 focus-visible:thumb:outline-offset-2 focus-visible:thumb:outline-focus [&::-webkit-slider-thumb]:-mt-[8.5px] [--end:right] rtl:[--end:left]"
      style={{ '--filled': `${filled}%` } as CSSProperties}
      {...rest}
    />
  );
}

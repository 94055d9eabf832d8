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
      className="range"
      style={{ '--filled': `${filled}%` } as CSSProperties}
      {...rest}
    />
  );
}

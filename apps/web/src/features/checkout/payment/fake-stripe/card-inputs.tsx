import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { LabelledInput } from '../../../../form/labelled-input.tsx';
import { type Card, type CardField, formatCard } from './card-fields.ts';

const autoComplete = { number: 'cc-number', expiry: 'cc-exp', cvc: 'cc-csc' } as const;
const placeholders = { number: '1234 1234 1234 1234', cvc: '123' } as const;

type Props = {
  card: Card;
  wrong: readonly CardField[];
  onChange: (field: CardField, value: string) => void;
  /** Receives the inputs, so that the first invalid one can be focused. */
  inputs: RefObject<Partial<Record<CardField, HTMLInputElement | null>>>;
};

export function CardInputs({ card, wrong, onChange, inputs }: Props) {
  const { t } = useTranslation('checkout');
  const input = (field: CardField) => (
    <LabelledInput
      ref={(element) => {
        inputs.current[field] = element;
      }}
      label={t(`fakeStripe.${field}.label`)}
      problem={wrong.includes(field) ? t(`fakeStripe.${field}.wrong`) : undefined}
      inputMode="numeric"
      dir="ltr"
      autoComplete={autoComplete[field]}
      placeholder={field === 'expiry' ? t('fakeStripe.expiry.placeholder') : placeholders[field]}
      className="tabular-nums rtl:text-end"
      value={card[field]}
      onChange={(event) => onChange(field, formatCard[field](event.target.value))}
    />
  );
  return (
    <div className="grid grid-cols-1 gap-3">
      {input('number')}
      <div className="grid grid-cols-2 items-start gap-3">
        {input('expiry')}
        {input('cvc')}
      </div>
    </div>
  );
}

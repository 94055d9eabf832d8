import type { Promotion } from '@gossamer/contracts/billing';
import { Tag } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../components/ui/button.tsx';
import { LabeledInput } from '../../../form/labeled-input.tsx';
import { formatPercent, formatUsd } from '../../../i18n/format.ts';
import type { PromotionState } from '../flow/use-promotion.ts';
import { StepHeading } from './step-heading.tsx';

type Props = { promotion: PromotionState; isMember: boolean; isBusy: boolean };

/**
 * Shows the heading of the payment step with a button that reveals the promotion code field, or the applied code's
 * discount. Members see no heading, because payment is their only step.
 */
export function PromoPart({ promotion, isMember, isBusy }: Props) {
  const { t } = useTranslation('checkout');
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const isShown = isOpen || promotion.problem !== undefined;

  const isApplied = promotion.applied !== undefined;
  // Focus the promotion code field when it appears, for example because removing a code has unmounted the focused button.
  useEffect(() => {
    if (isOpen && !isApplied) input.current?.focus();
  }, [isOpen, isApplied]);

  const apply = () => void promotion.apply();
  function toggle(): void {
    setOpen(!isShown);
    promotion.type('');
  }
  function applyByEnter(event: KeyboardEvent): void {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    apply();
  }

  const toggleButton = !isApplied && (
    <button
      type="button"
      aria-expanded={isShown}
      aria-controls={id}
      onClick={toggle}
      data-testid="promo-toggle"
      className="inline-flex min-h-7 cursor-pointer items-center gap-1.5 justify-self-start rounded-[4px] text-start text-small font-medium text-accent hover:text-accent-hover pointer-coarse:min-h-11"
    >
      <Tag aria-hidden size={16} />
      {t(isShown ? 'promo.hide' : 'promo.show')}
    </button>
  );
  return (
    <div className="grid gap-3">
      {isMember ? (
        toggleButton
      ) : (
        <StepHeading number={2} title={t('payment')}>
          {toggleButton}
        </StepHeading>
      )}
      {promotion.applied && (
        <Applied promotion={promotion.applied} isBusy={isBusy} onRemove={promotion.remove} />
      )}
      <div id={id} hidden={!isShown || isApplied}>
        <LabeledInput
          ref={input}
          label={t('promo.label')}
          dir="ltr"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          problem={promotion.problem}
          value={promotion.typed}
          onChange={(event) => promotion.type(event.target.value)}
          onKeyDown={applyByEnter}
          className="pe-28 rtl:ps-28 rtl:pe-3 rtl:text-end"
          inset={
            <Button
              size="small"
              isBusy={promotion.isBusy}
              disabled={isBusy}
              onClick={apply}
              className="absolute inset-y-0 end-1 my-auto h-8 min-h-0"
            >
              {t('promo.apply')}
            </Button>
          }
        />
      </div>
    </div>
  );
}

type AppliedProps = { promotion: Promotion; isBusy: boolean; onRemove: () => void };

function Applied({ promotion, isBusy, onRemove }: AppliedProps) {
  const { t } = useTranslation('checkout');
  const remove = useRef<HTMLButtonElement>(null);
  // Focus the remove button, because the focused field was unmounted.
  useEffect(() => remove.current?.focus(), []);
  const { code, percentOff, amountOffCents, duration, durationMonths, firstAmountCents } = promotion;
  const off = percentOff === null ? formatUsd((amountOffCents ?? 0) / 100) : formatPercent(percentOff);
  const values = { off, count: durationMonths ?? 1, first: formatUsd(firstAmountCents / 100) };
  return (
    <div
      className="flex items-center gap-3 rounded-control bg-accent-soft px-3 py-2 text-small"
      role="status"
    >
      <Tag aria-hidden size={17} className="mt-0.5 self-start text-accent" />
      <p className="min-w-0 grow">
        <b className="wrap-anywhere">
          <bdi>{code}</bdi>
        </b>
        <span className="block">{t(`promo.applied.${duration}`, values)}</span>
      </p>
      <Button
        ref={remove}
        variant="quiet"
        size="small"
        className="flex-none whitespace-nowrap"
        disabled={isBusy}
        onClick={onRemove}
      >
        {t('promo.remove')}
      </Button>
    </div>
  );
}

import { CreditCard, Link2 } from 'lucide-react';
import { Tabs } from 'radix-ui';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../../../i18n/failure-text.ts';
import { toFailure } from '../../../../lib/api-failure.ts';
import { leaveTo } from '../../../../lib/leave-to.ts';
import type { PaymentFieldsProps, PaymentOrder, PaymentOutcome } from '../payment-provider.ts';
import { AuthenticateDialog } from './authenticate-dialog.tsx';
import { type Card, type CardField, readExpiry, wrongCardFields } from './card-fields.ts';
import { CardInputs } from './card-inputs.tsx';
import { type FakeStripeAnswer, standInRequests } from './fake-stripe-requests.ts';
import { TestCards } from './test-cards.tsx';

type Method = 'card' | 'link';
type BankAnswer = 'complete' | 'fail';

/** Replaces Stripe's payment element without Stripe keys: same tabs and fields, but no real payments. */
export function FakeStripeFields({ publishableKey, onReady }: PaymentFieldsProps) {
  const { t, i18n } = useTranslation('checkout');
  const [method, setMethod] = useState<Method>('card');
  const [card, setCard] = useState<Card>({ number: '', expiry: '', cvc: '' });
  const [wrong, setWrong] = useState<readonly CardField[]>([]);
  const [answerBank, setAnswerBank] = useState<(answer: BankAnswer) => void>();
  const inputs = useRef<Partial<Record<CardField, HTMLInputElement | null>>>({});
  const latest = useRef({ check, confirm });
  useEffect(() => {
    latest.current = { check, confirm };
  });
  useEffect(() => {
    onReady({
      check: async () => latest.current.check(),
      confirm: async (order) => latest.current.confirm(order),
    });
    return () => onReady(undefined);
  }, [onReady]);

  function check(): { isComplete: boolean } {
    const found = method === 'card' ? wrongCardFields(card, new Date()) : [];
    setWrong(found);
    const [first] = found;
    if (first) inputs.current[first]?.focus();
    return { isComplete: first === undefined };
  }

  async function confirm({ clientSecret, returnUrl, email }: PaymentOrder): Promise<PaymentOutcome> {
    const { number, cvc, expiry } = card;
    const details = { number: number.replaceAll(' ', ''), cvc, ...readExpiry(expiry) };
    const ids = { publishableKey, clientSecret };
    try {
      const answer = await standInRequests.confirm({
        ...ids,
        returnUrl,
        method,
        ...(method === 'card' && { card: details }),
        email,
      });
      return await follow(answer, ids);
    } catch (error) {
      return { status: 'failed', message: failureText(toFailure(error)) };
    }
  }

  async function follow(
    answer: FakeStripeAnswer,
    ids: { publishableKey: string; clientSecret: string },
  ): Promise<PaymentOutcome> {
    if ('error' in answer) {
      const { code, message } = answer.error;
      return { status: 'failed', message, isOver: code === 'payment_intent_unexpected_state' };
    }
    if (answer.status === 'succeeded') return { status: 'paid' };
    if (answer.action.type === 'redirect') {
      await leaveTo(answer.action.url);
      return { status: 'left' };
    }
    const outcome = await new Promise<BankAnswer>((resolve) => setAnswerBank(() => resolve));
    setAnswerBank(undefined);
    return follow(await standInRequests.authenticate({ ...ids, outcome }), ids);
  }

  function change(field: CardField, value: string): void {
    setCard((last) => ({ ...last, [field]: value }));
    setWrong((last) => last.filter((name) => name !== field));
  }

  return (
    <div className="grid gap-3">
      <Tabs.Root
        dir={i18n.dir()}
        value={method}
        onValueChange={(value) => setMethod(value as Method)}
        className="grid gap-3"
      >
        <Tabs.List aria-label={t('fakeStripe.methods')} className="grid grid-cols-2 gap-2">
          <Tabs.Trigger value="card" className="pay-tab">
            <CreditCard aria-hidden size={18} />
            {t('fakeStripe.card')}
          </Tabs.Trigger>
          <Tabs.Trigger value="link" className="pay-tab">
            <Link2 aria-hidden size={18} />
            {t('fakeStripe.link.label')}
          </Tabs.Trigger>
        </Tabs.List>
        {/* Both tabs stay mounted, which keeps their input. */}
        <Tabs.Content value="card" forceMount hidden={method !== 'card'} tabIndex={-1}>
          <CardInputs card={card} wrong={wrong} onChange={change} inputs={inputs} />
        </Tabs.Content>
        <Tabs.Content value="link" forceMount hidden={method !== 'link'} tabIndex={-1}>
          <p className="text-small">{t('fakeStripe.link.text')}</p>
        </Tabs.Content>
      </Tabs.Root>
      {method === 'card' && <TestCards />}
      {answerBank && <AuthenticateDialog onAnswer={answerBank} />}
    </div>
  );
}

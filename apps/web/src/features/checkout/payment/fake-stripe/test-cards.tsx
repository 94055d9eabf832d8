import { ChevronDown } from 'lucide-react';
import { useTranslation } from 'react-i18next';

/** Card numbers of the fake Stripe, each with its outcome. */
const testCards = [
  ['4242 4242 4242 4242', 'pays'],
  ['4000 0025 0000 3155', 'asks'],
  ['4000 0000 0000 0002', 'declined'],
  ['4000 0000 0000 9995', 'insufficient'],
  ['4000 0000 0000 0069', 'expired'],
  ['4000 0000 0000 0341', 'fails'],
] as const;

/** Lists the test cards to use instead of real ones. */
export function TestCards() {
  const { t } = useTranslation('checkout');
  return (
    <details className="test-cards">
      <summary>
        {t('fakeStripe.cards.title')}
        <ChevronDown aria-hidden size={16} />
      </summary>
      <p className="caption">{t('fakeStripe.cards.text')}</p>
      <dl>
        {testCards.map(([number, effect]) => (
          <div key={number}>
            <dt dir="ltr">{number}</dt>
            <dd>{t(`fakeStripe.cards.${effect}`)}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

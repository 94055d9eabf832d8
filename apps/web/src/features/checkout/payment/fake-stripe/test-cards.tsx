import { ChevronDown } from 'lucide-react';
import { useTranslation } from 'react-i18next';

/** The numbers that the fake Stripe knows, each with what becomes of it. */
const testCards = [
  ['4242 4242 4242 4242', 'pays'],
  ['4000 0025 0000 3155', 'asks'],
  ['4000 0000 0000 0002', 'declined'],
  ['4000 0000 0000 9995', 'insufficient'],
  ['4000 0000 0000 0069', 'expired'],
  ['4000 0000 0000 0341', 'fails'],
] as const;

/** No money moves here: what to type instead of a card of one's own. */
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

import { useTranslation } from 'react-i18next';
import { Questions } from '../../components/questions.tsx';
import { formatCount } from '../../i18n/format.ts';
import { marketingClaims } from '../../marketing-claims.ts';

const questions = ['account', 'difference', 'limit', 'payment', 'cancel', 'refund', 'api'] as const;

/** Answers questions about the plans. */
export function PricingQuestions() {
  const { t } = useTranslation('pricing');
  const values = { days: formatCount(marketingClaims.refundDays) };
  const entries = questions.map((question) => ({
    title: t(`questions.${question}.title`),
    text: t(`questions.${question}.text`, values),
  }));
  return <Questions title={t('questionsTitle')} entries={entries} />;
}

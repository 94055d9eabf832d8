import { CircleAlert, CircleCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../i18n/format.ts';
import type { Result } from '../uploads/upload-state.ts';
import { archiveStepOf, isLossless } from './encoding-of.ts';
import { verdictOf } from './verdict-of.ts';

/** Shows how similar the result is to the original. Renders nothing if the similarity was not measured. */
export function Verdict({ result: { alreadyOptimal, report } }: { result: Result }) {
  const { t } = useTranslation('compare');
  if (alreadyOptimal) return <Statement isGood title={t('optimal.title')} text={t('optimal.text')} />;
  const archiveStep = archiveStepOf(report?.encoding);
  if (archiveStep)
    return <Statement isGood title={t(`${archiveStep}.title`)} text={t(`${archiveStep}.text`)} />;
  const verdict = verdictOf(report?.score);
  if (!verdict) return null;
  const { band } = verdict;
  const score = formatCount(verdict.score);
  const isExact = verdict.score === 100 && report !== undefined && isLossless(report.encoding);
  return (
    <Statement
      isGood={band !== 'small' && band !== 'visible'}
      title={t(`verdict.${band}.title`)}
      text={isExact ? t('verdict.exact', { score }) : t(`verdict.${band}.text`, { score })}
    />
  );
}

function Statement({ isGood, title, text }: { isGood: boolean; title: string; text: string }) {
  const Icon = isGood ? CircleCheck : CircleAlert;
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2.5 gap-y-1 border-t border-line pt-3">
      <Icon aria-hidden size={19} className={`mt-px ${isGood ? 'text-accent' : 'text-ink-3'}`} />
      <b className="text-body font-(--g-weight-strong)">{title}</b>
      <p className="col-start-2 leading-[1.45]">{text}</p>
    </div>
  );
}

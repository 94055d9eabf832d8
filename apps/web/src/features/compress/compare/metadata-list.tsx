import type { EngineReport, MetadataKind } from '@gossamer/contracts/engine-report';
import { useTranslation } from 'react-i18next';
import { formatList } from '../../../i18n/format-list.ts';
import { metadataFacts } from './metadata-facts.ts';

/** Describes what the compression did with the metadata, wide-gamut colors and HDR of an image. */
export function MetadataList({ report }: { report: EngineReport }) {
  const { t } = useTranslation('compare');
  const { removed, applied, kept } = metadataFacts(report);
  const names = (kinds: MetadataKind[]) => formatList(kinds.map((kind) => t(`metadata.${kind}`)));
  const rows = [
    { term: t('metadata.removed'), text: names(removed) },
    { term: t('metadata.applied'), text: names(applied) },
    { term: t('metadata.kept'), text: names(kept) },
    { term: t('colors.title'), text: report.wideGamut === 'none' ? '' : t(`colors.${report.wideGamut}`) },
    { term: t('hdr.title'), text: report.hdr === 'none' ? '' : t(`hdr.${report.hdr}`) },
  ].filter(({ text }) => text !== '');
  if (rows.length === 0) return null;
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5 border-t border-line pt-3">
      {rows.map(({ term, text }) => (
        <div key={term} className="contents">
          <dt className="text-ink-3">{term}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

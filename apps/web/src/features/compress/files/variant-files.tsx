import type { WebVariantGroup } from '@gossamer/contracts/compressions';
import { formatNames } from '@gossamer/contracts/formats';
import { Download } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { formatBytes } from '../../../i18n/format.ts';
import { formatList } from '../../../i18n/format-list.ts';
import { urlOfVariant } from '../../../lib/archive-group.ts';
import { groupSkipped, type VariantTable, variantTable } from './variant-table.ts';

type Props = {
  name: string;
  /** Id of the compression. */
  compressionId: string | undefined;
  group: WebVariantGroup;
};

/**
 * The variants of an image: a table with a row for each width and a column for each format, and what was not made. On
 * phones, the formats of a width wrap into lines below it.
 */
export function VariantFiles({ name, compressionId, group }: Props) {
  const { t } = useTranslation('compress');
  const titleId = useId();
  const { formats, rows } = variantTable(group);
  return (
    <div className="grid gap-3 rounded-control bg-sunken px-3.5 py-3 text-small" data-testid="variant-files">
      <table aria-labelledby={titleId} className="w-full tabular-nums">
        <caption id={titleId} className="sr-only">
          {t('variants.title', { name })}
        </caption>
        <thead className="max-md:sr-only">
          <tr className="text-caption text-ink-3">
            <th scope="col" className="pb-1.5 text-start font-medium">
              {t('variants.dimensions')}
            </th>
            {formats.map((format) => (
              <th key={format} scope="col" className="pb-1.5 text-end font-medium">
                {formatNames[format]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.widthPx} row={row} compressionId={compressionId} />
          ))}
        </tbody>
      </table>
      <SkippedList group={group} />
    </div>
  );
}

type RowProps = { row: VariantTable['rows'][number]; compressionId: string | undefined };

function Row({ row: { widthPx, heightPx, cells }, compressionId }: RowProps) {
  const { t } = useTranslation('compress');
  return (
    <tr className="border-line not-first:border-t max-md:flex max-md:flex-wrap max-md:gap-x-4 max-md:py-1.5 md:border-t">
      <th
        scope="row"
        className="text-start font-normal whitespace-nowrap text-ink-2 max-md:basis-full md:py-1"
      >
        <bdi dir="ltr">
          {widthPx} × {heightPx}
        </bdi>
      </th>
      {cells.map(({ format, file }) => (
        <td key={format} className="md:py-1 md:text-end">
          {file ? (
            <a
              href={urlOfVariant(compressionId, file)}
              download={file.filename}
              aria-label={t('files.download', { name: file.filename })}
              title={file.filename}
              className="link inline-flex min-h-8 items-center gap-1.5 rounded-sm whitespace-nowrap pointer-coarse:min-h-11"
            >
              <span className="md:hidden">{formatNames[format]}</span>
              {formatBytes(file.sizeBytes, 1)}
              <Download aria-hidden size={14} className="max-md:hidden" />
            </a>
          ) : (
            <span aria-hidden className="text-ink-3 max-md:hidden">
              –
            </span>
          )}
        </td>
      ))}
    </tr>
  );
}

/** Requested variants that are not among the files, with the reasons in words. */
function SkippedList({ group }: { group: WebVariantGroup }) {
  const { t } = useTranslation('compress');
  if (group.skipped.length === 0) return null;
  return (
    <div className="border-t border-line pt-2.5">
      <p className="text-caption font-medium text-ink-2">{t('variants.skipped')}</p>
      <ul className="caption mt-1 grid gap-0.5">
        {groupSkipped(group.skipped).map(({ format, widthsPx, reason }) => (
          <li key={`${format}-${reason}`}>
            {[format && formatNames[format], formatList(widthsPx.map(String))].filter(Boolean).join(' ')}
            {': '}
            {t(`variants.reasons.${reason}`)}
          </li>
        ))}
      </ul>
    </div>
  );
}

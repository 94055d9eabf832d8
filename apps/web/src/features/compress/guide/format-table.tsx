import { useTranslation } from 'react-i18next';

const rows = [
  { name: 'JPEG', bestFor: 'jpegFor', compression: 'lossy', transparency: 'no' },
  { name: 'PNG', bestFor: 'pngFor', compression: 'lossless', transparency: 'yes' },
  { name: 'WebP', bestFor: 'webpFor', compression: 'both', transparency: 'yes' },
  { name: 'HEIF', bestFor: 'heifFor', compression: 'lossy', transparency: 'yes' },
] as const;
const columns = ['format', 'bestFor', 'compression', 'transparency'] as const;
const cell = 'px-1 py-3 text-start hyphens-auto first:ps-4 last:pe-2 md:px-4 md:first:ps-5 md:last:pe-5';

export function FormatTable() {
  const { t } = useTranslation('compress');
  return (
    <section aria-label={t('formatTable.title')} className="card overflow-hidden">
      <table className="w-full text-small">
        <thead>
          <tr className="border-b border-line text-ink-3">
            {columns.map((column) => (
              <th key={column} scope="col" className={`${cell} font-medium max-md:text-[0.75rem]`}>
                {t(`formatTable.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.name} className="not-last:border-b not-last:border-line">
              <th scope="row" className={`${cell} font-medium text-ink`}>
                {row.name}
              </th>
              <td className={cell}>{t(`formatTable.${row.bestFor}`)}</td>
              <td className={cell}>{t(`formatTable.${row.compression}`)}</td>
              <td className={cell}>{t(`formatTable.${row.transparency}`)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="border-t border-line px-4 py-3 text-small text-ink-3 md:px-5">{t('formatTable.also')}</p>
    </section>
  );
}

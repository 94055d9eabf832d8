import { encodedFormats, formatNames } from '@gossamer/contracts/formats';
import { maxFilenameChars } from '@gossamer/contracts/limits';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Select } from '../../components/ui/select.tsx';
import type { HistoryFilter } from './use-history-filter.ts';

/** Milliseconds after the last key press until the list is searched. */
const searchDelayMs = 300;

/** Fields that filter the history by file name, status and format. */
export function FilterBar({ filter, change }: HistoryFilter) {
  const { t } = useTranslation('history');
  return (
    <search className="mb-3 flex flex-wrap gap-2">
      <SearchField value={filter.search ?? ''} onChange={(search) => change({ search })} />
      <Select
        aria-label={t('columns.status')}
        className="max-md:grow"
        value={filter.status ?? ''}
        onChange={({ target }) => change({ status: target.value })}
      >
        <option value="">{t('filter.anyStatus')}</option>
        <option value="completed">{t('status.completed')}</option>
        <option value="processing">{t('status.processing')}</option>
        <option value="failed">{t('status.failed')}</option>
      </Select>
      <Select
        aria-label={t('filter.format')}
        className="max-md:grow"
        value={filter.format ?? ''}
        onChange={({ target }) => change({ format: target.value })}
      >
        <option value="">{t('filter.anyFormat')}</option>
        {encodedFormats.map((format) => (
          <option key={format} value={format}>
            {formatNames[format]}
          </option>
        ))}
      </Select>
    </search>
  );
}

function SearchField({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  const { t } = useTranslation('history');
  const [text, setText] = useState(value);
  const [lastValue, setLastValue] = useState(value);
  const wanted = text.trim();
  // Update the text if the filter was changed outside this field, for example by clearing the search.
  if (value !== lastValue) {
    setLastValue(value);
    if (value !== wanted) setText(value);
  }
  useEffect(() => {
    if (wanted === value) return;
    const timer = setTimeout(() => onChange(wanted), searchDelayMs);
    return () => clearTimeout(timer);
  }, [wanted, value, onChange]);
  return (
    <input
      type="search"
      className="input max-md:basis-full md:max-w-80"
      aria-label={t('filter.search')}
      placeholder={t('filter.search')}
      maxLength={maxFilenameChars}
      value={text}
      onChange={({ target }) => setText(target.value)}
    />
  );
}

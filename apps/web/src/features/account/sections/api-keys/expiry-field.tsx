import { type ApiKeyLifetimeDays, apiKeyLifetimesDays } from '@gossamer/contracts/api-keys';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Select } from '../../../../components/ui/select.tsx';
import { formatDuration } from '../../../../i18n/format.ts';
import { formatDate } from '../../../../i18n/format-day.ts';

type Props = { days: ApiKeyLifetimeDays | null; onChange: (days: ApiKeyLifetimeDays | null) => void };

/** Field to select the lifetime of a new API key. Shows the resulting expiry date. */
export function ExpiryField({ days, onChange }: Props) {
  const { t } = useTranslation('apiKeys');
  const id = useId();
  const hintId = `${id}-hint`;
  return (
    <div className="field">
      <label htmlFor={id} className="field-label">
        {t('create.expiry')}
      </label>
      <Select
        id={id}
        value={days ?? ''}
        aria-describedby={days === null ? undefined : hintId}
        className="w-full max-w-72"
        onChange={({ target }) =>
          onChange(apiKeyLifetimesDays.find((each) => String(each) === target.value) ?? null)
        }
      >
        <option value="">{t('create.neverExpires')}</option>
        {apiKeyLifetimesDays.map((each) => (
          <option key={each} value={each}>
            {formatDuration(each, 'day')}
          </option>
        ))}
      </Select>
      {days !== null && (
        <p id={hintId} className="caption">
          {t('create.stopsOn', { date: formatDate(new Date(Date.now() + days * 86_400_000)) })}
        </p>
      )}
    </div>
  );
}

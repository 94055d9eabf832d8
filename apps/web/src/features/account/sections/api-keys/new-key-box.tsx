import type { NewApiKey } from '@gossamer/contracts/api-keys';
import { useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../components/ui/button.tsx';
import { CodeLine } from '../code-line.tsx';

/** Shows the token of a new API key, which cannot be shown again, and a command to test it. */
export function NewKeyBox({ made, onClose }: { made: NewApiKey; onClose: () => void }) {
  const { t } = useTranslation('apiKeys');
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section
      aria-labelledby={`${id}-title`}
      className="grid w-full gap-3.5 rounded-card bg-accent-soft p-4"
      data-testid="new-api-key"
    >
      <div>
        <h3 id={`${id}-title`} ref={heading} tabIndex={-1} className="card-title outline-none">
          {t('made.title')} <bdi className="font-normal wrap-anywhere">{made.label}</bdi>
        </h3>
        <p className="mt-0.5 text-small">{t('made.text')}</p>
      </div>
      <CodeLine label={t('made.token')} text={made.token} />
      <CodeLine label={t('made.tryIt')} text={curlLine(made.token)} />
      <Button size="small" className="justify-self-start" onClick={onClose}>
        {t('made.close')}
      </Button>
    </section>
  );
}

/**
 * Returns a curl command that requests the API usage. The request needs no image and does not count against the quota.
 */
function curlLine(token: string): string {
  return `curl -H "Authorization: Bearer ${token}" ${window.location.origin}/api/v1/usage`;
}

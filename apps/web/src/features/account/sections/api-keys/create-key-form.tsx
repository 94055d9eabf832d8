import { type ApiKeyLifetimeDays, apiKeyRequest, type NewApiKey } from '@gossamer/contracts/api-keys';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../components/ui/button.tsx';
import { Checkbox } from '../../../../components/ui/checkbox.tsx';
import { AccountForm } from '../../../../form/account-form.tsx';
import { TextField } from '../../../../form/text-field.tsx';
import { useAccountForm } from '../../../../form/use-account-form.ts';
import { apiKeyRequests } from '../../../../lib/api-keys.ts';
import { ExpiryField } from './expiry-field.tsx';
import { useNoteApiKeys } from './use-api-keys.ts';

const keyForm = apiKeyRequest.pick({ label: true });
const empty = { label: '' };

/**
 * Form that creates an API key with a name, lifetime and scopes. `onMade` receives the key with its token, which the
 * server never returns again.
 */
export function CreateKeyForm({ onMade }: { onMade: (key: NewApiKey) => void }) {
  const { t } = useTranslation('apiKeys');
  const { noteMade } = useNoteApiKeys();
  const [expiresInDays, setExpiresInDays] = useState<ApiKeyLifetimeDays | null>(null);
  const [isIncludingWeb, setIncludingWeb] = useState(false);
  const { field, reset, isBusy, form } = useAccountForm({
    schema: keyForm,
    defaultValues: empty,
    failedTitle: t('create.failed'),
    async send({ label }) {
      const { token, ...key } = await apiKeyRequests.create({
        label,
        scopes: isIncludingWeb ? ['web_uploads'] : [],
        expiresInDays,
      });
      noteMade(key);
      reset(empty);
      setIncludingWeb(false);
      setExpiresInDays(null);
      onMade({ ...key, token });
    },
  });
  return (
    <div className="w-full max-w-120" data-testid="api-key-form">
      <AccountForm {...form}>
        <TextField
          label={t('create.label')}
          placeholder={t('create.placeholder')}
          dir="auto"
          autoComplete="off"
          {...field('label')}
        />
        <ExpiryField days={expiresInDays} onChange={setExpiresInDays} />
        <Checkbox isChecked={isIncludingWeb} onChange={setIncludingWeb} hint={t('create.webUploadsHint')}>
          {t('create.webUploads')}
        </Checkbox>
        <Button type="submit" isBusy={isBusy} className="justify-self-start">
          {t(isBusy ? 'create.busy' : 'create.submit')}
        </Button>
      </AccountForm>
    </div>
  );
}

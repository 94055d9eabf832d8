import type { NewApiKey } from '@gossamer/contracts/api-keys';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../components/ui/button.tsx';
import { AccountForm } from '../../../../form/account-form.tsx';
import { rules } from '../../../../form/rules.ts';
import { TextField } from '../../../../form/text-field.tsx';
import { useAccountForm } from '../../../../form/use-account-form.ts';
import { apiKeyRequests } from '../../../../lib/api-keys.ts';
import { useNoteApiKeys } from './use-api-keys.ts';

const empty = { label: '' };

/** Asks for a name; the key itself is made by the server, and shown this once. */
export function CreateKeyForm({ onMade }: { onMade: (key: NewApiKey) => void }) {
  const { t } = useTranslation('apiKeys');
  const { noteMade } = useNoteApiKeys();
  const { field, reset, isBusy, form } = useAccountForm({
    defaultValues: empty,
    failedTitle: t('create.failed'),
    async send({ label }) {
      const { token, ...key } = await apiKeyRequests.create({ label: label.trim() });
      noteMade(key);
      reset(empty);
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
          {...field('label', rules.label)}
        />
        <Button type="submit" isBusy={isBusy} className="justify-self-start">
          {t(isBusy ? 'create.busy' : 'create.submit')}
        </Button>
      </AccountForm>
    </div>
  );
}

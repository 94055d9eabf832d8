import type { ApiKey } from '@gossamer/contracts/api-keys';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../../components/ui/lazy-confirm-dialog.ts';
import { useToast } from '../../../../components/ui/toast.tsx';
import { useFailedToast } from '../../../../form/use-failed-toast.ts';
import { ignoreCode } from '../../../../lib/api-error.ts';
import { apiKeyRequests } from '../../../../lib/api-keys.ts';
import { KeyRow, shownKey } from './key-row.tsx';
import { useNoteApiKeys } from './use-api-keys.ts';

type Props = { keys: ApiKey[]; onRevoked?: (id: string) => void };

export function KeyList({ keys, onRevoked }: Props) {
  const { t } = useTranslation('apiKeys');
  const [asked, setAsked] = useState<ApiKey>();
  const list = useRef<HTMLUListElement>(null);
  const revoke = useRevoke((id) => {
    onRevoked?.(id);
    // Move the focus to the list, because the focused button is removed together with its row.
    list.current?.focus();
  });
  return (
    <>
      <ul
        ref={list}
        tabIndex={-1}
        aria-label={t('title')}
        className="w-full divide-y divide-line rounded-card border border-line"
        data-testid="api-keys"
      >
        {keys.map((key) => (
          <KeyRow key={key.id} apiKey={key} onRevoke={() => setAsked(key)} />
        ))}
      </ul>
      {asked && (
        <ConfirmDialog
          onOpenChange={(isOpen) => !isOpen && setAsked(undefined)}
          title={t('revoke.title', { label: asked.label })}
          text={t('revoke.text', { key: shownKey(asked) })}
          cancelLabel={t('revoke.keep')}
          confirmLabel={t('revoke.submit')}
          onConfirm={() => revoke(asked)}
        />
      )}
    </>
  );
}

function useRevoke(onRevoked: (id: string) => void) {
  const { t } = useTranslation('apiKeys');
  const showToast = useToast();
  const sayFailed = useFailedToast();
  const { noteRevoked } = useNoteApiKeys();
  const { mutate } = useMutation({
    // Ignore the error if the API key was already revoked in another window.
    mutationFn: ({ id }: ApiKey) => apiKeyRequests.revoke(id).catch(ignoreCode('api_key_not_found')),
    onSuccess(_, { id, label }) {
      noteRevoked(id);
      showToast({ title: t('revoke.done'), description: t('revoke.doneText', { label }) });
      onRevoked(id);
    },
    onError: (error) => sayFailed(error, t('revoke.failed')),
  });
  return mutate;
}

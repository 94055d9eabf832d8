import type { SavedSettings } from '@gossamer/contracts/saved-settings';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../components/ui/button.tsx';
import { Skeleton } from '../../../../components/ui/skeleton.tsx';
import { failureText } from '../../../../i18n/failure-text.ts';
import { toFailure } from '../../../../lib/api-failure.ts';
import { useSettings } from '../settings-context.tsx';
import { showsSettings } from './from-settings.ts';
import { DeleteDialog, SaveDialog } from './lazy-dialogs.ts';
import { SavedList } from './saved-list.tsx';
import { useApply } from './use-apply.ts';
import { useSavedSettings } from './use-saved-settings.ts';

/** The member's saved settings, or their loading or error state. */
export function SavedContent() {
  const { data, error, isFetching, refetch } = useSavedSettings();
  if (data) return <Loaded saved={data} />;
  if (error && !isFetching) return <Unread error={error} onRetry={() => void refetch()} />;
  return <Loading />;
}

function Loading() {
  const { t } = useTranslation('compress');
  return (
    <div role="status">
      <span className="sr-only">{t('settings.saved.loading')}</span>
      <Skeleton className="h-(--g-control)" />
    </div>
  );
}

function Unread({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { t } = useTranslation('compress');
  return (
    <div role="alert" className="grid justify-items-start gap-2 text-small">
      <p>
        {t('settings.saved.unread')} {failureText(toFailure(error))}
      </p>
      <Button size="small" onClick={onRetry}>
        {t('settings.saved.retry')}
      </Button>
    </div>
  );
}

function Loaded({ saved }: { saved: SavedSettings[] }) {
  const { t } = useTranslation('compress');
  const { form } = useSettings();
  const { apply, lastApplied } = useApply(saved);
  const [isSaving, setSaving] = useState(false);
  const [asked, setAsked] = useState<SavedSettings>();
  const content = useRef<HTMLFieldSetElement>(null);
  // If the user has changed applied settings, suggest their name, because the user probably wants to replace them.
  const isChanged = lastApplied && !showsSettings(form, lastApplied.settings);
  return (
    <fieldset
      ref={content}
      tabIndex={-1}
      aria-label={t('settings.saved.title')}
      className="grid min-w-0 justify-items-start gap-3"
    >
      {saved.length > 0 ? (
        <SavedList saved={saved} onApply={apply} onDelete={setAsked} />
      ) : (
        <p className="caption">{t('settings.saved.empty')}</p>
      )}
      <Button size="small" aria-haspopup="dialog" onClick={() => setSaving(true)}>
        {t('settings.saved.save')}
      </Button>
      {isSaving && (
        <SaveDialog
          saved={saved}
          suggestedName={isChanged ? lastApplied.name : ''}
          onClose={() => setSaving(false)}
        />
      )}
      {asked && (
        <DeleteDialog
          saved={asked}
          onClose={() => setAsked(undefined)}
          // Move the focus, because the focused button is removed together with its row.
          onDeleted={() => content.current?.focus()}
        />
      )}
    </fieldset>
  );
}

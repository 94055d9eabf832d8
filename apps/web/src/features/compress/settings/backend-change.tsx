import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../../components/lazy-part.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { useSession } from '../../../lib/session.ts';
import { type Backend, rememberBackend, useBackend } from '../device/backend.ts';
import { readiness, reloadIsolated } from '../device/isolation.ts';
import { dropOffline, useKeptForOffline } from '../device/offline.ts';
import { useEnginePreparation } from '../device/use-engine-preparation.ts';
import { useUploadQueue } from '../uploads/uploads-context.tsx';

/** Lazy-loaded, because only members see the field, with the texts of its error messages. */
const CountField = lazyPart(
  () => import('./count-field.tsx'),
  ({ CountField }) => CountField,
  'account',
  'errors',
);

/**
 * Prepares the page for the option that the user has pressed, and explains the current option. If the page must be
 * reloaded and the file list is empty, the page is reloaded immediately. Otherwise, the user decides when to reload,
 * because the reload removes files that have not been compressed yet. If the browser cannot process images, the choice
 * is changed back to the cloud and a note explains why.
 */
export function BackendChange({ pressed }: { pressed: { backend: Backend } | undefined }) {
  const { t } = useTranslation('compress');
  const backend = useBackend();
  const { items } = useUploadQueue().state;
  const user = useSession();
  const [isRefused, setRefused] = useState(false);
  const state = isRefused ? 'never' : backend === 'device' ? readiness() : 'cloud';
  const isKept = useKeptForOffline(state === 'ready' || state === 'reload');
  useEnginePreparation(state === 'ready' && items.length === 0);
  const choose = useEffectEvent((next: Backend) => {
    const isImpossible = next === 'device' && readiness() === 'never';
    setRefused(isImpossible);
    if (isImpossible) rememberBackend('cloud');
    if (isImpossible || next === 'cloud') void dropOffline();
    if (next === 'device' && items.length === 0 && readiness() === 'reload') reloadIsolated();
  });
  useEffect(() => {
    if (pressed) choose(pressed.backend);
  }, [pressed]);
  return (
    <>
      <p className="caption">
        {t(`settings.backend.${notes[state]}`)}{' '}
        {state === 'ready' && isKept && t('settings.backend.offlineNote')}
      </p>
      {state === 'reload' && (
        <Button variant="secondary" className="w-fit" onClick={reloadIsolated}>
          {t('settings.backend.reload')}
        </Button>
      )}
      {user && backend === 'device' && <CountField user={user} />}
    </>
  );
}

const notes = {
  cloud: 'cloudNote',
  ready: 'deviceNote',
  reload: 'reloadNote',
  never: 'unsupported',
} as const;

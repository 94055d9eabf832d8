import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../../components/lazy-part.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Segments } from '../../../components/ui/segments.tsx';
import { useSession } from '../../../lib/session.ts';
import { type Backend, useBackend } from '../device/backend.ts';
import { readiness, reloadIsolated, setBackend } from '../device/isolation.ts';
import { useIsKeptForOffline } from '../device/offline.ts';
import { useUploadQueue } from '../uploads/uploads-context.tsx';

/** Lazy-loaded, because only members see the field, with the texts of its error messages. */
const CountField = lazyPart(
  () => import('./count-field.tsx'),
  ({ CountField }) => CountField,
  'account',
  'errors',
);

/**
 * Field to select where images are processed. If the page must be reloaded and the file list is empty, the page is
 * reloaded immediately. Otherwise, the user decides when to reload, because the reload removes files that have not been
 * compressed yet. If the browser cannot process images, the field explains this and remains set to the cloud.
 */
export function BackendField() {
  const { t } = useTranslation('compress');
  const backend = useBackend();
  const { items } = useUploadQueue().state;
  const user = useSession();
  const id = useId();
  const [isRefused, setRefused] = useState(false);
  const isKept = useIsKeptForOffline();
  const state = isRefused ? 'never' : backend === 'device' ? readiness() : 'cloud';
  function choose(next: Backend) {
    const isImpossible = next === 'device' && readiness() === 'never';
    setRefused(isImpossible);
    if (isImpossible) return;
    setBackend(next);
    if (next === 'device' && items.length === 0 && readiness() === 'reload') reloadIsolated();
  }
  return (
    <div className="grid gap-2">
      <span id={id} className="text-small font-medium text-ink">
        {t('settings.backend.title')}
      </span>
      <Segments
        labeledBy={id}
        options={(['cloud', 'device'] as const).map((value) => ({
          value,
          label: t(`settings.backend.${value}`),
        }))}
        value={backend}
        onChange={choose}
      />
      <p role="status" className="caption">
        {t(`settings.backend.${notes[state]}`)}{' '}
        {state === 'ready' && isKept && t('settings.backend.offlineNote')}
      </p>
      {state === 'reload' && (
        <Button variant="secondary" className="w-fit" onClick={reloadIsolated}>
          {t('settings.backend.reload')}
        </Button>
      )}
      {user && backend === 'device' && <CountField user={user} />}
    </div>
  );
}

const notes = {
  cloud: 'cloudNote',
  ready: 'deviceNote',
  reload: 'reloadNote',
  never: 'unsupported',
} as const;

import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../components/ui/button.tsx';
import { Segments } from '../../../components/ui/segments.tsx';
import { readiness, reloadIsolated, setPlace } from '../device/isolation.ts';
import { type Place, usePlace } from '../device/place.ts';
import { useUploadQueue } from '../uploads/uploads-context.tsx';

/**
 * Field to select where images are processed. If the page must be reloaded and the file list is empty, the page is
 * reloaded immediately. Otherwise, the user decides when to reload, because the reload removes files that have not been
 * compressed yet. If the browser cannot process images, the field explains this and remains set to the cloud.
 */
export function PlaceField() {
  const { t } = useTranslation('compress');
  const place = usePlace();
  const { items } = useUploadQueue().state;
  const id = useId();
  const [isRefused, setRefused] = useState(false);
  const state = isRefused ? 'never' : place === 'device' ? readiness() : 'cloud';
  function choose(next: Place) {
    const isImpossible = next === 'device' && readiness() === 'never';
    setRefused(isImpossible);
    if (isImpossible) return;
    setPlace(next);
    if (next === 'device' && items.length === 0 && readiness() === 'reload') reloadIsolated();
  }
  return (
    <div className="grid gap-2">
      <span id={id} className="text-small font-medium text-ink">
        {t('settings.place.title')}
      </span>
      <Segments
        labeledBy={id}
        options={(['cloud', 'device'] as const).map((value) => ({
          value,
          label: t(`settings.place.${value}`),
        }))}
        value={place}
        onChange={choose}
      />
      <p role="status" className="caption">
        {t(`settings.place.${notes[state]}`)}
      </p>
      {state === 'reload' && (
        <Button variant="secondary" className="w-fit" onClick={reloadIsolated}>
          {t('settings.place.reload')}
        </Button>
      )}
    </div>
  );
}

const notes = {
  cloud: 'cloudNote',
  ready: 'deviceNote',
  reload: 'reloadNote',
  never: 'unsupported',
} as const;

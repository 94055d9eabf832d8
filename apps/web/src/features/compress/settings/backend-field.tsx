import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../../components/lazy-part.tsx';
import { Segments } from '../../../components/ui/segments.tsx';
import { type Backend, rememberBackend, useBackend } from '../device/backend.ts';

/** Lazy-loaded, because most visitors do not change where images are processed. */
const BackendChange = lazyPart(
  () => import('./backend-change.tsx'),
  ({ BackendChange }) => BackendChange,
  'compressMore',
);

/**
 * Field to select where images are processed. The choice applies immediately, so images that are added while
 * `BackendChange` is loading are not uploaded against the user's choice.
 */
export function BackendField() {
  const { t } = useTranslation('compress');
  const backend = useBackend();
  const [pressed, setPressed] = useState<{ backend: Backend }>();
  const id = useId();
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
        onChange={(backend) => {
          rememberBackend(backend);
          setPressed({ backend });
        }}
      />
      <div role="status" className="contents">
        {(pressed || backend === 'device') && <BackendChange pressed={pressed} />}
      </div>
    </div>
  );
}

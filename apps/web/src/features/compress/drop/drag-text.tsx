import { useTranslation } from 'react-i18next';
import type { Dragged } from './sort-files.ts';

type Props = { dragged: Dragged; isSlim?: boolean };

/** Describes how many of the dragged files would be added if dropped. */
export function DragText({ dragged: { images, others }, isSlim = false }: Props) {
  const { t } = useTranslation('compress');
  const title = images > 0 ? t('drop.over', { count: images }) : t('drop.overNone');
  const more = others > 0 && t('drop.overOthers', { count: others });
  if (isSlim) {
    return (
      <>
        <b className="block">{title}</b>
        {more && <span className="caption">{more}</span>}
      </>
    );
  }
  return (
    <>
      <h2 className="text-[clamp(1.5rem,1.3rem+0.9vw,2rem)]">{title}</h2>
      <p>{more || t('drop.browse')}</p>
    </>
  );
}

import { Thread } from '../../../components/ui/thread.tsx';
import { formatBytes, formatReduction } from '../../../i18n/format.ts';
import { imageUrl, measured } from '../images.ts';

/** Shows four sample files in the style of the upload list. */
export function BatchRows() {
  return (
    <ul className="self-end rounded-t-[10px] border border-b-0 border-line bg-bg">
      {measured.samples.map(({ name, thumbnail, originalBytes, resultBytes, savedPercent }) => (
        <li
          key={name}
          className="grid grid-cols-[34px_minmax(0,1.1fr)_minmax(60px,1fr)_minmax(4.75rem,auto)_minmax(3rem,auto)] items-center gap-3.5 border-line px-3.5 py-2 text-small tabular-nums not-first:border-t max-[60.0625rem]:grid-cols-[34px_minmax(0,1fr)_auto_auto] max-md:grid-cols-[34px_minmax(0,1fr)_auto]"
        >
          <img
            src={imageUrl(thumbnail)}
            alt=""
            width={34}
            height={34}
            loading="lazy"
            className="size-8.5 rounded-[6px]"
          />
          <bdi title={name} className="block truncate font-medium text-ink">
            {name}
          </bdi>
          <Thread
            look="kept"
            percent={(resultBytes / originalBytes) * 100}
            className="max-[60.0625rem]:hidden"
          />
          <span className="text-end max-md:hidden">{formatBytes(resultBytes)}</span>
          <span className="text-end text-accent">{formatReduction(savedPercent)}</span>
        </li>
      ))}
    </ul>
  );
}

import { Thread } from '../../../components/ui/thread.tsx';
import { formatBytes, formatReduction } from '../../../i18n/format.ts';
import { imageUrl, measured } from '../images.ts';

/** Shows four sample files like the result list does. */
export function BatchRows() {
  return (
    <ul className="feature-art feature-panel bg-bg">
      {measured.samples.map(({ name, thumbnail, originalBytes, resultBytes, savedPercent }) => (
        <li key={name} className="mini-row">
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
          <Thread look="kept" percent={(resultBytes / originalBytes) * 100} />
          <span className="text-end max-md:hidden">{formatBytes(resultBytes)}</span>
          <span className="text-end text-accent">{formatReduction(savedPercent)}</span>
        </li>
      ))}
    </ul>
  );
}

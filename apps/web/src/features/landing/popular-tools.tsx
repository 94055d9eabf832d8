import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { paths } from '../../app/paths.ts';

/** Links to /compress with preselected settings. */
const tools = [
  { name: 'jpeg', query: '?format=jpeg' },
  { name: 'png', query: '?format=png' },
  { name: 'webp', query: '?format=webp' },
  { name: 'heic', query: '?format=auto' },
  { name: 'heicToJpeg', query: '?format=jpeg' },
  { name: 'heicToWebp', query: '?format=webp' },
  { name: 'pngToWebp', query: '?format=webp' },
  { name: 'jpegToWebp', query: '?format=webp' },
  { name: 'jpegToAvif', query: '?format=avif' },
  { name: 'resize', query: '?resize=1' },
  { name: 'grayscale', query: '?filter=grayscale' },
  { name: 'sepia', query: '?filter=sepia' },
  { name: 'vintage', query: '?filter=vintage' },
  { name: 'bulk', query: '' },
] as const;

export function PopularTools() {
  const { t } = useTranslation('landing');
  return (
    <nav aria-labelledby="tools" className="page grid gap-4 pt-12">
      <h2 id="tools" className="text-head font-(--g-weight-strong) tracking-(--g-track-head)">
        {t('tools.title')}
      </h2>
      <ul className="flex flex-wrap gap-2">
        {tools.map(({ name, query }) => (
          <li key={name}>
            <Link
              to={`${paths.compress}${query}`}
              className="inline-flex min-h-8.5 items-center rounded-full border border-line bg-surface px-3.25 py-1.5 text-small text-ink-2 hover:border-line-strong hover:text-ink pointer-coarse:min-h-(--g-control)"
            >
              {t(`tools.${name}`)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

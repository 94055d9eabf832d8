import { useTranslation } from 'react-i18next';

/** Image format names, which are not translated. */
const inputs = ['JPG', 'PNG', 'WebP', 'HEIC'];
/** Vertical center of each format label, in a view box that is 168 units high. */
const startsY = [18, 62, 106, 150];

const chipClass = 'grid h-9 place-items-center rounded-control border px-3.5 text-small font-medium';

/** Drawing of the input formats converging on automatic format selection. */
export function FormatDrawing() {
  const { t } = useTranslation('landing');
  return (
    <div className="grid grid-cols-[auto_1fr_auto] items-center gap-x-4 self-end pb-6.5">
      <ul className="grid gap-2">
        {inputs.map((name) => (
          <li key={name} className={`${chipClass} border-line bg-bg text-ink`}>
            {name}
          </li>
        ))}
      </ul>
      <svg
        viewBox="0 0 200 168"
        preserveAspectRatio="none"
        fill="none"
        stroke="currentColor"
        aria-hidden="true"
        className="h-42 w-full text-line-strong rtl:-scale-x-100"
      >
        {startsY.map((y) => (
          <path
            key={y}
            d={`M0 ${y}C70 ${y} 75 84 130 84L200 84`}
            vectorEffect="non-scaling-stroke"
            strokeWidth="1.25"
          />
        ))}
      </svg>
      <span className={`${chipClass} border-accent bg-accent-soft text-accent`}>
        {t('features.formats.auto')}
      </span>
    </div>
  );
}

import { useTranslation } from 'react-i18next';

const tips = ['original', 'resize', 'auto', 'web', 'png', 'look'] as const;

/** Shows tips on image compression. With `isNarrow`, uses at most two columns. */
export function Tips({ isNarrow = false }: { isNarrow?: boolean }) {
  const { t } = useTranslation('compress');
  return (
    <section aria-labelledby="tips-title">
      <h2 id="tips-title" className="mb-[clamp(1.75rem,1.2rem+1.6vw,2.75rem)] max-w-160">
        {t('tips.title')}
      </h2>
      <ol className={`grid gap-x-8 md:grid-cols-2 ${isNarrow ? '' : 'wide:grid-cols-3'}`}>
        {tips.map((tip) => (
          <li
            key={tip}
            className={`border-t border-line pt-4.5 pb-6 md:nth-[-n+2]:border-line-strong ${isNarrow ? '' : 'wide:nth-[-n+3]:border-line-strong'}`}
          >
            <h3 className="text-body">{t(`tips.${tip}.title`)}</h3>
            <p className="mt-1 text-small">{t(`tips.${tip}.text`)}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

import { useTranslation } from 'react-i18next';
import { useLessons } from './use-lessons.ts';

/** Explains image compression in five paragraphs. */
export function EducationGuide() {
  const { t } = useTranslation('landing');
  const lessons = useLessons();
  return (
    <section aria-labelledby="guide" className="pt-(--g-section)">
      <div className="page grid items-start gap-x-16 gap-y-8 md:grid-cols-[minmax(0,4fr)_minmax(0,7fr)]">
        <div className="grid gap-3 md:sticky md:top-24">
          <h2 id="guide">{t('guide.title')}</h2>
          <p>{t('guide.text')}</p>
        </div>
        <ul>
          {lessons.map(({ name, text }) => (
            <li
              key={name}
              className="grid gap-x-8 gap-y-1 border-t border-line py-4.5 first:border-line-strong md:py-5.5 wide:grid-cols-[minmax(0,10.5rem)_minmax(0,1fr)]"
            >
              <h3 className="text-body">{t(`guide.${name}.title`)}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

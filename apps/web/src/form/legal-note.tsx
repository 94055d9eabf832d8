import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { paths } from '../app/paths.ts';

/** Placeholder for a link in a translated sentence: a character that never occurs in translations. */
const mark = '\uFFFC';
const links = { terms: paths.terms, privacy: paths.privacy } as const;
type LinkName = keyof typeof links;

/**
 * States that the user agrees to the terms and the privacy policy, with links to both. Translations may order the links
 * differently.
 */
export function LegalNote({ of }: { of: 'signup' | 'plan' }) {
  const { t } = useTranslation('account');
  const marked = (name: LinkName) => `${mark}${name}${mark}`;
  const parts = t(`${of}.legal`, { terms: marked('terms'), privacy: marked('privacy') }).split(mark);
  return (
    <p className="caption">
      {parts.map((part) =>
        part in links ? (
          <Link key={part} to={links[part as LinkName]} className="link font-normal">
            {t(`signup.${part as LinkName}`)}
          </Link>
        ) : (
          part
        ),
      )}
    </p>
  );
}

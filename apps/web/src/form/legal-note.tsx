import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { paths } from '../../app/paths.ts';

/** Placeholder for a link in a translated sentence: a character that never occurs in translations. */
const mark = '\uFFFC';
const links = { terms: paths.terms, privacy: paths.privacy } as const;
type LinkName = keyof typeof links;

/**
 * Renders the sentence with links to the terms and the privacy policy. Translations may order the links differently.
 */
export function SignupTerms() {
  const { t } = useTranslation('account');
  const marked = (name: LinkName) => `${mark}${name}${mark}`;
  const parts = t('signup.legal', { terms: marked('terms'), privacy: marked('privacy') }).split(mark);
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

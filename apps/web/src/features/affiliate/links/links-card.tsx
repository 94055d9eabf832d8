import { type LocaleCode, locales } from '@gossamer/contracts/locales';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../../components/copy-button.tsx';
import { Segments } from '../../../components/ui/segments.tsx';
import { Select } from '../../../components/ui/select.tsx';
import { buildLink, type LinkForm, linkForms } from './build-link.ts';
import { linksId } from './links-id.ts';

const listed = locales.filter(({ isListed }) => isListed);

/** Form that builds the partner's referral link for a language, as a URL, HTML or Markdown. */
export function LinksCard({ referralLink }: { referralLink: string }) {
  const { t } = useTranslation(['affiliate', 'common']);
  const id = useId();
  const [language, setLanguage] = useState<LocaleCode>();
  const [form, setForm] = useState<LinkForm>('link');
  const built = buildLink(referralLink, { language, form, text: t('common:productName') });
  return (
    <section
      id={linksId}
      aria-labelledby={`${id}-title`}
      className="card grid min-w-0 content-start gap-4 p-5"
    >
      <div>
        <h2 id={`${id}-title`} className="card-title">
          {t('links.title')}
        </h2>
        <p className="mt-0.5 text-small">{t('links.text')}</p>
      </div>
      <div className="field">
        <label htmlFor={`${id}-language`} className="field-label">
          {t('links.language')}
        </label>
        <Select
          id={`${id}-language`}
          value={language ?? ''}
          onChange={({ target }) => setLanguage(listed.find(({ code }) => code === target.value)?.code)}
        >
          <option value="">{t('links.visitor')}</option>
          {listed.map(({ code, name }) => (
            <option key={code} value={code} lang={code}>
              {name}
            </option>
          ))}
        </Select>
      </div>
      <div className="field">
        <span id={`${id}-form`} className="field-label">
          {t('links.form')}
        </span>
        <Segments
          labeledBy={`${id}-form`}
          options={linkForms.map((value) => ({ value, label: t(`links.forms.${value}`) }))}
          value={form}
          onChange={setForm}
        />
      </div>
      <div className="grid gap-3 rounded-control bg-sunken p-3 ps-3.5">
        <code dir="ltr" className="text-[0.8125rem]/[1.55] wrap-anywhere text-ink">
          {built}
        </code>
        <CopyButton text={built} labeledBy={`${id}-title`} className="justify-self-end" />
      </div>
    </section>
  );
}

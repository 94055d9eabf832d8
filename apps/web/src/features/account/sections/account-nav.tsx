import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import type { SectionName } from './section.tsx';
import { useCurrentSection } from './use-current-section.ts';

/** Links to the sections of the account page: a list next to the sections, or a scrollable row above them on phones. */
export function AccountNav({ isPremium }: { isPremium: boolean }) {
  const { t } = useTranslation(['account', 'apiKeys', 'webhooks', 'common']);
  const { hash } = useLocation();
  // The sections are rendered once the session is known, which is too late for the browser to scroll to the URL
  // fragment.
  useEffect(() => {
    document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [hash]);
  const links: [SectionName, string][] = [
    ['email', t('account:email.title')],
    ['profile', t('account:profile.title')],
    ['password', t('account:password.title')],
    ['language', t('account:language.title')],
    ['plan', t('account:plan.title')],
    ...(isPremium ? [['support', t('account:support.title')] as [SectionName, string]] : []),
    ['api-keys', t('apiKeys:title')],
    ['webhooks', t('webhooks:title')],
    ['export', t('account:export.title')],
    ['delete', t('account:delete.title')],
  ];
  const current = useCurrentSection(links.map(([name]) => name));
  return (
    <nav aria-label={t('common:pages.account.title')} className="min-w-0 wide:sticky wide:top-20">
      {/* The row fades out at its end. The padding there is as wide as the fade, so the last link is not faded. */}
      <ul className="flex gap-1 max-wide:-mx-(--g-gutter) max-wide:overflow-x-auto max-wide:ps-(--g-gutter) max-wide:pe-12 max-wide:pb-2 max-wide:[mask-image:linear-gradient(to_left,transparent,#000_3rem)] max-wide:rtl:[mask-image:linear-gradient(to_right,transparent,#000_3rem)] wide:-ms-3 wide:grid">
        {links.map(([name, title]) => (
          <li key={name} className="shrink-0">
            <a
              href={`#${name}`}
              aria-current={name === current ? 'location' : undefined}
              className={`flex min-h-9 items-center rounded-control px-3 text-small hover:bg-hover max-wide:border max-wide:border-line max-wide:not-aria-[current=location]:bg-surface aria-[current=location]:bg-sunken aria-[current=location]:font-medium pointer-coarse:min-h-(--g-control) ${name === 'delete' ? 'text-danger' : 'text-ink-2 hover:text-ink aria-[current=location]:text-ink'}`}
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

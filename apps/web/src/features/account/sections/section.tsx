import type { ReactNode } from 'react';

export type SectionName =
  | 'email'
  | 'profile'
  | 'password'
  | 'language'
  | 'plan'
  | 'support'
  | 'api-keys'
  | 'webhooks'
  | 'export'
  | 'session'
  | 'delete';

type Props = {
  /** Id of the section, to which the navigation links. */
  name: SectionName;
  title: string;
  text: string;
  /**
   * Whether the content, such as a list, uses the full width. Otherwise, the width is limited for readability, as for
   * forms.
   */
  isWide?: boolean;
  children: ReactNode;
};

/** Section of the account page, with its title and description next to its content. */
export function Section({ name, title, text, isWide = false, children }: Props) {
  const headingId = `${name}-title`;
  return (
    <section
      id={name}
      aria-labelledby={headingId}
      data-testid="account-section"
      className="grid scroll-mt-20 gap-x-10 gap-y-5 border-line p-5 not-first:border-t md:grid-cols-[minmax(0,17rem)_minmax(0,1fr)] md:p-7 wide:grid-cols-[minmax(0,14rem)_minmax(0,1fr)]"
    >
      <div>
        <h2 id={headingId} className="card-title">
          {title}
        </h2>
        <p className="mt-0.5 text-small">{text}</p>
      </div>
      <div
        className={`grid min-w-0 content-start justify-items-start gap-4 ${isWide ? 'grid-cols-[minmax(0,1fr)]' : 'max-w-120'}`}
      >
        {children}
      </div>
    </section>
  );
}

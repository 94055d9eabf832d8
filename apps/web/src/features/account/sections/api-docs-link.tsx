import { BookOpen } from 'lucide-react';
import type { ReactNode } from 'react';
import { apiDocsPath } from '../../../app/paths.ts';

/** Link to the API reference. It is a plain link, because the reference is not a route of this app. */
export function ApiDocsLink({ children }: { children: ReactNode }) {
  return (
    <a href={apiDocsPath} className="link inline-flex min-h-6 items-center gap-1.5 text-small">
      <BookOpen aria-hidden size={16} />
      {children}
    </a>
  );
}

import { BookOpen } from 'lucide-react';
import type { ReactNode } from 'react';
import { apiDocsPath } from '../../../app/paths.ts';

/** Links to the API reference, which is not part of the app and needs a plain link. */
export function ApiDocsLink({ children }: { children: ReactNode }) {
  return (
    <a href={apiDocsPath} className="link inline-flex min-h-6 items-center gap-1.5 text-small">
      <BookOpen aria-hidden size={16} />
      {children}
    </a>
  );
}

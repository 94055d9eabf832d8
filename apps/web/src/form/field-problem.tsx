import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

/** Error message below a form field. */
export function FieldProblem({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={id} className="flex items-start gap-1.5 text-small/[1.35] text-danger" data-testid="field-error">
      <CircleAlert aria-hidden size={16} className="mt-px" />
      {children}
    </p>
  );
}

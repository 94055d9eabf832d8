import { LoaderCircle } from 'lucide-react';

/** Spinner that fills the viewport. */
export function Spinner({ label }: { label: string }) {
  return (
    <div role="status" className="grid min-h-dvh place-items-center text-accent">
      <LoaderCircle aria-hidden size={28} className="animate-spin" />
      <span className="sr-only">{label}</span>
    </div>
  );
}

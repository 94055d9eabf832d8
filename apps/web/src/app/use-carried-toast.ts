import { useEffect } from 'react';
import { useToast } from '../components/ui/toast.tsx';
import { takeCarriedToast } from '../lib/carried-toast.ts';

/** Shows what the page before had to say when the browser left it. */
export function useCarriedToast(): void {
  const showToast = useToast();
  useEffect(() => {
    const message = takeCarriedToast();
    if (message) showToast(message);
  }, [showToast]);
}

import { useEffect } from 'react';
import { useToast } from '../components/ui/toast.tsx';
import { takeCarriedToast } from '../lib/carried-toast.ts';

/** Shows the toast message that the previous page stored before a full page load. */
export function useCarriedToast(): void {
  const showToast = useToast();
  useEffect(() => {
    const message = takeCarriedToast();
    if (message) showToast(message);
  }, [showToast]);
}

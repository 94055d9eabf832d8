import { useEffect } from 'react';
import { useScrollToTop } from '../lib/use-scroll-to-top.ts';
import { useCarriedToast } from './use-carried-toast.ts';
import { useDocumentHead } from './use-document-head.ts';
import { usePreferredLanguage } from './use-preferred-language.ts';
import { useVisitPixel } from './use-visit-pixel.ts';

/** What every page does besides showing itself, whatever its frame. */
export function usePage(): void {
  useScrollToTop();
  useDocumentHead();
  useVisitPixel();
  usePreferredLanguage();
  useCarriedToast();
  // The page's screen is part of the same boundary, so it is alive as well. `early-press.ts` waits for this.
  useEffect(() => void window.dispatchEvent(new Event('gossamer:alive')), []);
}

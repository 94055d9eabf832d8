import { useEffect } from 'react';
import { useScrollToTop } from '../lib/use-scroll-to-top.ts';
import { useCarriedToast } from './use-carried-toast.ts';
import { useDocumentHead } from './use-document-head.ts';
import { usePreferredLanguage } from './use-preferred-language.ts';
import { useVisitPixel } from './use-visit-pixel.ts';

/** Runs the effects that pages of all layouts share. */
export function usePage(): void {
  useScrollToTop();
  useDocumentHead();
  useVisitPixel();
  usePreferredLanguage();
  useCarriedToast();
  // Reports hydration to `early-press.ts`. The screen is in the same Suspense boundary, so it is hydrated at the same
  // time.
  useEffect(() => void window.dispatchEvent(new Event('gossamer:alive')), []);
}

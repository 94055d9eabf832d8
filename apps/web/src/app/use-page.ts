import { useEffect } from 'react';
import { useScrollToTop } from '../lib/use-scroll-to-top.ts';
import { useCarriedToast } from './use-carried-toast.ts';
import { useDocumentHead } from './use-document-head.ts';
import { usePreferredLanguage } from './use-preferred-language.ts';
import { useVisitPixel } from './use-visit-pixel.ts';

/** Runs the effects that all pages share, whatever their layout. */
export function usePage(): void {
  useScrollToTop();
  useDocumentHead();
  useVisitPixel();
  usePreferredLanguage();
  useCarriedToast();
  // The screen is in the same Suspense boundary, so it is hydrated as well. `early-press.ts` waits for this event.
  useEffect(() => void window.dispatchEvent(new Event('gossamer:alive')), []);
}

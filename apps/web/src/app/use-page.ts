import { useEffect } from 'react';
import { useScrollToTop } from '../lib/use-scroll-to-top.ts';
import { useCarriedToast } from './use-carried-toast.ts';
import { useDocumentHead } from './use-document-head.ts';
import { usePreferredLanguage } from './use-preferred-language.ts';
import { useVisitPixel } from './use-visit-pixel.ts';

/** Runs effects that apply to every page, regardless of its layout. */
export function usePage(): void {
  useScrollToTop();
  useDocumentHead();
  useVisitPixel();
  usePreferredLanguage();
  useCarriedToast();
  // Notify `early-press.ts` that the page is hydrated. The screen shares this Suspense boundary, so it is hydrated too.
  useEffect(() => void window.dispatchEvent(new Event('gossamer:alive')), []);
}

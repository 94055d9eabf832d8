import { type ComponentType, lazy, Suspense } from 'react';
import { Navigate, Route, Routes } from 'react-router-dom';
import { loadNamespaces, type Namespace } from '../i18n/i18n.ts';
import { MainLayout } from './layouts/main-layout.tsx';
import { paths } from './paths.ts';

/** A screen in a chunk of its own; its messages are fetched beside it, not after it. */
function screen(load: () => Promise<ComponentType>, ...namespaces: Namespace[]) {
  return lazy(async () => {
    const [component] = await Promise.all([load(), loadNamespaces(namespaces)]);
    return { default: component };
  });
}

const LandingScreen = screen(
  async () => (await import('../screens/landing-screen.tsx')).LandingScreen,
  'landing',
);
const CompressScreen = screen(
  async () => (await import('../screens/compress-screen.tsx')).CompressScreen,
  'compress',
);
const PrivacyScreen = screen(
  async () => (await import('../screens/privacy-screen.tsx')).PrivacyScreen,
  'legal',
);
const TermsScreen = screen(async () => (await import('../screens/terms-screen.tsx')).TermsScreen, 'legal');
const NotFoundScreen = screen(async () => (await import('../screens/not-found-screen.tsx')).NotFoundScreen);

/** Every URL. Not the data router: it weighs 17 KB more, and data is the query client's. */
export function AppRoutes() {
  return (
    <Suspense>
      <Routes>
        <Route element={<MainLayout />}>
          <Route path={paths.home} element={<LandingScreen />} />
          <Route path={paths.start} element={<Navigate to={paths.compress} replace />} />
          <Route path={paths.compress} element={<CompressScreen />} />
          <Route path={paths.privacy} element={<PrivacyScreen />} />
          <Route path={paths.terms} element={<TermsScreen />} />
          <Route path="*" element={<NotFoundScreen />} />
        </Route>
      </Routes>
    </Suspense>
  );
}

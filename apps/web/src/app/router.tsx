import { type ComponentType, lazy, Suspense } from 'react';
import { BrowserRouter, Navigate, Route, Routes } from 'react-router-dom';
import { i18n, type Namespace } from '../i18n/i18n.ts';
import { MainLayout } from './layouts/main-layout.tsx';
import { paths } from './paths.ts';

/** A screen in a chunk of its own; its messages are fetched beside it, not after it. */
function screen(load: () => Promise<ComponentType>, ...namespaces: Namespace[]) {
  return lazy(async () => {
    const [component] = await Promise.all([load(), i18n.loadNamespaces(namespaces)]);
    return { default: component };
  });
}

const CompressScreen = screen(
  async () => (await import('../screens/compress-screen.tsx')).CompressScreen,
  'compress',
  'errors',
);
const NotFoundScreen = screen(async () => (await import('../screens/not-found-screen.tsx')).NotFoundScreen);

const toCompress = <Navigate to={paths.compress} replace />;

/** Every URL. Not the data router: it weighs 17 KB more, and data is the query client's. */
export function Router() {
  return (
    <BrowserRouter>
      <Suspense>
        <Routes>
          <Route element={<MainLayout />}>
            <Route path={paths.home} element={toCompress} />
            <Route path={paths.start} element={toCompress} />
            <Route path={paths.compress} element={<CompressScreen />} />
            <Route path="*" element={<NotFoundScreen />} />
          </Route>
        </Routes>
      </Suspense>
    </BrowserRouter>
  );
}

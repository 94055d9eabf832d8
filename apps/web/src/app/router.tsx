import { type ComponentType, lazy, Suspense, useState } from 'react';
import { Navigate, Route, Routes, useLocation } from 'react-router-dom';
import { lazyPart } from '../components/lazy-part.tsx';
import { Sidebar } from '../features/dashboard/lazy-sidebar.ts';
import { loadNamespaces, type Namespace } from '../i18n/i18n.ts';
import { recipes } from '../lib/recipes.ts';
import { pageSession, useSession } from '../lib/session.ts';
import { BareLayout } from './layouts/bare-layout.tsx';
import { MainLayout } from './layouts/main-layout.tsx';
import { paths } from './paths.ts';

/** Returns a lazy-loaded screen. Its code and its messages are loaded in parallel. */
function screen(load: () => Promise<ComponentType>, ...namespaces: Namespace[]) {
  return lazy(async () => {
    const [component] = await Promise.all([load(), loadNamespaces(namespaces)]);
    return { default: component };
  });
}

const LandingScreen = screen(
  async () => (await import('../screens/landing-screen.tsx')).LandingScreen,
  'landing',
  'recipeNames',
);
/**
 * Preloads the sidebar for members. On phones, the sidebar is above other content, which would shift if the sidebar
 * appeared later.
 */
const preloadSidebar = () => (pageSession?.user ? Sidebar.preload() : undefined);

const CompressScreen = screen(async () => {
  const [{ CompressScreen }] = await Promise.all([
    import('../screens/compress-screen.tsx'),
    preloadSidebar(),
  ]);
  return CompressScreen;
}, 'compress');
const RecipeScreen = screen(
  async () => {
    const [{ RecipeScreen }] = await Promise.all([import('../screens/recipe-screen.tsx'), preloadSidebar()]);
    return RecipeScreen;
  },
  'compress',
  'recipes',
  'recipeNames',
);
const HomeScreen = screen(
  async () => (await import('../screens/home-screen.tsx')).HomeScreen,
  'dashboard',
  'compress',
  'errors',
);
const HistoryScreen = screen(
  async () => (await import('../screens/history-screen.tsx')).HistoryScreen,
  'history',
  'compress',
  'errors',
);
const PricingScreen = screen(
  async () => (await import('../screens/pricing-screen.tsx')).PricingScreen,
  'pricing',
  'checkout',
);
const CheckoutScreen = screen(
  async () => (await import('../screens/checkout-screen.tsx')).CheckoutScreen,
  'checkout',
  'account',
  'errors',
);
const AffiliateScreen = screen(
  async () => (await import('../screens/affiliate-screen.tsx')).AffiliateScreen,
  'affiliate',
  'account',
  'errors',
);
const AffiliateDashboardScreen = screen(
  async () => (await import('../screens/affiliate-dashboard-screen.tsx')).AffiliateDashboardScreen,
  'affiliate',
  'account',
  'errors',
);
const PrivacyScreen = screen(
  async () => (await import('../screens/privacy-screen.tsx')).PrivacyScreen,
  'legal',
);
const TermsScreen = screen(async () => (await import('../screens/terms-screen.tsx')).TermsScreen, 'legal');
const LoginScreen = screen(
  async () => (await import('../screens/login-screen.tsx')).LoginScreen,
  'account',
  'errors',
);
const SignupScreen = screen(
  async () => (await import('../screens/signup-screen.tsx')).SignupScreen,
  'account',
  'errors',
);
const ForgotPasswordScreen = screen(
  async () => (await import('../screens/forgot-password-screen.tsx')).ForgotPasswordScreen,
  'account',
  'errors',
);
const ResetPasswordScreen = screen(
  async () => (await import('../screens/reset-password-screen.tsx')).ResetPasswordScreen,
  'account',
  'errors',
);
const VerifyEmailScreen = screen(
  async () => (await import('../screens/verify-email-screen.tsx')).VerifyEmailScreen,
  'account',
  'errors',
);
const AccountScreen = screen(
  async () => (await import('../screens/account-screen.tsx')).AccountScreen,
  'account',
  'apiKeys',
  'webhooks',
  'errors',
);
const NotFoundScreen = screen(async () => (await import('../screens/not-found-screen.tsx')).NotFoundScreen);

/** Handles users who return from the payment provider's checkout page. */
const PaymentReturn = lazyPart(
  () => import('../features/checkout/return/payment-return.tsx'),
  ({ PaymentReturn }) => PaymentReturn,
  'checkout',
);

/** Shows the home screen to members and the landing page to all others. */
function Start() {
  const [isReturn] = useState(useLocation().search.includes('payment=success'));
  return (
    <>
      {useSession() ? <HomeScreen /> : <LandingScreen />}
      {isReturn && <PaymentReturn />}
    </>
  );
}

/**
 * Renders the screen for the current URL. React Router's data router is not used: it would add 17 KB to the bundle, and
 * the query client already loads all data.
 */
export function AppRoutes() {
  return (
    <Suspense>
      <Routes>
        <Route element={<BareLayout />}>
          <Route path={paths.login} element={<LoginScreen />} />
          <Route path={paths.signup} element={<SignupScreen />} />
          <Route path={paths.forgotPassword} element={<ForgotPasswordScreen />} />
          <Route path={paths.resetPassword} element={<ResetPasswordScreen />} />
          <Route path={paths.verifyEmail} element={<VerifyEmailScreen />} />
        </Route>
        <Route element={<MainLayout />}>
          <Route path={paths.account} element={<AccountScreen />} />
          <Route path={paths.home} element={<Start />} />
          <Route path={paths.start} element={<Navigate to={paths.compress} replace />} />
          <Route path={paths.compress} element={<CompressScreen />} />
          {recipes.map(({ path }) => (
            <Route key={path} path={path} element={<RecipeScreen />} />
          ))}
          <Route path={paths.history} element={<HistoryScreen />} />
          <Route path={paths.pricing} element={<PricingScreen />} />
          <Route path={paths.checkout} element={<CheckoutScreen />} />
          <Route path={paths.affiliate} element={<AffiliateScreen />} />
          <Route path={paths.affiliateDashboard} element={<AffiliateDashboardScreen />} />
          <Route path={paths.privacy} element={<PrivacyScreen />} />
          <Route path={paths.terms} element={<TermsScreen />} />
          <Route path="*" element={<NotFoundScreen />} />
        </Route>
      </Routes>
    </Suspense>
  );
}

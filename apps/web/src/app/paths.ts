/** URL paths of all screens. */
export const paths = {
  home: '/',
  start: '/start',
  compress: '/compress',
  login: '/login',
  signup: '/signup',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  verifyEmail: '/verify-email',
  account: '/account',
  history: '/history',
  pricing: '/pricing',
  checkout: '/checkout',
  affiliate: '/affiliate',
  affiliateDashboard: '/affiliate/dashboard/:code',
  privacy: '/privacy',
  terms: '/terms',
} as const;

/** URL path of the Pro API reference. The server renders this page, so it is not a route of this app. */
export const apiDocsPath = '/api/docs';

/** URL path of the comparison with other tools in the documentation, which the server renders as well. */
export const benchmarkPath = '/docs/benchmark';

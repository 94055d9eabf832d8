/** Paths of all screens. */
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
  checkout: '/checkout',
  affiliate: '/affiliate',
  affiliateDashboard: '/affiliate/dashboard/:code',
  privacy: '/privacy',
  terms: '/terms',
} as const;

/** Path of the reference of the Pro API. The server renders that page, so it is not part of this app. */
export const apiDocsPath = '/api/docs';

/** Each URL once. */
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
  privacy: '/privacy',
  terms: '/terms',
} as const;

/** Each URL once. */
export const paths = {
  home: '/',
  start: '/start',
  compress: '/compress',
  privacy: '/privacy',
  terms: '/terms',
} as const;

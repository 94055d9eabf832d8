/** Each URL once. */
export const paths = {
  home: '/',
  start: '/start',
  compress: '/compress',
} as const;

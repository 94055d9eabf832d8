/** What a licence asks of whoever hands the work on: in an image, to a browser. Running it for others asks nothing of these. */
export type Terms =
  | 'nothing'
  /** Copyright and licence travel along. */
  | 'notice'
  /** Also a `NOTICE` file, where there is one; patents are granted. */
  | 'notice and NOTICE'
  /** Also: it can be replaced by another build of itself, and its sources are to be had. */
  | 'notice, replaceable, sources';

/** Licences (SPDX) that what ships may have. Another one is a decision: for AGPL, SSPL and BUSL it is no. */
export const allowedLicences: Record<string, Terms> = {
  '(MIT OR CC0-1.0)': 'nothing',
  '0BSD': 'nothing',
  'MIT-0': 'nothing',
  Unlicense: 'nothing',
  'BlueOak-1.0.0': 'notice',
  'BSD-2-Clause': 'notice',
  'BSD-3-Clause': 'notice',
  ISC: 'notice',
  MIT: 'notice',
  'OFL-1.1': 'notice',
  'Apache-2.0': 'notice and NOTICE',
  'LGPL-3.0': 'notice, replaceable, sources',
  'LGPL-3.0-or-later': 'notice, replaceable, sources',
};

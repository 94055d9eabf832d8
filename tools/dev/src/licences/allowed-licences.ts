/**
 * Conditions of a licence for distributing a work, in an image or to a browser. None of these licences restricts
 * offering it as a service.
 */
export type Terms =
  | 'nothing'
  /** Include copyright and licence. */
  | 'notice'
  /** Also include a `NOTICE` file, if there is one. Grants patents. */
  | 'notice and NOTICE'
  /** Also: users can replace it with their own build, and its sources are available. */
  | 'notice, replaceable, sources';

/** Licences (SPDX) allowed in what ships. Adding one is a decision; AGPL, SSPL and BUSL are not accepted. */
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

/**
 * Conditions of a licence for distributing software in a container image or to a browser. Offering the software as a
 * service adds no conditions under these licences.
 */
export type Terms =
  | 'nothing'
  /** The copyright notice and the licence must be included. */
  | 'notice'
  /** In addition, an existing `NOTICE` file must be included. The licence also grants patents. */
  | 'notice and NOTICE'
  /**
   * In addition, users must be able to replace the software with their own build, and its sources must be available.
   */
  | 'notice, replaceable, sources';

/**
 * SPDX ids of the licences allowed in distributed packages. Adding one is a decision; AGPL, SSPL and BUSL are not
 * accepted.
 */
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

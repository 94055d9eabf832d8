/**
 * Conditions that a license imposes on distributing the software in a container image or to browsers. None of the
 * allowed licenses restricts offering the software as a service.
 */
export type Terms =
  | 'nothing'
  /** The copyright notice and the license text must be included. */
  | 'notice'
  /** Like `notice`, but the `NOTICE` file, if any, must also be included. The license also grants patent rights. */
  | 'notice and NOTICE'
  /**
   * Like `notice`, but users must be able to replace the software with their own build, and the source code must be
   * available.
   */
  | 'notice, replaceable, sources';

/**
 * SPDX ids of licenses that are allowed for distributed packages. Adding a license requires a decision record; AGPL,
 * SSPL and BUSL are not accepted.
 */
export const allowedLicenses: Record<string, Terms> = {
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

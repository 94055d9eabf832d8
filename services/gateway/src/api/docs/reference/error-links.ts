import { apiCodes } from '../../document/problem-samples.ts';

const errorCodes = new Set<unknown>(apiCodes);

/** Returns whether the value is an error code of the API. */
export const isErrorCode = (value: unknown): boolean => errorCodes.has(value);

/** Renders a link to the description of an error code in the list of errors. */
export const errorLink = (code: unknown, html: string): string =>
  `<a href="/api/docs/errors#${code}">${html}</a>`;

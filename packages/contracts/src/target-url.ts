import { z } from 'zod';

/**
 * Returns the schema of a URL that the server calls: http or https, without a username or password. The IP address of
 * its host is checked before each request.
 */
export const targetUrl = (maxChars: number) =>
  z
    .string()
    .trim()
    .max(maxChars)
    .refine((text) => {
      if (!URL.canParse(text)) return false;
      const { protocol, username, password } = new URL(text);
      return /^https?:$/.test(protocol) && username === '' && password === '';
    });

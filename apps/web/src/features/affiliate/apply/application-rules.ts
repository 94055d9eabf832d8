import { affiliateApplicationBody } from '@gossamer/contracts/affiliate';
import type { Verdict } from '../../../form/rules.ts';

const { name, website, description } = affiliateApplicationBody.shape;

/** As long as the server takes them; the inputs hold more back. */
export const maxChars = {
  name: name.maxLength ?? undefined,
  website: website.unwrap().maxLength ?? undefined,
  description: description.unwrap().maxLength ?? undefined,
};

/** True, or what is wrong. Too long it cannot be. */
export const fullName = (text: string): Verdict => name.safeParse(text).success || 'fullNameShort';

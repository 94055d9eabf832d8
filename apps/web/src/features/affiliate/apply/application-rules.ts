import { affiliateApplicationBody } from '@gossamer/contracts/affiliate';
import type { Verdict } from '../../../form/rules.ts';

const { name, website, description } = affiliateApplicationBody.shape;

/** Maximum lengths that the server accepts. The inputs enforce them. */
export const maxChars = {
  name: name.maxLength ?? undefined,
  website: website.unwrap().maxLength ?? undefined,
  description: description.unwrap().maxLength ?? undefined,
};

/** Returns true, or the broken rule. The input prevents names that are too long. */
export const fullName = (text: string): Verdict => name.safeParse(text).success || 'fullNameShort';

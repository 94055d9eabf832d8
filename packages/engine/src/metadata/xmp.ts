/** Returns the text of an XMP attribute or element. Returns undefined if neither exists. */
export function propertyOf(xmp: string, name: string): string | undefined {
  const attribute = new RegExp(`\\s${name}\\s*=\\s*["']`).exec(xmp);
  if (!attribute) return contentOf(xmp, name);
  const startsAt = attribute.index + attribute[0].length;
  const endsAt = xmp.indexOf(attribute[0].at(-1) ?? '"', startsAt);
  return endsAt === -1 ? undefined : unescaped(xmp.slice(startsAt, endsAt));
}

/** Returns the text of an XMP element. Returns undefined if it does not exist. */
export function contentOf(xmp: string, name: string): string | undefined {
  const content = elementOf(xmp, name);
  return content === undefined ? undefined : unescaped(content);
}

/**
 * Returns the content of an XML element. Does not use a regular expression for the whole element, because malicious
 * input could make it very slow.
 */
export function elementOf(xmp: string, name: string): string | undefined {
  const opening = new RegExp(`<${name}[\\s>]`).exec(xmp);
  const startsAt = opening ? xmp.indexOf('>', opening.index) + 1 : 0;
  const endsAt = startsAt > 0 ? xmp.indexOf(`</${name}>`, startsAt) : -1;
  return endsAt === -1 ? undefined : xmp.slice(startsAt, endsAt);
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Replaces XML entities with their characters. */
export function unescaped(text: string): string {
  return text.replaceAll(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w{2,4}));/gi, (whole, hex, decimal, name) => {
    if (name) return entities[name] ?? whole;
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

/** Splits a file name into its stem and its extension, which includes the dot and is empty if there is none. */
export function splitFilename(name: string): { stem: string; ending: string } {
  const at = name.lastIndexOf('.');
  if (at <= 0 || name.length - at > 8) return { stem: name, ending: '' };
  return { stem: name.slice(0, at), ending: name.slice(at) };
}

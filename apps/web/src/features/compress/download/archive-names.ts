/** Characters that a file name cannot hold on some system, controls and bidi overrides included. */
const unsafe = /[\p{Cc}\u202a-\u202e\u2066-\u2069<>:"/\\|?*]/gu;
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/** A name that unpacks everywhere, into the folder it is unpacked in. */
export function safeFileName(name: string): string {
  const cleaned = name
    .replace(unsafe, '_')
    .replace(/^\.+/, '_')
    .replace(/[. ]+$/, '');
  if (cleaned === '') return 'image';
  return reserved.test(cleaned) ? `_${cleaned}` : cleaned;
}

/** Names one file after another, safe and told apart: "a.jpg", "a (2).jpg". Case does not tell files apart on all systems. */
export function fileNamer(): (name: string) => string {
  const taken = new Set<string>();
  return (name) => {
    const safe = safeFileName(name);
    const dot = safe.lastIndexOf('.');
    const [stem, extension] = dot > 0 ? [safe.slice(0, dot), safe.slice(dot)] : [safe, ''];
    let candidate = safe;
    for (let number = 2; taken.has(candidate.toLowerCase()); number++) {
      candidate = `${stem} (${number})${extension}`;
    }
    taken.add(candidate.toLowerCase());
    return candidate;
  };
}

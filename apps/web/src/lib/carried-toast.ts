type Carried = { title: string; description: string };

const storageKey = 'gossamer.toast';

/** Keeps a message for the page that the browser loads next. */
export function carryToast(message: Carried): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(message));
  } catch {
    // Then the page that comes has to speak for itself.
  }
}

/** The message that the page before left, once. */
export function takeCarriedToast(): Carried | undefined {
  try {
    const text = sessionStorage.getItem(storageKey);
    sessionStorage.removeItem(storageKey);
    return text === null ? undefined : (JSON.parse(text) as Carried);
  } catch {
    return undefined;
  }
}

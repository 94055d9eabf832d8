type Carried = { title: string; description: string };

const storageKey = 'gossamer.toast';

/** Stores a message for the next page that the browser loads. */
export function carryToast(message: Carried): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(message));
  } catch {
    // Without storage, the next page shows no message.
  }
}

/** Returns the message that the previous page stored, once. */
export function takeCarriedToast(): Carried | undefined {
  try {
    const text = sessionStorage.getItem(storageKey);
    sessionStorage.removeItem(storageKey);
    return text === null ? undefined : (JSON.parse(text) as Carried);
  } catch {
    return undefined;
  }
}

type Carried = { title: string; description: string };

const storageKey = 'gossamer.toast';

/** Stores a toast that is shown after the next full page load. */
export function carryToast(message: Carried): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(message));
  } catch {
    // The browser blocks storage, so the next page shows no toast.
  }
}

/** Returns the toast that the previous page stored, and removes it from storage. */
export function takeCarriedToast(): Carried | undefined {
  try {
    const text = sessionStorage.getItem(storageKey);
    sessionStorage.removeItem(storageKey);
    return text === null ? undefined : (JSON.parse(text) as Carried);
  } catch {
    return undefined;
  }
}

export interface PageOptions {
  /** The key that a browser must send to confirm a payment. */
  publishableKey: string;
  /** Called when a page has changed the state. */
  save(): void;
  /** Moves the clock and saves the state. */
  advance(by: { months?: number; days?: number }): void;
}

export interface PageOptions {
  /** Publishable key that a browser must send to confirm a payment. */
  publishableKey: string;
  /** Called after a page has changed the state. */
  save(): void;
  /** Moves the clock forward and saves the state. */
  advance(by: { months?: number; days?: number }): void;
}

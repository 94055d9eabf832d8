export interface PageOptions {
  /** Publishable key that browsers must send to confirm a payment. */
  publishableKey: string;
  /** Saves the state. Called after a page has changed it. */
  save(): void;
  /** Moves the clock forward and saves the state. */
  advance(by: { months?: number; days?: number }): void;
}

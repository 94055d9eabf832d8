export interface PageOptions {
  /** What a browser must show to confirm a payment. */
  publishableKey: string;
  /** Called when a page has changed something. */
  save(): void;
  /** Moves the clock and keeps the state. */
  advance(by: { months?: number; days?: number }): void;
}

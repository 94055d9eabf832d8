/** Why a result was not delivered. `status`: the response of the storage was not 2xx. */
export type ResultDeliveryFault =
  | 'status'
  | 'redirect'
  | 'timeout'
  | 'connection_failed'
  | 'tls_failed'
  | 'address_not_allowed'
  | 'result_expired'
  | 'compression_failed';

/** The delivery of a result to your storage. */
export interface ResultDelivery {
  /** `delivered` and `failed` are final. */
  status: 'pending' | 'delivered' | 'failed';
  /** The URL without its query, which is the secret part. */
  url: string;
  /** Number of attempts so far. */
  attemptCount: number;
  /** Time of the next attempt; null before the job is done and after the delivery has ended. */
  nextAttemptAt: string | null;
  /** HTTP status of the last attempt; null before the first attempt, or if no response was received. */
  lastStatus: number | null;
  /** Why the last attempt failed; null before the first attempt, and once the result is delivered. */
  lastFault: ResultDeliveryFault | null;
  /** Time at which the storage confirmed the file. */
  deliveredAt: string | null;
}

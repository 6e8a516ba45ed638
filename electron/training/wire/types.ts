/** A received request. `target` is path and query exactly as sent. */
export interface TrainingRequest {
  readonly method: string;
  readonly target: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Uint8Array;
}

/** The reply. `cut`: the connection is closed without an answer. */
export type TrainingReply =
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      readonly body: string;
    }
  | { readonly kind: 'cut' };

/** Vendor token and key pair that the service accepts. */
export interface TrainingKeys {
  readonly vendor: string;
  readonly apiKey: string;
  readonly secretKey: string;
}

export interface TrainingLimits {
  /** Requests per 60 seconds before a 429; null for no limit. */
  readonly requestsPerMinute: number | null;
}

/** A performed money movement, for tests and for a trainer. */
export interface TrainingTransaction {
  readonly id: number;
  readonly kind: 'payment' | 'cash-out';
  readonly externalId: string;
  readonly billerId: number;
  readonly accountNumber: string;
  /** Decimal string, two places, in `currency`. */
  readonly amount: string;
  readonly currency: string;
  readonly posNumber: string | null;
  /** ISO 8601, UTC, whole seconds. */
  readonly createdAt: string;
  readonly status: string;
  readonly ticketText: string;
}

export interface TrainingInspection {
  /** Every transaction, or those with this external_id, ascending by id. */
  readonly transactions: readonly TrainingTransaction[];
  /** Balance of the shop's account, in its currency (MXN or COP). */
  readonly balance: string;
}

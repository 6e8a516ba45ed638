/** A request as it came over the wire. `target` is path and query exactly as sent. */
export interface TrainingRequest {
  readonly method: string;
  readonly target: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Uint8Array;
}

/** The reply. `cut`: the connection is broken without an answer. */
export type TrainingReply =
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      readonly body: string;
    }
  | { readonly kind: 'cut' };

/** Vendor token and key pair that the service knows. */
export interface TrainingKeys {
  readonly vendor: string;
  readonly apiKey: string;
  readonly secretKey: string;
}

export interface TrainingLimits {
  /** Requests per 60 seconds before 429; null: no limit. */
  readonly requestsPerMinute: number | null;
}

/** What was performed, for tests and for a trainer: one row per movement of money. */
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

export interface Inspection {
  /** Every transaction, or those with this external_id, ascending by id. */
  readonly transactions: readonly TrainingTransaction[];
  /** The shop's account, in MXN. */
  readonly balance: string;
}

/** A moment in seconds since the epoch; the file knows no finer one. */
export interface DayRange {
  readonly since: number;
  /** Not included. */
  readonly until: number;
}

/**
 * One transaction as it was performed, with nothing made up: amount and currency as they were sent,
 * `posNumber` null where none was sent, `authorization` null where none is known.
 */
export interface PerformedTransaction {
  readonly paymentId: string;
  /** Seconds since the epoch. */
  readonly performedSecond: number;
  readonly billerId: number;
  readonly authorization: string | null;
  readonly accountNumber: string;
  /** Decimal text. */
  readonly amount: string;
  readonly currency: string;
  readonly posNumber: string | null;
  readonly externalId: string;
  readonly isDrp: boolean;
}

/**
 * Where the file takes its transactions from: this till's ledger, or a whole chain's. Pages come in
 * an order that stays: read again later, the same range gives the same rows in the same order, with
 * those between them that were resolved meanwhile.
 */
export interface TransactionSource {
  transactions(range: DayRange): AsyncIterable<readonly PerformedTransaction[]>;
}

/** A file of this machine whose bytes have been checked against this digest. */
export interface FileToSend {
  readonly path: string;
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
}

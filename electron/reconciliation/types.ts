/** A moment in seconds since the epoch; the file is no more precise. */
export interface DayRange {
  readonly since: number;
  /** Not included. */
  readonly until: number;
}

/**
 * One transaction as it was performed, with nothing invented: amount and currency as they were
 * sent, `posNumber` null if none was sent, `authorization` null if none is known.
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
 * The source of the file's transactions: this till's ledger, or a whole chain's. The order of its
 * pages is stable: read again later, the same range gives the same rows in the same order, with
 * those that were resolved meanwhile in between.
 */
export interface TransactionSource {
  transactions(range: DayRange): AsyncIterable<readonly PerformedTransaction[]>;
}

/** A file of this machine whose bytes match this digest. */
export interface FileToSend {
  readonly path: string;
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
}

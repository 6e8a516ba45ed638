/** A moment in seconds since the epoch; the file is no more precise. */
export interface TimeRange {
  readonly since: number;
  /** Not included. */
  readonly until: number;
}

/** When files go out: an hour, `04:10`, in a zone of its own. */
export interface UploadHour {
  readonly time: string;
  readonly zone: string;
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
  /** With the literals of the biller's mask, for the screen. */
  readonly accountShown: string;
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
  transactions(range: TimeRange): AsyncIterable<readonly PerformedTransaction[]>;
}

/** A file of this machine whose bytes match this digest. */
export interface FileToSend {
  readonly path: string;
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
  /** Its name on the server until it is whole; `.part` behind its own name if left out. */
  readonly unfinishedName?: string;
}

/** A value, or one that another machine is asked for. */
export type Awaitable<Value> = Value | Promise<Value>;

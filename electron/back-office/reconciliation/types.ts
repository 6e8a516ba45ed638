/** A range in seconds since the epoch, the precision of the file. */
export interface TimeRange {
  readonly since: number;
  /** Exclusive. */
  readonly until: number;
}

/** When files are uploaded: a time of day such as `04:10`, in its own time zone. */
export interface UploadHour {
  readonly time: string;
  readonly zone: string;
}

/**
 * One transaction as performed, without invented values: amount and currency as sent, `posNumber`
 * null if none was sent, `authorization` null if none is known.
 */
export interface PerformedTransaction {
  readonly paymentId: string;
  /** Seconds since the epoch. */
  readonly performedSecond: number;
  readonly billerId: number;
  readonly authorization: string | null;
  readonly accountNumber: string;
  /** The account number formatted with the biller's mask, for the screen. */
  readonly accountShown: string;
  /** Decimal text. */
  readonly amount: string;
  readonly currency: string;
  readonly posNumber: string | null;
  readonly externalId: string;
  readonly isDrp: boolean;
}

/**
 * The source of the file's transactions: the ledger of this till, or of a whole chain. The order of
 * its pages is stable: a second read of the same range gives the same rows in the same order, with
 * rows resolved meanwhile inserted between them.
 */
export interface TransactionSource {
  listTransactions(range: TimeRange): AsyncIterable<readonly PerformedTransaction[]>;
}

/** A file on this machine whose bytes match this digest. */
export interface FileToSend {
  readonly path: string;
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
  /**
   * Its name on the server until the upload is complete; the final name plus `.part` if omitted.
   */
  readonly unfinishedName?: string;
}

/** A value, or the promise of one that another machine returns. */
export type Awaitable<Value> = Value | Promise<Value>;

import { z } from 'zod';
import { defineCall, defineEvent } from './define-call.ts';
import { shopDateSchema } from './history.ts';
import { problemSchema } from './problem/index.ts';
import { MIN_REASON_LENGTH } from './text-lengths.ts';
import {
  anyTextSchema,
  booleanSchema,
  emptyObjectSchema,
  identifierSchema,
  instantSchema,
  integerSchema,
  moneySchema,
  nullableIntegerSchema,
  nullableTextSchema,
} from './value-schemas.ts';

/**
 * The daily file. A day is a business day of the chain, `2026-11-21`, midnight to midnight in the
 * chain's time zone; instants are ISO 8601 in UTC; amounts are decimal strings with their currency.
 */

/** A fingerprint in the format of OpenSSH: `SHA256:` and Base64 without padding. */
export const hostFingerprintSchema = z.string().regex(/^SHA256:[A-Za-z0-9+/]{43}$/);

/**
 * The state of a business day. `open`: the day is not over. `waiting`: it is over, but its file is not
 * due yet. `missing`: the file is due and not uploaded. `in-doubt`: it may have been uploaded.
 * `uploaded`: the server has it. `handed-in`: a person recorded that it was delivered in another way.
 * `not-ours`: this till does not upload. `of-chain`: the day is in the file of all tills, which the
 * chain's server program makes.
 */
export const dailyFileDayStateSchema = z.enum([
  'open',
  'waiting',
  'missing',
  'in-doubt',
  'uploaded',
  'handed-in',
  'not-ours',
  'of-chain',
]);
export type DailyFileDayState = z.infer<typeof dailyFileDayStateSchema>;

/** A performed transaction that the file cannot contain, and the field that prevents it. */
export const omittedTransactionSchema = z.strictObject({
  paymentId: identifierSchema,
  externalId: anyTextSchema,
  amount: moneySchema,
  field: z.enum(['authorization', 'account', 'amount', 'currency', 'pos-number', 'external-id']),
});
export type OmittedTransaction = z.infer<typeof omittedTransactionSchema>;

export const dailyFileDaySchema = z.strictObject({
  day: shopDateSchema,
  state: dailyFileDayStateSchema,
  /** When its file is due, and when it becomes late. */
  dueAt: instantSchema,
  lateFrom: instantSchema,
  name: anyTextSchema,
  /** The file; null until it is made. */
  file: z
    .strictObject({
      madeAt: instantSchema,
      lines: integerSchema,
      bytes: integerSchema,
      sha256: anyTextSchema,
      totals: z.array(moneySchema),
    })
    .nullable(),
  uploadedAt: instantSchema.nullable(),
  /** The last attempt; null if there was none. */
  lastAttempt: z
    .strictObject({
      number: integerSchema,
      startedAt: instantSchema,
      /** The person who started it; null if the till did. */
      by: nullableTextSchema,
      result: z.enum(['uploaded', 'was-there', 'failed', 'broke-off', 'running']),
      problem: problemSchema.nullable(),
    })
    .nullable(),
  /** When the till retries; null if it does not. */
  nextAttemptAt: instantSchema.nullable(),
  /** Since when it is unknown whether the server has the file, because a response was lost. */
  inDoubtSince: instantSchema.nullable(),
  /** Set if a person recorded that the file was delivered in another way. */
  handedIn: z
    .strictObject({ at: instantSchema, by: anyTextSchema, reason: anyTextSchema })
    .nullable(),
  /** Number of differences: from the last comparison, transactions left out, and late ones. */
  differences: integerSchema,
  /** Number of the service's transactions that this till never sent, such as another till's. */
  unknownHere: integerSchema,
  comparedAt: instantSchema.nullable(),
});
export type DailyFileDay = z.infer<typeof dailyFileDaySchema>;

/**
 * `given-back`: performed here, but the service refunded or never performed it; also for a payment of
 * an earlier day that this comparison found. `stands-again`: refunded before, but now the service
 * lists it as performed. `unknown-to-service`: performed here, but the service does not list it.
 * `fields-differ`: both have it, with different fields. `not-performed-here`: performed according to
 * the service, not performed according to this till. `open-here`: unresolved at this till.
 * `unknown-here`: never sent by this till; with several tills, another till's. `late`: resolved as
 * paid after the file was made. `left-out`: performed, but the file cannot contain it.
 */
export const DAILY_FILE_DIFFERENCE_KINDS = [
  'unknown-to-service',
  'fields-differ',
  'given-back',
  'stands-again',
  'not-performed-here',
  'open-here',
  'unknown-here',
  'late',
  'left-out',
] as const;

export const dailyFileDifferenceSchema = z.strictObject({
  kind: z.enum(DAILY_FILE_DIFFERENCE_KINDS),
  /** Our payment; null if this till did not send it. */
  paymentId: identifierSchema.nullable(),
  externalId: nullableTextSchema,
  authorization: nullableTextSchema,
  billerId: nullableIntegerSchema,
  /** Formatted for display, with the literals of the biller's mask. */
  accountNumber: nullableTextSchema,
  amount: moneySchema.nullable(),
  /** The fields that differ, or that keep it out of the file. */
  fields: z.array(anyTextSchema),
  /** For a transaction unknown here: when the service performed it, in seconds since the epoch. */
  second: z.number().int().nullable().optional(),
});
export type DailyFileDifference = z.infer<typeof dailyFileDifferenceSchema>;

export const dailyFileComparisonSchema = z.strictObject({
  at: instantSchema,
  /** Why the comparison failed; null if it succeeded. */
  problem: problemSchema.nullable(),
  /** False if too little of the service's list was read to be sure what is missing in it. */
  isWhole: booleanSchema,
  ours: integerSchema,
  theirs: integerSchema,
  /** Number of the service's transactions of the day that this till never sent. */
  unknownHere: integerSchema,
  /** Number of our payments whose row has no status, so that a refund cannot be detected. */
  withoutStatus: integerSchema,
  /** At most 500. */
  differences: z.array(dailyFileDifferenceSchema),
});
export type DailyFileComparison = z.infer<typeof dailyFileComparisonSchema>;

export const drpTransactionSchema = z.strictObject({
  paymentId: identifierSchema,
  performedAt: instantSchema,
  billerId: integerSchema,
  authorization: nullableTextSchema,
  accountShown: anyTextSchema,
  amount: moneySchema,
  externalId: anyTextSchema,
});
export type DrpTransaction = z.infer<typeof drpTransactionSchema>;

export const sftpHostKeysSchema = z.strictObject({
  /** The key that a person confirmed. */
  confirmed: z
    .strictObject({
      fingerprint: hostFingerprintSchema,
      keyType: anyTextSchema,
      at: instantSchema,
      by: anyTextSchema,
    })
    .nullable(),
  /** The unconfirmed key that the server presented. */
  seen: z
    .strictObject({ fingerprint: hostFingerprintSchema, keyType: anyTextSchema, at: instantSchema })
    .nullable(),
});

export const dailyFileStateSchema = z.strictObject({
  /** Null if the till has no settings for the upload. */
  server: z
    .strictObject({
      host: anyTextSchema,
      port: integerSchema,
      user: anyTextSchema,
      folder: anyTextSchema,
    })
    .nullable(),
  uploads: booleanSchema,
  /** The first business day that this till uploads. */
  since: shopDateSchema.nullable(),
  /**
   * Null without a chain. `from`: the first day whose file the chain's server program makes; null
   * until that is known.
   */
  chain: z.strictObject({ from: shopDateSchema.nullable() }).nullable(),
  /** The chain's time zone. */
  timeZone: anyTextSchema,
  /** When files are uploaded: `04:10`, and the time zone of that time. */
  uploadHour: z.strictObject({ time: anyTextSchema, zone: anyTextSchema }),
  today: shopDateSchema,
  hostKeys: sftpHostKeysSchema,
  /** The day whose file is being uploaded; null if none is. */
  uploading: shopDateSchema.nullable(),
  missing: integerSchema,
  hasDrp: booleanSchema,
});
export type DailyFileState = z.infer<typeof dailyFileStateSchema>;

/** An absolute path of a folder; null for the till's export folder. */
const folderSchema = z
  .string()
  .max(500)
  .regex(/^(\/|\\\\.|[A-Za-z]:[\\/])[^\p{Cc}]*$/u, 'the whole path of a folder')
  .nullable();

const dayInputSchema = z.strictObject({ day: shopDateSchema });

export const dailyFileDayPageSchema = z.strictObject({
  days: z.array(dailyFileDaySchema),
  /** The `before` of the next page; null on the last page. */
  next: shopDateSchema.nullable(),
});

export const manuallyAddedTransactionSchema = z.strictObject({
  authorization: anyTextSchema,
  externalId: anyTextSchema,
  accountNumber: anyTextSchema,
  amount: moneySchema,
  at: instantSchema,
  by: anyTextSchema,
  reason: anyTextSchema,
});
export type ManuallyAddedTransaction = z.infer<typeof manuallyAddedTransactionSchema>;

export const dailyFileDayDetailSchema = z.strictObject({
  day: dailyFileDaySchema,
  comparison: dailyFileComparisonSchema.nullable(),
  /** Differences known without the service: `late` and `left-out`. */
  ownDifferences: z.array(dailyFileDifferenceSchema),
  /** Transactions in the file that a person attributed to this till after a restore. */
  manuallyAddedTransactions: z.array(manuallyAddedTransactionSchema),
  attempts: z.array(dailyFileDaySchema.shape.lastAttempt.unwrap()),
});
export type DailyFileDayDetail = z.infer<typeof dailyFileDayDetailSchema>;

export const reconciliationCalls = {
  'reconciliation.state': defineCall('reconciliation', emptyObjectSchema, dailyFileStateSchema),
  /** Days before `before`, newest first; null for the first page. */
  'reconciliation.days': defineCall(
    'reconciliation',
    z.strictObject({ before: shopDateSchema.nullable() }),
    dailyFileDayPageSchema,
  ),
  'reconciliation.day': defineCall('reconciliation', dayInputSchema, dailyFileDayDetailSchema),
  /** The first lines of the file, or of the file as it would be made now; `lines` counts all. */
  'reconciliation.preview': defineCall(
    'reconciliation',
    dayInputSchema,
    z.strictObject({
      name: anyTextSchema,
      text: anyTextSchema,
      lines: integerSchema,
      totals: z.array(moneySchema),
      isWhole: booleanSchema,
      /** False if the day is not over or its file is not made yet, so that it may change. */
      isFinal: booleanSchema,
    }),
  ),
  'reconciliation.compare': defineCall('reconciliation', dayInputSchema, dailyFileComparisonSchema),
  'reconciliation.upload': defineCall('reconciliation', dayInputSchema, dailyFileDaySchema),
  'reconciliation.save': defineCall(
    'reconciliation',
    z.strictObject({ day: shopDateSchema, folder: folderSchema }),
    z.strictObject({ file: anyTextSchema, lines: integerSchema }),
  ),
  /** For a day in doubt: a person knows that the service lacks the file, so it is sent again. */
  'reconciliation.sendAgain': defineCall(
    'reconciliation',
    z.strictObject({
      day: shopDateSchema,
      reason: z.string().trim().min(MIN_REASON_LENGTH).max(200),
    }),
    dailyFileDaySchema,
  ),
  /** Records another delivery: the day is no longer missing or uploaded. Its file is unchanged. */
  'reconciliation.markHandedIn': defineCall(
    'reconciliation',
    z.strictObject({
      day: shopDateSchema,
      reason: z.string().trim().min(MIN_REASON_LENGTH).max(200),
    }),
    dailyFileDaySchema,
  ),
  /**
   * Attributes a transaction of the service that the ledger lacks to this till, because it was sold
   * after the backup that was restored. Adds it to the day's file.
   */
  'reconciliation.addTransaction': defineCall(
    'reconciliation',
    z.strictObject({
      day: shopDateSchema,
      authorization: z.string().trim().min(1).max(64),
      reason: z.string().trim().min(MIN_REASON_LENGTH).max(200),
    }),
    dailyFileDaySchema,
  ),
  /** Undoes `markHandedIn`: the day is missing again, and is uploaded if this till uploads. */
  'reconciliation.unmarkHandedIn': defineCall(
    'reconciliation',
    z.strictObject({
      day: shopDateSchema,
      reason: z.string().trim().min(MIN_REASON_LENGTH).max(200),
    }),
    dailyFileDaySchema,
  ),
  /** Connects, reads the server's key, logs in, and checks the folder. Uploads nothing. */
  'reconciliation.checkServer': defineCall(
    'reconciliation',
    emptyObjectSchema,
    dailyFileStateSchema,
  ),
  /** Pins the seen key; `fingerprint` is the one that the person compared. */
  'reconciliation.confirmHostKey': defineCall(
    'reconciliation',
    z.strictObject({ fingerprint: hostFingerprintSchema }),
    dailyFileStateSchema,
  ),
  'reconciliation.drp': defineCall(
    'reconciliation',
    dayInputSchema,
    z.strictObject({
      transactions: z.array(drpTransactionSchema),
      count: integerSchema,
      totals: z.array(moneySchema),
    }),
  ),
  'reconciliation.saveDrp': defineCall(
    'reconciliation',
    z.strictObject({ day: shopDateSchema, folder: folderSchema }),
    z.strictObject({ file: anyTextSchema, rows: integerSchema }),
  ),
};

export const reconciliationEvents = {
  /** The state of the daily file changed; `day` is null if no single day is concerned. */
  'reconciliation.changed': defineEvent(z.strictObject({ day: shopDateSchema.nullable() })),
};

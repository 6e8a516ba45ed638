import { z } from 'zod';
import { defineCall, defineEvent } from './define-call.ts';
import { shopDate } from './history.ts';
import { MIN_REASON_LENGTH } from './limits.ts';
import { problemSchema } from './problem/index.ts';
import {
  anyText,
  anyTextOrNull,
  emptyObjectSchema,
  flag,
  identifierSchema,
  instantSchema,
  integer,
  integerOrNull,
  moneySchema,
} from './values.ts';

/**
 * The daily file. A day is a business day of the chain, `2026-11-21`, midnight to midnight in the
 * chain's zone; instants are ISO 8601 in UTC; amounts are decimal strings with their currency.
 */

/** A fingerprint as OpenSSH shows it: `SHA256:` and Base64 without padding. */
export const hostFingerprintSchema = z.string().regex(/^SHA256:[A-Za-z0-9+/]{43}$/);

/**
 * The state of a business day. `open`: it is not over. `waiting`: it is, and its file not yet due.
 * `missing`: its file is due and not out. `in-doubt`: it may have arrived, and nobody knows.
 * `uploaded`: the server has it. `handed-in`: a person said that it was handed in. `not-ours`: this
 * till does not upload. `of-chain`: it is in the file of all tills, which the chain's program makes.
 */
export const dayStateSchema = z.enum([
  'open',
  'waiting',
  'missing',
  'in-doubt',
  'uploaded',
  'handed-in',
  'not-ours',
  'of-chain',
]);
export type DayState = z.infer<typeof dayStateSchema>;

/** A performed transaction that cannot go into the file, and the field that prevents it. */
export const omittedTransactionSchema = z.strictObject({
  paymentId: identifierSchema,
  externalId: anyText,
  amount: moneySchema,
  field: z.enum(['authorization', 'account', 'amount', 'currency', 'pos-number', 'external-id']),
});
export type OmittedTransaction = z.infer<typeof omittedTransactionSchema>;

export const dailyFileDaySchema = z.strictObject({
  day: shopDate,
  state: dayStateSchema,
  /** When its file is due, and from when it is late. */
  dueAt: instantSchema,
  lateFrom: instantSchema,
  name: anyText,
  /** The file as it was made; null until it is. */
  file: z
    .strictObject({
      madeAt: instantSchema,
      lines: integer,
      bytes: integer,
      sha256: anyText,
      totals: z.array(moneySchema),
    })
    .nullable(),
  uploadedAt: instantSchema.nullable(),
  /** The last attempt; null if there was none. */
  lastAttempt: z
    .strictObject({
      number: integer,
      startedAt: instantSchema,
      /** The person who started it; null if the till did it on its own. */
      by: anyTextOrNull,
      result: z.enum(['uploaded', 'was-there', 'failed', 'broke-off', 'running']),
      problem: problemSchema.nullable(),
    })
    .nullable(),
  /** When the till next tries again on its own; null if it does not. */
  nextAttemptAt: instantSchema.nullable(),
  /** Since when it is not known whether the server took it: the answer was lost. */
  inDoubtSince: instantSchema.nullable(),
  /** A person said that it was handed in. */
  handedIn: z.strictObject({ at: instantSchema, by: anyText, reason: anyText }).nullable(),
  /** Of the last comparison, of what could not stand in the file and what turned out late. */
  differences: integer,
  /** The service's that this till never sent: with several tills, another's. */
  unknownHere: integer,
  comparedAt: instantSchema.nullable(),
});
export type DailyFileDay = z.infer<typeof dailyFileDaySchema>;

/**
 * `given-back`: performed here, and the service gave it back since, or never performed it; also one
 * of an earlier day that this comparison found. `stands-again`: it was given back, and the service
 * now says that it stands.
 * `unknown-to-service`: performed here, and the service does not list it. `fields-differ`: both
 * have it, with different fields. `not-performed-here`: the service lists it as performed, but this
 * till has it as not performed. `open-here`: this till does not know yet. `unknown-here`: never
 * sent by this till; with several tills, another's. `late`: turned out paid after the file was
 * made. `left-out`: performed, but it cannot go into the file.
 */
export const DIFFERENCE_KINDS = [
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

export const dayDifferenceSchema = z.strictObject({
  kind: z.enum(DIFFERENCE_KINDS),
  /** Ours; null if it is not this till's. */
  paymentId: identifierSchema.nullable(),
  externalId: anyTextOrNull,
  authorization: anyTextOrNull,
  billerId: integerOrNull,
  /** As it is shown: with the literals of the biller's mask. */
  accountNumber: anyTextOrNull,
  amount: moneySchema.nullable(),
  /** What differs, or what cannot stand in the file. */
  fields: z.array(anyText),
  /** When the service performed what this till lacks, in seconds since the epoch. */
  second: z.number().int().nullable().optional(),
});
export type DayDifference = z.infer<typeof dayDifferenceSchema>;

export const dayComparisonSchema = z.strictObject({
  at: instantSchema,
  /** Null if it was compared; otherwise why it could not be. */
  problem: problemSchema.nullable(),
  /** False if the service's list was not read far enough to be sure of what is missing. */
  isWhole: flag,
  ours: integer,
  theirs: integer,
  /** The service's of the day that this till never sent. */
  unknownHere: integer,
  /** Ours whose row has no status: whether the service gave them back cannot be seen. */
  withoutStatus: integer,
  /** At most 500 of them. */
  differences: z.array(dayDifferenceSchema),
});
export type DayComparison = z.infer<typeof dayComparisonSchema>;

export const drpTransactionSchema = z.strictObject({
  paymentId: identifierSchema,
  performedAt: instantSchema,
  billerId: integer,
  authorization: anyTextOrNull,
  accountShown: anyText,
  amount: moneySchema,
  externalId: anyText,
});
export type DrpTransaction = z.infer<typeof drpTransactionSchema>;

export const hostKeysSchema = z.strictObject({
  /** What a person has confirmed. */
  confirmed: z
    .strictObject({
      fingerprint: hostFingerprintSchema,
      keyType: anyText,
      at: instantSchema,
      by: anyText,
    })
    .nullable(),
  /** What the server showed instead, or at first. */
  seen: z
    .strictObject({ fingerprint: hostFingerprintSchema, keyType: anyText, at: instantSchema })
    .nullable(),
});

export const dailyFileStateSchema = z.strictObject({
  /** Null if the till has no settings for the upload. */
  server: z
    .strictObject({
      host: anyText,
      port: integer,
      user: anyText,
      folder: anyText,
    })
    .nullable(),
  uploads: flag,
  /** The first business day that this till uploads. */
  since: shopDate.nullable(),
  /** The first day whose file the chain's program makes, null until that is known; null: no chain. */
  chain: z.strictObject({ from: shopDate.nullable() }).nullable(),
  /** The chain's zone. */
  timeZone: anyText,
  /** When files go out: `04:10`, in a zone of its own. */
  uploadHour: z.strictObject({ time: anyText, zone: anyText }),
  today: shopDate,
  hostKeys: hostKeysSchema,
  /** The day that is being uploaded now. */
  uploading: shopDate.nullable(),
  missing: integer,
  hasDrp: flag,
});
export type DailyFileState = z.infer<typeof dailyFileStateSchema>;

/** A whole path of a folder; null for the till's folder of exports. */
const folderSchema = z
  .string()
  .max(500)
  .regex(/^(\/|\\\\.|[A-Za-z]:[\\/])[^\p{Cc}]*$/u, 'the whole path of a folder')
  .nullable();

const dayInputSchema = z.strictObject({ day: shopDate });

export const dayPageSchema = z.strictObject({
  days: z.array(dailyFileDaySchema),
  /** For the next page's `before`; null at the end. */
  next: shopDate.nullable(),
});

export const adoptedTransactionSchema = z.strictObject({
  authorization: anyText,
  externalId: anyText,
  accountNumber: anyText,
  amount: moneySchema,
  at: instantSchema,
  by: anyText,
  reason: anyText,
});
export type TakenIn = z.infer<typeof adoptedTransactionSchema>;

export const dayDetailSchema = z.strictObject({
  day: dailyFileDaySchema,
  comparison: dayComparisonSchema.nullable(),
  /** What the file itself says: late and left out. */
  ownDifferences: z.array(dayDifferenceSchema),
  /** What stands in the file because a person decided that it was this till's, after a restore. */
  takenIn: z.array(adoptedTransactionSchema),
  attempts: z.array(dailyFileDaySchema.shape.lastAttempt.unwrap()),
});
export type DayDetail = z.infer<typeof dayDetailSchema>;

export const reconciliationCalls = {
  'reconciliation.state': defineCall('reconciliation', emptyObjectSchema, dailyFileStateSchema),
  /** The newest first, those before `before`; null for the first page. */
  'reconciliation.days': defineCall(
    'reconciliation',
    z.strictObject({ before: shopDate.nullable() }),
    dayPageSchema,
  ),
  'reconciliation.day': defineCall('reconciliation', dayInputSchema, dayDetailSchema),
  /** The first lines of the file, or of what it would be now; `lines` counts all of them. */
  'reconciliation.preview': defineCall(
    'reconciliation',
    dayInputSchema,
    z.strictObject({
      name: anyText,
      text: anyText,
      lines: integer,
      totals: z.array(moneySchema),
      isWhole: flag,
      /** False: the day is not over, or the file was not made yet; it may still change. */
      isFinal: flag,
    }),
  ),
  'reconciliation.compare': defineCall('reconciliation', dayInputSchema, dayComparisonSchema),
  'reconciliation.upload': defineCall('reconciliation', dayInputSchema, dailyFileDaySchema),
  'reconciliation.save': defineCall(
    'reconciliation',
    z.strictObject({ day: shopDate, folder: folderSchema }),
    z.strictObject({ file: anyText, lines: integer }),
  ),
  /** Of a day in doubt a person knows that the service does not have the file: it is sent again. */
  'reconciliation.sendAgain': defineCall(
    'reconciliation',
    z.strictObject({ day: shopDate, reason: z.string().trim().min(MIN_REASON_LENGTH).max(200) }),
    dailyFileDaySchema,
  ),
  /** It was handed in: the till no longer misses it, nor sends it. Its file stays as it is. */
  'reconciliation.markHandedIn': defineCall(
    'reconciliation',
    z.strictObject({ day: shopDate, reason: z.string().trim().min(MIN_REASON_LENGTH).max(200) }),
    dailyFileDaySchema,
  ),
  /**
   * A person decides that a transaction of the service that the ledger lacks was this till's: it was
   * sold after the backup that was restored. It goes into the day's file.
   */
  'reconciliation.takeIn': defineCall(
    'reconciliation',
    z.strictObject({
      day: shopDate,
      authorization: z.string().trim().min(1).max(64),
      reason: z.string().trim().min(MIN_REASON_LENGTH).max(200),
    }),
    dailyFileDaySchema,
  ),
  /** It was not handed in after all: the till misses it again, and sends it where it uploads. */
  'reconciliation.takeBackHandedIn': defineCall(
    'reconciliation',
    z.strictObject({ day: shopDate, reason: z.string().trim().min(MIN_REASON_LENGTH).max(200) }),
    dailyFileDaySchema,
  ),
  /** Connects, shows its key, logs in, looks at the folder; nothing is sent. */
  'reconciliation.checkServer': defineCall(
    'reconciliation',
    emptyObjectSchema,
    dailyFileStateSchema,
  ),
  /** Pins the key that was seen; the fingerprint is the one that the person compared. */
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
      count: integer,
      totals: z.array(moneySchema),
    }),
  ),
  'reconciliation.saveDrp': defineCall(
    'reconciliation',
    z.strictObject({ day: shopDate, folder: folderSchema }),
    z.strictObject({ file: anyText, rows: integer }),
  ),
};

export const reconciliationEvents = {
  /** Something of the daily file changed; null if it is about no one day. */
  'reconciliation.changed': defineEvent(z.strictObject({ day: shopDate.nullable() })),
};

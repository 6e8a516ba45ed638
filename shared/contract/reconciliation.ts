import { z } from 'zod';
import { call, event } from './define.ts';
import { shopDate } from './history.ts';
import { LEAST_REASON } from './limits.ts';
import { problem } from './problem.ts';
import { identifier, instant, moneyValue, nothing } from './values.ts';

/**
 * The daily file. A day is a business day of the chain, `2026-11-21`, midnight to midnight in the
 * chain's zone; instants are ISO 8601 in UTC; amounts are decimal strings with their currency.
 */

/** A fingerprint as OpenSSH shows it: `SHA256:` and Base64 without padding. */
export const hostFingerprint = z.string().regex(/^SHA256:[A-Za-z0-9+/]{43}$/);

/**
 * The state of a business day. `open`: it is not over. `waiting`: it is, and its file not yet due.
 * `missing`: its file is due and not out. `in-doubt`: it may have arrived, and nobody knows.
 * `uploaded`: the server has it. `handed-in`: a person said that it was handed in.
 */
export const dayState = z.enum([
  'open',
  'waiting',
  'missing',
  'in-doubt',
  'uploaded',
  'handed-in',
  'not-ours',
]);
export type DayState = z.infer<typeof dayState>;

/** A performed transaction that cannot go into the file, and the field that prevents it. */
export const leftOut = z.strictObject({
  paymentId: identifier,
  externalId: z.string(),
  amount: moneyValue,
  field: z.enum(['authorization', 'account', 'amount', 'currency', 'pos-number', 'external-id']),
});
export type LeftOut = z.infer<typeof leftOut>;

export const dailyFileDay = z.strictObject({
  day: shopDate,
  state: dayState,
  /** When its file is due. */
  dueAt: instant,
  name: z.string(),
  /** The file as it was made; null until it is. */
  file: z
    .strictObject({
      madeAt: instant,
      lines: z.number().int(),
      bytes: z.number().int(),
      sha256: z.string(),
      totals: z.array(moneyValue),
    })
    .nullable(),
  uploadedAt: instant.nullable(),
  /** The last attempt; null if there was none. */
  lastAttempt: z
    .strictObject({
      number: z.number().int(),
      startedAt: instant,
      /** The person who started it; null if the till did it on its own. */
      by: z.string().nullable(),
      result: z.enum(['uploaded', 'was-there', 'failed', 'broke-off', 'running']),
      problem: problem.nullable(),
    })
    .nullable(),
  /** When the till next tries again on its own; null if it does not. */
  nextAttemptAt: instant.nullable(),
  /** Since when it is not known whether the server took it: the answer was lost. */
  inDoubtSince: instant.nullable(),
  /** A person said that it was handed in. */
  handedIn: z.strictObject({ at: instant, by: z.string(), reason: z.string() }).nullable(),
  /** Of the last comparison, of what could not stand in the file and what turned out late. */
  differences: z.number().int(),
  /** The service's that this till never sent: with several tills, another's. */
  unknownHere: z.number().int(),
  comparedAt: instant.nullable(),
});
export type DailyFileDay = z.infer<typeof dailyFileDay>;

/**
 * `unknown-to-service`: performed here, and the service does not list it. `fields-differ`: both
 * have it, with different fields. `not-performed-here`: the service lists it as performed, but this
 * till has it as not performed. `open-here`: this till does not know yet. `unknown-here`: never
 * sent by this till; with several tills, another's. `late`: turned out paid after the file was
 * made. `left-out`: performed, but it cannot go into the file.
 */
export const DIFFERENCES = [
  'unknown-to-service',
  'fields-differ',
  'not-performed-here',
  'open-here',
  'unknown-here',
  'late',
  'left-out',
] as const;

export const dayDifference = z.strictObject({
  kind: z.enum(DIFFERENCES),
  /** Ours; null if it is not this till's. */
  paymentId: identifier.nullable(),
  externalId: z.string().nullable(),
  authorization: z.string().nullable(),
  billerId: z.number().int().nullable(),
  accountNumber: z.string().nullable(),
  amount: moneyValue.nullable(),
  /** What differs, or what cannot stand in the file. */
  fields: z.array(z.string()),
});
export type DayDifference = z.infer<typeof dayDifference>;

export const dayComparison = z.strictObject({
  at: instant,
  /** Null if it was compared; otherwise why it could not be. */
  problem: problem.nullable(),
  /** False if the service's list was not read far enough to be sure of what is missing. */
  isWhole: z.boolean(),
  ours: z.number().int(),
  theirs: z.number().int(),
  /** The service's of the day that this till never sent. */
  unknownHere: z.number().int(),
  /** At most 500 of them. */
  differences: z.array(dayDifference),
});
export type DayComparison = z.infer<typeof dayComparison>;

export const drpTransaction = z.strictObject({
  paymentId: identifier,
  performedAt: instant,
  billerId: z.number().int(),
  authorization: z.string().nullable(),
  accountNumber: z.string(),
  amount: moneyValue,
  externalId: z.string(),
});
export type DrpTransaction = z.infer<typeof drpTransaction>;

export const hostKeys = z.strictObject({
  /** What a person has confirmed. */
  confirmed: z
    .strictObject({
      fingerprint: hostFingerprint,
      keyType: z.string(),
      at: instant,
      by: z.string(),
    })
    .nullable(),
  /** What the server showed instead, or at first. */
  seen: z
    .strictObject({ fingerprint: hostFingerprint, keyType: z.string(), at: instant })
    .nullable(),
});

export const dailyFileState = z.strictObject({
  /** Null if the till has no settings for the upload. */
  server: z
    .strictObject({
      host: z.string(),
      port: z.number().int(),
      user: z.string(),
      folder: z.string(),
    })
    .nullable(),
  uploads: z.boolean(),
  /** The first business day that this till uploads. */
  since: shopDate.nullable(),
  /** The chain's zone. */
  timeZone: z.string(),
  today: shopDate,
  hostKeys,
  /** The day that is being uploaded now. */
  uploading: shopDate.nullable(),
  missing: z.number().int(),
  hasDrp: z.boolean(),
});
export type DailyFileState = z.infer<typeof dailyFileState>;

/** A whole path of a folder; null for the till's folder of exports. */
const folder = z
  .string()
  .max(500)
  .regex(/^(\/|\\\\.|[A-Za-z]:[\\/])[^\p{Cc}]*$/u, 'the whole path of a folder')
  .nullable();

const ofDay = z.strictObject({ day: shopDate });

export const dayPage = z.strictObject({
  days: z.array(dailyFileDay),
  /** For the next page's `before`; null at the end. */
  next: shopDate.nullable(),
});

export const dayDetail = z.strictObject({
  day: dailyFileDay,
  comparison: dayComparison.nullable(),
  /** What the file itself says: late and left out. */
  ownDifferences: z.array(dayDifference),
  attempts: z.array(dailyFileDay.shape.lastAttempt.unwrap()),
});
export type DayDetail = z.infer<typeof dayDetail>;

export const reconciliationCalls = {
  'reconciliation.state': call('reconciliation', nothing, dailyFileState),
  /** The newest first, those before `before`; null for the first page. */
  'reconciliation.days': call(
    'reconciliation',
    z.strictObject({ before: shopDate.nullable() }),
    dayPage,
  ),
  'reconciliation.day': call('reconciliation', ofDay, dayDetail),
  /** The first lines of the file, or of what it would be now; `lines` counts all of them. */
  'reconciliation.preview': call(
    'reconciliation',
    ofDay,
    z.strictObject({
      name: z.string(),
      text: z.string(),
      lines: z.number().int(),
      totals: z.array(moneyValue),
      isWhole: z.boolean(),
      /** False: the day is not over, or the file was not made yet; it may still change. */
      isFinal: z.boolean(),
    }),
  ),
  'reconciliation.compare': call('reconciliation', ofDay, dayComparison),
  'reconciliation.upload': call('reconciliation', ofDay, dailyFileDay),
  'reconciliation.save': call(
    'reconciliation',
    z.strictObject({ day: shopDate, folder }),
    z.strictObject({ file: z.string(), lines: z.number().int() }),
  ),
  /** Of a day in doubt a person knows that the service does not have the file: it is sent again. */
  'reconciliation.sendAgain': call(
    'reconciliation',
    z.strictObject({ day: shopDate, reason: z.string().trim().min(LEAST_REASON).max(200) }),
    dailyFileDay,
  ),
  /** It was handed in: the till no longer misses it, nor sends it. Its file stays as it is. */
  'reconciliation.markHandedIn': call(
    'reconciliation',
    z.strictObject({ day: shopDate, reason: z.string().trim().min(LEAST_REASON).max(200) }),
    dailyFileDay,
  ),
  /** It was not handed in after all: the till misses it again, and sends it where it uploads. */
  'reconciliation.takeBackHandedIn': call(
    'reconciliation',
    z.strictObject({ day: shopDate, reason: z.string().trim().min(LEAST_REASON).max(200) }),
    dailyFileDay,
  ),
  /** Connects, shows its key, logs in, looks at the folder; nothing is sent. */
  'reconciliation.checkServer': call('reconciliation', nothing, dailyFileState),
  /** Pins the key that was seen; the fingerprint is the one that the person compared. */
  'reconciliation.confirmHostKey': call(
    'reconciliation',
    z.strictObject({ fingerprint: hostFingerprint }),
    dailyFileState,
  ),
  'reconciliation.drp': call(
    'reconciliation',
    ofDay,
    z.strictObject({
      transactions: z.array(drpTransaction),
      count: z.number().int(),
      totals: z.array(moneyValue),
    }),
  ),
  'reconciliation.saveDrp': call(
    'reconciliation',
    z.strictObject({ day: shopDate, folder }),
    z.strictObject({ file: z.string(), rows: z.number().int() }),
  ),
};

export const reconciliationEvents = {
  /** Something of the daily file changed; null if it is about no one day. */
  'reconciliation.changed': event(z.strictObject({ day: shopDate.nullable() })),
};

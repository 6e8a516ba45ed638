import { z } from 'zod';
import { backupFailureSchema } from './backup.ts';
import { defineCall, defineEvent } from './define-call.ts';
import { discoveredPrinterSchema, printerStateSchema } from './printing.ts';
import { problemSchema, storageReasonSchema, unreachableReasonSchema } from './problem/index.ts';
import { customerFeeSchema, provisioningSchema } from './provisioning.ts';
import { lockStateSchema, sessionStateSchema } from './staff.ts';
import { updateStatusSchema } from './updates.ts';
import {
  anyText,
  anyTextOrNull,
  billerKindSchema,
  emptyObjectSchema,
  environmentNameSchema,
  flag,
  identifierSchema,
  instantSchema,
  integer,
  languageSchema,
  moneySchema,
  serviceVersionSchema,
} from './values.ts';

/** What the page needs before anybody has signed in. */
export const tillStateSchema = z.strictObject({
  isSetUp: flag,
  /** The ledger could not be opened, so the till does not sell. */
  storageProblem: storageReasonSchema.nullable(),
  /** The name of the file concerned, without its folder; null if there is no problem. */
  storageFile: anyTextOrNull,
  environment: environmentNameSchema,
  version: serviceVersionSchema,
  language: languageSchema,
  timeZone: anyText,
  shopName: anyText,
  helpLine: anyTextOrNull,
  posNumber: anyText,
  currency: anyText,
  /** What the customer pays on top, and who says so. */
  customerFee: customerFeeSchema,
  /** How long a payment waits for its answer at most. */
  deadlineSeconds: integer,
  /** The billers that hand out cash; empty if the shop has none. */
  cashOutBillers: z.array(integer),
  /** The billers that take any amount whatever their balance; empty if the version has none. */
  drpBillers: z.array(integer),
  applicationVersion: anyText,
  session: sessionStateSchema,
  /** The lock with a cashier's work behind it; null if there is none. */
  lock: lockStateSchema,
  /** The till belongs to a chain whose database it reports to. */
  hasChain: flag,
  /** The till locks itself after this long without a key or a touch; 0: never. */
  lockAfterMinutes: integer,
  /** When the keypad is on the screen; `auto`: once somebody uses a finger. */
  keypad: z.enum(['auto', 'always', 'never']),
  theme: provisioningSchema.shape.theme.unwrap(),
  letters: provisioningSchema.shape.letters.unwrap(),
  sounds: flag,
  /** The shop has a screen that faces the customer. */
  hasCustomerScreen: flag,
});
export type TillState = z.infer<typeof tillStateSchema>;

/** What a file asked, and was refused: the till works with its old settings. */
export const rejectedStartupRequestSchema = z.strictObject({
  option: z.enum(['provision', 'apply', 'machine-file']),
  problem: problemSchema,
});
export type RejectedStartupRequest = z.infer<typeof rejectedStartupRequestSchema>;

/** What about the settings somebody has to look at. Nobody at the counter has to act. */
export const settingsWarningSchema = z.strictObject({
  /** When it was noticed that something other than the till changed them; null if nothing did. */
  settingsEditedAt: instantSchema.nullable(),
  /** The fields, as the provisioning file names them; empty if it is not known which. */
  settingsEdited: z.array(anyText),
  /** The provisioning file that was read and is still there, with its keys and PINs. */
  fileLeft: anyTextOrNull,
});
export type SettingsWarning = z.infer<typeof settingsWarningSchema>;

/**
 * What became of the last attempt to tell the chain: `sent`, or why it was not. `refused`: the login
 * was retired or its password is another; `no-password`: this till cannot read it; `newer`: the
 * database no longer speaks with this version; `older`: not yet; `session-taken`: another till uses the login;
 * `other-environment`: the chain is that of another one, such as production's for a till in training.
 */
export const chainSyncStatusSchema = z.enum([
  'not-asked',
  'sent',
  'unreachable',
  'wrong-certificate',
  'refused',
  'no-password',
  'session-taken',
  'other-environment',
  'read-only',
  'full',
  'too-many',
  'newer',
  'older',
  'failed',
]);
export type ChainSyncStatus = z.infer<typeof chainSyncStatusSchema>;

/** The status line. A service that has not answered for a minute is not `answering`. */
export const statusLineSchema = z.strictObject({
  service: z.strictObject({
    light: z.enum([
      'answering',
      'not-asked',
      'slow',
      'unreachable',
      'keys-refused',
      'no-keys',
      'not-ready',
      'clock-off',
      'dates-differ',
      'unreadable',
    ]),
    /** Why nothing reaches it, with the light `unreachable`; null otherwise. */
    reason: unreachableReasonSchema.nullable(),
    lastAnswerAt: instantSchema.nullable(),
    clockOffSeconds: integer,
  }),
  printer: printerStateSchema,
  account: z
    .strictObject({
      name: anyText,
      balance: moneySchema,
      minimumBalance: moneySchema.nullable(),
      at: instantSchema,
      isLow: flag,
    })
    .nullable(),
  unresolved: integer,
  /** The baskets that were sent and are not ended, the oldest first. */
  unfinishedBaskets: z.array(identifierSchema),
  /** Payments that the service gave back, whose money is owed and not settled. */
  owed: integer,
  /** Business days whose file is due and not uploaded; null if this till does not upload. */
  dailyFile: z
    .strictObject({
      days: integer,
      oldest: z.iso.date().nullable(),
      /** False while the oldest is still in its window. */
      isLate: flag,
    })
    .nullable(),
  /** Null if no chain is set. */
  chain: z
    .strictObject({
      light: chainSyncStatusSchema,
      /** When the chain last heard from this till; null if it never did. */
      sentAt: instantSchema.nullable(),
      /** Changes that it has not been told. */
      unsent: integer,
    })
    .nullable(),
  /** Why the last backup failed; null if none did, or if that is out of date. */
  backup: backupFailureSchema.nullable(),
  /** The disk of the ledger: `full` takes no payments. */
  disk: z.strictObject({ light: z.enum(['room', 'low', 'full']), freeMegabytes: integer }),
  /** False: no recovery key is confirmed, and money is real or could be; null in training. */
  hasRecoveryKey: z.boolean().nullable(),
  /** Null if nothing was, or once settings were taken since. */
  refused: rejectedStartupRequestSchema.nullable(),
  warned: settingsWarningSchema,
  /** Null while there is nothing to say of updates. */
  update: updateStatusSchema.nullable(),
  /** When the oldest stored list was fetched; null if there is none. */
  catalogAt: instantSchema.nullable(),
  /** The lists of billers that have never arrived. */
  missingLists: z.array(billerKindSchema),
  /** These are being fetched, or about to be, and no fetch since the start has failed. */
  areListsComing: flag,
  ratesAt: instantSchema.nullable(),
  isCatalogStale: flag,
  areRatesStale: flag,
  /** Main's clock, corrected by the service's. */
  now: instantSchema,
});
export type StatusLine = z.infer<typeof statusLineSchema>;

export const keyCheckSchema = z.strictObject({
  accountName: anyText,
  balance: moneySchema,
});

export const tillCalls = {
  'till.state': defineCall('anyone', emptyObjectSchema, tillStateSchema),
  'till.status': defineCall('cashier', emptyObjectSchema, statusLineSchema),
  /** Asks the service for the account now, for a person who sees a red light. */
  'till.askService': defineCall('cashier', emptyObjectSchema, statusLineSchema),
  /**
   * Covers the screen with the till's window, or no longer, until the till ends or its setting is
   * changed. `isPossible` is false where the browser alone decides.
   */
  'till.switchFullScreen': defineCall(
    'cashier',
    emptyObjectSchema,
    z.strictObject({ isPossible: flag, isFull: flag }),
  ),
  'till.setLanguage': defineCall(
    'anyone',
    z.strictObject({ language: languageSchema }),
    tillStateSchema,
  ),
  /** Asks the account endpoint with these keys. Keeps nothing. */
  'setup.checkKeys': defineCall(
    'setup',
    z.strictObject({
      environment: environmentNameSchema,
      baseUrl: z.string().max(300),
      vendor: z.string().max(60),
      version: serviceVersionSchema,
      apiKey: z.string().max(300),
      secretKey: z.string().max(300),
      caFile: z.string().max(1000).nullable(),
      proxy: z.string().max(300).nullable(),
    }),
    keyCheckSchema,
  ),
  /** Prints a test page on this printer. Keeps nothing. */
  'setup.testPrinter': defineCall(
    'setup',
    z.strictObject({
      environment: environmentNameSchema,
      printer: provisioningSchema.shape.printer,
      language: languageSchema,
    }),
    printerStateSchema,
  ),
  /** The printers that are there, within some seconds. */
  'setup.findPrinters': defineCall('setup', emptyObjectSchema, z.array(discoveredPrinterSchema)),
  /** The end of the wizard; the same as starting with a provisioning file. */
  'setup.provision': defineCall('setup', provisioningSchema, tillStateSchema),
  /**
   * Checks the text of a provisioning file. Keeps nothing, and returns none of its content, because
   * it holds secrets.
   */
  'setup.checkFile': defineCall(
    'setup',
    z.strictObject({ text: z.string().max(2_000_000) }),
    emptyObjectSchema,
  ),
  /**
   * The backup of a computer that was lost, on one that was never set up: its ledger, people and
   * settings, with the owner's recovery key. The keys of the service are entered afterwards.
   */
  'setup.restore': defineCall(
    'setup',
    z.strictObject({ file: z.string().min(1).max(4_096), recoveryKey: z.string().min(1).max(300) }),
    tillStateSchema,
  ),
  /** One press: training mode with its own service, cashiers and shop. */
  'setup.startTraining': defineCall(
    'setup',
    z.strictObject({ language: languageSchema }),
    tillStateSchema,
  ),
};

export const tillEvents = {
  'till.changed': defineEvent(emptyObjectSchema),
  'status.changed': defineEvent(statusLineSchema),
};

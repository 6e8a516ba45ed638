import { z } from 'zod';
import { accountForecastSchema } from './account-forecast.ts';
import { backupFailureSchema } from './backup.ts';
import { connectionFaultSchema } from './connection-fault.ts';
import { defineCall, defineEvent } from './define-call.ts';
import { discoveredPrinterSchema, printerStateSchema } from './printing.ts';
import { problemSchema, storageReasonSchema, unreachableReasonSchema } from './problem/index.ts';
import { provisioningSchema } from './provisioning.ts';
import { pageSettingsShape } from './settings/declarations.ts';
import { lockStateSchema, sessionStateSchema } from './staff.ts';
import { MAX_PAGE_ERROR_MESSAGE_LENGTH, MAX_PAGE_ERROR_STACK_LENGTH } from './text-lengths.ts';
import { updateStatusSchema } from './updates.ts';
import {
  anyTextSchema,
  billerKindSchema,
  booleanSchema,
  emptyObjectSchema,
  environmentNameSchema,
  identifierSchema,
  instantSchema,
  integerSchema,
  languageSchema,
  moneySchema,
  nullableTextSchema,
  serviceVersionSchema,
} from './value-schemas.ts';

/** The state that the page needs before sign-in. */
export const tillStateSchema = z.strictObject({
  isSetUp: booleanSchema,
  /** Why the ledger could not be opened; the till then does not sell. Null if it is open. */
  storageProblem: storageReasonSchema.nullable(),
  /** The name of the affected file, without its folder; null if there is no problem. */
  storageFile: nullableTextSchema,
  environment: environmentNameSchema,
  version: serviceVersionSchema,
  language: languageSchema,
  timeZone: anyTextSchema,
  shopName: anyTextSchema,
  helpLine: nullableTextSchema,
  posNumber: anyTextSchema,
  currency: anyTextSchema,
  /** As they apply: `drpBillers` is empty if the version has none, `lockAfterMinutes` is limited. */
  ...pageSettingsShape,
  applicationVersion: anyTextSchema,
  session: sessionStateSchema,
  /** The lock that keeps a cashier's work; null if the till is not locked. */
  lock: lockStateSchema,
  /** The till belongs to a chain and reports to its database. */
  hasChain: booleanSchema,
  /** The shop has a screen that faces the customer. */
  hasCustomerScreen: booleanSchema,
});
export type TillState = z.infer<typeof tillStateSchema>;

/** A settings file that was rejected at start-up: the till keeps its old settings. */
export const rejectedStartupRequestSchema = z.strictObject({
  option: z.enum(['provision', 'apply', 'machine-file']),
  problem: problemSchema,
});
export type RejectedStartupRequest = z.infer<typeof rejectedStartupRequestSchema>;

/** Warnings about the settings for an administrator. The cashier does not have to act. */
export const settingsWarningSchema = z.strictObject({
  /** When a change by another program was detected; null if there was none. */
  settingsEditedAt: instantSchema.nullable(),
  /** The changed fields, with their names in the provisioning file; empty if unknown. */
  settingsEdited: z.array(anyTextSchema),
  /** The provisioning file that was read but not deleted, with its keys and PINs. */
  fileLeft: nullableTextSchema,
});
export type SettingsWarning = z.infer<typeof settingsWarningSchema>;

/**
 * The result of the last sync with the chain: `sent`, or why it failed. `refused`: the login was
 * retired or its password is wrong. `no-password`: this till cannot read the password. `newer`: the
 * database no longer supports this version. `older`: the database does not support this version yet.
 * `session-taken`: another till uses the login. `other-environment`: the chain belongs to another
 * environment, such as production's chain for a till in training. `daily-file-late`: sent, but the
 * chain's daily file was not sent in time; `daily-file-missing`: for a day.
 */
export const chainSyncStatusSchema = z.enum([
  'not-asked',
  'sent',
  'daily-file-late',
  'daily-file-missing',
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
    /** Why the service is `unreachable`; null with any other `light`. */
    reason: unreachableReasonSchema.nullable(),
    /** Whose fault it is; null while the service answers, and until the probes have ended. */
    fault: connectionFaultSchema.nullable(),
    lastAnswerAt: instantSchema.nullable(),
    clockOffSeconds: integerSchema,
  }),
  printer: printerStateSchema,
  account: z
    .strictObject({
      name: anyTextSchema,
      balance: moneySchema,
      minimumBalance: moneySchema.nullable(),
      at: instantSchema,
      isLow: booleanSchema,
      /** Null until it is computed, and while the balance is out of date. */
      forecast: accountForecastSchema.nullable(),
    })
    .nullable(),
  unresolved: integerSchema,
  /** The baskets that were sent and are not ended, oldest first. */
  unfinishedBaskets: z.array(identifierSchema),
  /** Number of refunded payments whose money is not settled. */
  owed: integerSchema,
  /** The open claims, how many of them are due, and whether the clocks disagree about that. */
  claims: z.strictObject({
    open: integerSchema,
    due: integerSchema,
    isTimeUncertain: booleanSchema,
  }),
  /** Number of business days whose file is due and not uploaded; null if this till does not upload. */
  dailyFile: z
    .strictObject({
      days: integerSchema,
      oldest: z.iso.date().nullable(),
      /** False while the oldest can still be uploaded in time. */
      isLate: booleanSchema,
    })
    .nullable(),
  /** Null without a chain. */
  chain: z
    .strictObject({
      light: chainSyncStatusSchema,
      /** When the till last reported to the chain; null if it never did. */
      sentAt: instantSchema.nullable(),
      /** Number of changes that are not sent yet. */
      unsent: integerSchema,
      /** The business day whose daily file the chain has not sent in time; null if none is known. */
      overdueDay: z.iso.date().nullable(),
    })
    .nullable(),
  /** Why the last backup failed; null if it succeeded, or if the failure is out of date. */
  backup: backupFailureSchema.nullable(),
  /** The disk of the ledger; with `full` the till accepts no payments. */
  disk: z.strictObject({ light: z.enum(['room', 'low', 'full']), freeMegabytes: integerSchema }),
  /** Whether a recovery key is confirmed; null in training, which has no real money. */
  hasRecoveryKey: z.boolean().nullable(),
  /** Null if no file was rejected, or if settings were applied since. */
  refused: rejectedStartupRequestSchema.nullable(),
  warned: settingsWarningSchema,
  /** Null if there is neither an update nor a refusal. */
  update: updateStatusSchema.nullable(),
  /** When the oldest stored biller list was fetched; null if there is none. */
  catalogAt: instantSchema.nullable(),
  /** The biller lists that were never fetched. */
  missingLists: z.array(billerKindSchema),
  /** The missing lists are being fetched or about to be, and no fetch since the start has failed. */
  areListsComing: booleanSchema,
  ratesAt: instantSchema.nullable(),
  isCatalogStale: booleanSchema,
  areRatesStale: booleanSchema,
  /** Main's clock, corrected by the service's clock. */
  now: instantSchema,
});
export type StatusLine = z.infer<typeof statusLineSchema>;

export const apiKeyCheckResultSchema = z.strictObject({
  accountName: anyTextSchema,
  balance: moneySchema,
});

/** The name of a route of the page. */
const screenNameSchema = z.string().max(40);

const pageErrorSchema = z.strictObject({
  /** `render`: a screen threw, and its error boundary was shown instead. */
  kind: z.enum(['render', 'exception', 'rejection']),
  message: z.string().max(MAX_PAGE_ERROR_MESSAGE_LENGTH),
  /** The stack; of a `render`, also the components. */
  stack: z.string().max(MAX_PAGE_ERROR_STACK_LENGTH),
  screen: screenNameSchema,
});
export type PageError = z.infer<typeof pageErrorSchema>;

export const tillCalls = {
  'till.state': defineCall('anyone', emptyObjectSchema, tillStateSchema),
  'till.status': defineCall('cashier', emptyObjectSchema, statusLineSchema),
  /** Whose fault a failed connection is, also before the sign-in; null while the service answers. */
  'till.connectionFault': defineCall(
    'anyone',
    emptyObjectSchema,
    z.strictObject({ fault: connectionFaultSchema.nullable() }),
  ),
  /** Requests the account from the service now, for a person who sees a bad status. */
  'till.checkService': defineCall('cashier', emptyObjectSchema, statusLineSchema),
  /**
   * Switches full screen on or off, until the till ends or the setting is changed. `isPossible` is
   * false in a browser, which alone controls full screen.
   */
  'till.switchFullScreen': defineCall(
    'cashier',
    emptyObjectSchema,
    z.strictObject({ isPossible: booleanSchema, isFull: booleanSchema }),
  ),
  'till.setLanguage': defineCall(
    'anyone',
    z.strictObject({ language: languageSchema }),
    tillStateSchema,
  ),
  /**
   * Reports an error of the page, for the log and the support bundle. Main masks numbers in it, and
   * logs a limited number of reports a minute.
   */
  'till.reportPageError': defineCall('anyone', pageErrorSchema, emptyObjectSchema),
  /** Logs which screen is open, so that the log says where the till was when main crashed. */
  'till.reportScreen': defineCall(
    'anyone',
    z.strictObject({ screen: screenNameSchema }),
    emptyObjectSchema,
  ),
  /** Sends a request to the account endpoint with these keys. Saves nothing. */
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
    apiKeyCheckResultSchema,
  ),
  /** Prints a test page on this printer. Saves nothing. */
  'setup.testPrinter': defineCall(
    'setup',
    z.strictObject({
      environment: environmentNameSchema,
      printer: provisioningSchema.shape.printer,
      language: languageSchema,
    }),
    printerStateSchema,
  ),
  /** Searches for printers; takes a few seconds. */
  'setup.findPrinters': defineCall('setup', emptyObjectSchema, z.array(discoveredPrinterSchema)),
  /** Completes the set-up wizard; equivalent to starting with a provisioning file. */
  'setup.provision': defineCall('setup', provisioningSchema, tillStateSchema),
  /**
   * Validates the text of a provisioning file. Saves nothing, and returns none of its content,
   * because it contains secrets.
   */
  'setup.checkFile': defineCall(
    'setup',
    z.strictObject({ text: z.string().max(2_000_000) }),
    emptyObjectSchema,
  ),
  /**
   * Restores the backup of a lost computer on a till that was never set up: ledger, staff and
   * settings, decrypted with the owner's recovery key. The service's keys are entered afterwards.
   */
  'setup.restore': defineCall(
    'setup',
    z.strictObject({ file: z.string().min(1).max(4_096), recoveryKey: z.string().min(1).max(300) }),
    tillStateSchema,
  ),
  /** Sets the till up for training, with its own service, sample cashiers and shop. */
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

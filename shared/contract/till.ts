import { z } from 'zod';
import { backupFailure } from './backup.ts';
import { call, event } from './define.ts';
import { printerState } from './printing.ts';
import { provisioningSchema } from './provisioning.ts';
import { lockState, sessionState } from './staff.ts';
import {
  environmentName,
  instant,
  language,
  moneyValue,
  nothing,
  serviceVersion,
} from './values.ts';

/** What a page needs before anyone has signed in. */
export const tillState = z.strictObject({
  isSetUp: z.boolean(),
  /** The ledger could not be opened: the till says so and does not sell. */
  storageProblem: z
    .enum(['full', 'read-only', 'damaged', 'newer-version', 'earlier-format', 'in-use', 'failed'])
    .nullable(),
  /** The name of the file concerned, without its folder; null if there is no problem. */
  storageFile: z.string().nullable(),
  environment: environmentName,
  version: serviceVersion,
  language,
  timeZone: z.string(),
  shopName: z.string(),
  helpLine: z.string().nullable(),
  posNumber: z.string(),
  currency: z.string(),
  /** How long a payment waits for its answer at most. */
  deadlineSeconds: z.number().int(),
  /** The billers that hand out cash; empty if the shop has none. */
  cashOutBillers: z.array(z.number().int()),
  /** The billers that take any amount whatever their balance; empty if the version has none. */
  drpBillers: z.array(z.number().int()),
  applicationVersion: z.string(),
  session: sessionState,
  /** Behind it a cashier's work waits; null while somebody is signed in, or nobody at all. */
  lock: lockState,
  /** The till locks itself after this long without a key or a touch; 0: never. */
  lockAfterMinutes: z.number().int(),
});
export type TillState = z.infer<typeof tillState>;

/** The status line. A service that has not answered for a minute is not `answering`. */
export const statusLine = z.strictObject({
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
      'unreadable',
    ]),
    lastAnswerAt: instant.nullable(),
    clockOffSeconds: z.number().int(),
  }),
  printer: printerState,
  account: z
    .strictObject({
      name: z.string(),
      balance: moneyValue,
      minimumBalance: moneyValue.nullable(),
      at: instant,
      isLow: z.boolean(),
    })
    .nullable(),
  unresolved: z.number().int(),
  /** Business days whose file is due and not out; null if this till does not upload. */
  dailyFile: z.strictObject({ days: z.number().int(), oldest: z.iso.date().nullable() }).nullable(),
  /** Why the last try to back the ledger up failed; null if there was none or it is out of date. */
  backup: backupFailure.nullable(),
  catalogAt: instant.nullable(),
  ratesAt: instant.nullable(),
  isCatalogStale: z.boolean(),
  areRatesStale: z.boolean(),
  /** Main's clock, corrected by the service's. */
  now: instant,
});
export type StatusLine = z.infer<typeof statusLine>;

export const keyCheck = z.strictObject({
  accountName: z.string(),
  balance: moneyValue,
});

export const tillCalls = {
  'till.state': call('anyone', nothing, tillState),
  'till.status': call('cashier', nothing, statusLine),
  /** Asks the service for the account now, for a person who looks at a red light. */
  'till.askService': call('cashier', nothing, statusLine),
  'till.setLanguage': call('anyone', z.strictObject({ language }), tillState),
  /** Asks the account endpoint with these keys, keeping nothing. */
  'setup.checkKeys': call(
    'setup',
    z.strictObject({
      environment: environmentName,
      baseUrl: z.string().max(300),
      vendor: z.string().max(60),
      version: serviceVersion,
      apiKey: z.string().max(300),
      secretKey: z.string().max(300),
      caFile: z.string().max(1000).nullable(),
      proxy: z.string().max(300).nullable(),
    }),
    keyCheck,
  ),
  /** Prints a test page on this printer, keeping nothing. */
  'setup.testPrinter': call(
    'setup',
    z.strictObject({ printer: provisioningSchema.shape.printer, language }),
    printerState,
  ),
  /** The wizard's end: the same as starting with a provisioning file. */
  'setup.provision': call('setup', provisioningSchema, tillState),
  /**
   * Checks the text of a provisioning file that a person chose, keeping nothing. What is in it,
   * secrets above all, does not come back.
   */
  'setup.checkFile': call('setup', z.strictObject({ text: z.string().max(2_000_000) }), nothing),
  /** One press: training mode with its own service, cashiers and shop. */
  'setup.startTraining': call('setup', z.strictObject({ language }), tillState),
};

export const tillEvents = {
  'till.changed': event(nothing),
  'status.changed': event(statusLine),
};

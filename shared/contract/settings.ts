import { z } from 'zod';
import { call } from './define.ts';
import { printerState } from './printing.ts';
import { customerFee, printerSettings, provisioningSchema } from './provisioning.ts';
import { keyCheck } from './till.ts';
import {
  approval,
  currencyCode,
  decimalText,
  environmentName,
  language,
  serviceVersion,
} from './values.ts';

/**
 * The settings of a till that is set up: everything that the provisioning file says of it, shown
 * without secrets and changed one section at a time. No answer ever holds a secret; of each it is
 * only said whether there is one.
 */

const { shape } = provisioningSchema;
const reconciliationShape = shape.reconciliation.unwrap().shape;

/** What a shop asks or holds: not negative, at most two decimals. */
const amountText = decimalText.refine(
  (text) => /^\d{1,12}(\.\d{1,2})?$/.test(text),
  'an amount that is not negative, with at most two decimals',
);

const billerIds = z
  .array(z.number().int())
  .max(500)
  .refine((list) => new Set(list).size === list.length, 'each biller only once');

/** Base64 of at most a megabyte. */
const picture = z.base64().max(1_400_000);

const shopSection = z.strictObject({
  section: z.literal('shop'),
  name: shape.shop.shape.name,
  address: shape.shop.shape.address.unwrap().nullable(),
  helpLine: shape.shop.shape.helpLine.unwrap().nullable(),
});

/** A PNG: a file that this machine has, or the picture itself; neither takes it away. */
const logoSection = z.strictObject({
  section: z.literal('logo'),
  from: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('none') }),
    z.strictObject({ kind: z.literal('path'), path: z.string().min(1).max(1000) }),
    z.strictObject({ kind: z.literal('picture'), base64: picture }),
  ]),
});

const posSection = z.strictObject({
  section: z.literal('pos'),
  posNumber: shape.posNumber,
  chainName: shape.chainName,
});

/**
 * Tried with the account endpoint before it is kept. A key that is left out stays; so do `caFile`
 * and `proxy`, which null takes away.
 */
const serviceSection = z.strictObject({
  section: z.literal('service'),
  baseUrl: shape.baseUrl.unwrap(),
  vendor: shape.vendor.unwrap(),
  version: serviceVersion,
  apiKey: shape.apiKey.unwrap().optional(),
  secretKey: shape.secretKey.unwrap().optional(),
  caFile: z.string().min(1).max(1000).nullable().optional(),
  proxy: z.string().min(1).max(300).nullable().optional(),
  deadlineSeconds: shape.deadlineSeconds.unwrap().nullable(),
});

/** Training runs its own service: only its version and the deadline can be set. */
const trainingServiceSection = z.strictObject({
  section: z.literal('training-service'),
  version: serviceVersion,
  deadlineSeconds: shape.deadlineSeconds.unwrap().nullable(),
});

const printerSection = z.strictObject({
  section: z.literal('printer'),
  printer: printerSettings,
  /** Kept although no test page came out: a person insists, and it is noted. */
  isUntried: z.boolean(),
});

/** Where the daily file goes; null: there is no such place. A secret that is left out stays. */
const reconciliationSection = z.strictObject({
  section: z.literal('reconciliation'),
  to: z
    .strictObject({
      timeZone: reconciliationShape.timeZone.unwrap().nullable(),
      host: reconciliationShape.host.min(1),
      port: reconciliationShape.port.unwrap().nullable(),
      user: reconciliationShape.user.min(1),
      password: z.string().min(1).max(300).nullable().optional(),
      /** The key itself, or the path of its file; null takes it away. */
      privateKey: z
        .discriminatedUnion('kind', [
          z.strictObject({ kind: z.literal('text'), text: z.string().min(1).max(20_000) }),
          z.strictObject({ kind: z.literal('path'), path: z.string().min(1).max(1000) }),
        ])
        .nullable()
        .optional(),
      folder: reconciliationShape.folder.unwrap().nullable(),
      uploads: z.boolean(),
    })
    .nullable(),
  /** Kept although the server could not be reached: a person insists, and it is noted. */
  isUntried: z.boolean(),
});

export const settingsChange = z.discriminatedUnion('section', [
  shopSection,
  logoSection,
  posSection,
  z.strictObject({ section: z.literal('zone'), timeZone: shape.timeZone }),
  z.strictObject({ section: z.literal('language'), language }),
  serviceSection,
  trainingServiceSection,
  printerSection,
  z.strictObject({ section: z.literal('cash-out'), billers: billerIds }),
  z.strictObject({ section: z.literal('drp'), billers: billerIds.max(2) }),
  z.strictObject({
    section: z.literal('fee'),
    fee: z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('none') }),
      z.strictObject({ kind: z.literal('service') }),
      z.strictObject({
        kind: z.literal('fixed'),
        utility: amountText,
        'top-up': amountText,
        'gift-card': amountText,
        partner: amountText,
      }),
    ]),
  }),
  z.strictObject({ section: z.literal('shop-copy'), isPrinted: z.boolean() }),
  z.strictObject({ section: z.literal('walk-in-bills'), areKept: z.boolean() }),
  z.strictObject({
    section: z.literal('money'),
    lowBalance: amountText.nullable(),
    currency: currencyCode.regex(/^[A-Za-z]{2,8}$/, 'a currency code').nullable(),
  }),
  z.strictObject({
    section: z.literal('lock'),
    minutes: shape.lockAfterMinutes.unwrap().nullable(),
  }),
  z.strictObject({
    section: z.literal('cash'),
    shifts: shape.shifts.unwrap(),
    drawers: shape.drawers.unwrap(),
  }),
  reconciliationSection,
  z.strictObject({
    section: z.literal('backup'),
    to: z
      .strictObject({
        folder: shape.backup.unwrap().shape.folder,
        keep: shape.backup.unwrap().shape.keep.unwrap().nullable(),
      })
      .nullable(),
  }),
]);
export type SettingsChange = z.infer<typeof settingsChange>;
export type SettingsSection = SettingsChange['section'];

const namedBiller = z.strictObject({
  id: z.number().int(),
  /** Null if the catalogue does not know it (any more). */
  name: z.string().nullable(),
});

export const SECRET_NAMES = [
  'apiKey',
  'secretKey',
  'proxyPassword',
  'sftpPassword',
  'sftpPrivateKey',
] as const;
export type SecretName = (typeof SECRET_NAMES)[number];

/** The settings as they may be seen: of a secret, whether there is one. */
export const settingsView = z.strictObject({
  /** Which secrets are set; their values are never returned. */
  held: z.array(z.enum(SECRET_NAMES)),
  /** Names this state of the settings; a change says which it was made upon. */
  revision: z.number().int(),
  environment: environmentName,
  shop: z.strictObject({
    name: z.string(),
    address: z.string().nullable(),
    helpLine: z.string().nullable(),
    hasLogo: z.boolean(),
  }),
  posNumber: z.string(),
  chainName: z.string(),
  timeZone: z.string(),
  language,
  service: z.strictObject({
    baseUrl: z.string().nullable(),
    vendor: z.string().nullable(),
    version: serviceVersion,
    hasCa: z.boolean(),
    /** Without the name and the password that its address may hold. */
    proxy: z.string().nullable(),
    deadlineSeconds: z.number().int().nullable(),
  }),
  printer: printerSettings,
  cashOutBillers: z.array(namedBiller),
  drpBillers: z.array(namedBiller),
  customerFee,
  shopCopy: z.boolean(),
  keepWalkInBills: z.boolean(),
  lowBalance: decimalText.nullable(),
  currency: z.string().nullable(),
  lockAfterMinutes: z.number().int().nullable(),
  shifts: z.enum(['required', 'automatic']),
  drawers: z.enum(['shared', 'each']),
  reconciliation: z
    .strictObject({
      timeZone: z.string().nullable(),
      host: z.string(),
      port: z.number().int().nullable(),
      user: z.string(),
      folder: z.string().nullable(),
      uploads: z.boolean(),
    })
    .nullable(),
  backup: z.strictObject({ folder: z.string(), keep: z.number().int().nullable() }).nullable(),
});
export type SettingsView = z.infer<typeof settingsView>;

export const settingsKept = z.strictObject({
  settings: settingsView,
  /** What the check before keeping found; null if the section has none, or it was not made. */
  found: z
    .discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('account'), account: keyCheck }),
      z.strictObject({ kind: z.literal('sftp'), fingerprint: z.string() }),
    ])
    .nullable(),
});
export type SettingsKept = z.infer<typeof settingsKept>;

export const settingsCalls = {
  'settings.read': call(
    'settings',
    z.strictObject({ approval: approval.nullable() }),
    settingsView,
  ),
  /**
   * Checks one section and keeps it; the till uses it at once, and nobody is signed out. `revision`
   * is that of the settings that the person saw: if others were kept since, it returns
   * `stale-settings` and nothing changes. Another account's keys while payments are unresolved:
   * `payment-state`.
   */
  'settings.change': call(
    'settings',
    z.strictObject({
      revision: z.number().int(),
      change: settingsChange,
      approval: approval.nullable(),
    }),
    settingsKept,
  ),
  /** Prints a test page on this printer, keeping nothing. */
  'settings.tryPrinter': call(
    'settings',
    z.strictObject({ printer: printerSettings, approval: approval.nullable() }),
    printerState,
  ),
  /**
   * Writes the provisioning file of this till without its secrets and PINs, for the next till, into
   * the profile's folder for exports; the logo and the certificate lie beside it.
   */
  'settings.export': call(
    'settings',
    z.strictObject({ approval: approval.nullable() }),
    z.strictObject({
      path: z.string(),
      /** The fields that the file leaves out and the next till must be given. */
      lacks: z.array(z.string()),
    }),
  ),
};

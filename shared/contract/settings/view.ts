import { z } from 'zod';
import { customerFeeSchema, printerSettingsSchema, provisioningSchema } from '../provisioning.ts';
import {
  anyText,
  anyTextOrNull,
  decimalSchema,
  environmentNameSchema,
  flag,
  integer,
  integerOrNull,
  languageSchema,
  serviceVersionSchema,
} from '../value-schemas.ts';

const { shape } = provisioningSchema;

const namedBillerSchema = z.strictObject({
  id: integer,
  /** Null if the catalogue does not have it. */
  name: anyTextOrNull,
});

/**
 * To add a secret, also exclude it from the settings that are stored in plain text, in
 * `electron/settings`: `till-settings.ts`, `from-provisioning.ts`, `settings-export.ts`, and
 * `SECRET_FIELDS` in `apply-patch.ts`.
 */
export const SECRET_NAMES = [
  'apiKey',
  'secretKey',
  'proxyPassword',
  'sftpPassword',
  'sftpPrivateKey',
  'chainPassword',
  'officePassword',
] as const;
export type SecretName = (typeof SECRET_NAMES)[number];

/** The settings for display, without the values of secrets. */
export const settingsViewSchema = z.strictObject({
  /** The secrets that are set; their values are never returned. */
  held: z.array(z.enum(SECRET_NAMES)),
  /** The version of these settings; a change must contain the one that it is based on. */
  revision: integer,
  environment: environmentNameSchema,
  shop: z.strictObject({
    name: anyText,
    address: anyTextOrNull,
    helpLine: anyTextOrNull,
    hasLogo: flag,
  }),
  posNumber: anyText,
  chainName: anyText,
  timeZone: anyText,
  language: languageSchema,
  service: z.strictObject({
    baseUrl: anyTextOrNull,
    vendor: anyTextOrNull,
    version: serviceVersionSchema,
    hasCa: flag,
    /** Without the user name and password that the address may contain. */
    proxy: anyTextOrNull,
    deadlineSeconds: integerOrNull,
  }),
  printer: printerSettingsSchema,
  cashOutBillers: z.array(namedBillerSchema),
  drpBillers: z.array(namedBillerSchema),
  customerFee: customerFeeSchema,
  shopCopy: flag,
  receipts: z.enum(['printed', 'on-request']),
  keepWalkInBills: flag,
  lowBalance: decimalSchema.nullable(),
  currency: anyTextOrNull,
  country: anyTextOrNull,
  lockAfterMinutes: integerOrNull,
  keepPrintedDays: integerOrNull,
  /** Null: the default of the environment. */
  keepCustomerDays: integerOrNull,
  shifts: z.enum(['required', 'automatic']),
  drawers: z.enum(['shared', 'each']),
  keypad: z.enum(['auto', 'always', 'never']),
  theme: shape.theme.unwrap(),
  letters: shape.letters.unwrap(),
  sounds: flag,
  fullScreen: flag,
  /** Null if there is none. */
  customerScreen: z.strictObject({ display: integerOrNull }).nullable(),
  reconciliation: z
    .strictObject({
      timeZone: anyTextOrNull,
      uploadTime: anyTextOrNull,
      uploadZone: anyTextOrNull,
      host: anyText,
      port: integerOrNull,
      user: anyText,
      folder: anyTextOrNull,
      hostKey: anyTextOrNull,
      mode: anyTextOrNull,
      uploads: flag,
    })
    .nullable(),
  heartbeat: z.strictObject({ file: anyText, everySeconds: integerOrNull }).nullable(),
  backup: z.strictObject({ folder: anyText, keep: integerOrNull }).nullable(),
  /** Null without a chain. */
  chain: z
    .strictObject({
      hosts: z.array(anyText),
      database: anyText,
      user: anyText,
      shop: anyTextOrNull,
      /** SHA-256 of the authority's certificate, in the format of browsers. */
      caFingerprint: anyText,
    })
    .nullable(),
  updates: z.strictObject({ feed: anyTextOrNull, by: z.enum(['owner', 'fleet']) }),
});
export type SettingsView = z.infer<typeof settingsViewSchema>;

import { z } from 'zod';
import { REQUEST_TIMEOUT_MS } from '../rules/index.ts';
import { declareSetting } from './declare-setting.ts';
import {
  billLayoutsSchema,
  billPatternsSchema,
  cashiersSchema,
  countryCodeSchema,
  createAbsolutePathSchema,
  customerFeeSchema,
  databaseHostSchema,
  databaseNameSchema,
  hostSchema,
  printerSettingsSchema,
  timeZoneSchema,
  webAddressSchema,
} from './setting-schemas.ts';
import {
  booleanSchema,
  currencyCodeSchema,
  decimalSchema,
  environmentNameSchema,
  integerSchema,
  languageSchema,
  serviceVersionSchema,
} from './value-schemas.ts';

export * from './setting-schemas.ts';

/** The sections of the settings screen, in its order. */
export const SETTINGS_SECTIONS = [
  'shop',
  'logo',
  'pos',
  'zone',
  'language',
  'printer',
  'shop-copy',
  'receipts',
  'service',
  'cash-out',
  'drp',
  'fee',
  'money',
  'walk-in-bills',
  'cash',
  'lock',
  'keypad',
  'theme',
  'letters',
  'sounds',
  'full-screen',
  'customer-screen',
  'reconciliation',
  'chain',
  'backup',
  'printed',
  'customers',
  'heartbeat',
  'updates',
  'scanner',
] as const;
export type SettingsSection = (typeof SETTINGS_SECTIONS)[number];

/** The sections that need no screen of their own: each of their settings is a question of its type. */
export const GENERIC_SETTINGS_SECTIONS = [
  'shop-copy',
  'receipts',
  'walk-in-bills',
  'cash',
  'keypad',
  'printed',
] as const satisfies readonly SettingsSection[];
export type GenericSettingsSectionId = (typeof GENERIC_SETTINGS_SECTIONS)[number];

const folderSchema = createAbsolutePathSchema(
  /^(\/|\\\\.|[A-Za-z]:[\\/])/,
  'the whole path of a folder, such as /media/backup/till',
);
const fileSchema = createAbsolutePathSchema(
  /^(\/|\\\\.|[A-Za-z]:[\\/])/,
  'the whole path of a file, such as /run/mostrador/till.json',
);

const shopSchema = z.strictObject({
  name: z.string().trim().min(1).max(60),
  address: declareSetting(z.string().max(200).optional(), { default: null, isPersonal: true }),
  helpLine: declareSetting(z.string().max(60).optional(), { default: null }),
  /** A PNG, printed above the receipt: the path of a file, or a `data:` URL. */
  logo: declareSetting(z.string().max(1_400_100).optional(), { section: 'logo' }),
});

/** The server of the daily file, and when the file is uploaded. */
const reconciliationSchema = z.strictObject({
  /** The zone of the chain's business day. */
  timeZone: declareSetting(timeZoneSchema.optional(), { default: 'America/Chicago' }),
  /**
   * The service's window is documented ambiguously (04:00 CST, 04:00 to 05:00 EST, with or without
   * daylight saving time). The default is before the end of the window, and after the end of the day,
   * in every interpretation.
   */
  uploadTime: declareSetting(
    z
      .string()
      .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'an hour like 04:10')
      .optional(),
    { default: '04:10' },
  ),
  /** The zone of `uploadTime`. */
  uploadZone: declareSetting(timeZoneSchema.optional(), { default: 'America/New_York' }),
  host: declareSetting(hostSchema, { needsPin: true }),
  port: declareSetting(z.number().int().min(1).max(65535).optional(), {
    default: 22,
    needsPin: true,
  }),
  user: declareSetting(z.string().trim().max(120), { isPersonal: true, needsPin: true }),
  password: declareSetting(z.string().max(300).optional(), {
    secret: 'sftpPassword',
    needsPin: true,
  }),
  privateKey: declareSetting(z.string().max(20_000).optional(), {
    secret: 'sftpPrivateKey',
    needsPin: true,
  }),
  folder: declareSetting(z.string().max(500).optional(), { default: '' }),
  /** The only accepted key of the server; if omitted, a person confirms the first one. */
  hostKey: declareSetting(
    z
      .string()
      .max(2000)
      .regex(
        /^(SHA256:[A-Za-z0-9+/]{43}=?|(ssh-(ed25519|rsa)|ecdsa-sha2-nistp\d{3}) [A-Za-z0-9+/]+={0,2})$/,
        'SHA256:… or the public key, such as ssh-ed25519 AAAA…',
      )
      .optional(),
    { default: null, needsPin: true },
  ),
  /** The mode of an uploaded file, in octal. */
  mode: declareSetting(
    z
      .string()
      .regex(/^0[67][0-7]{2}$/, 'rights in octal like 0600 or 0640')
      .optional(),
    { default: '0600' },
  ),
  uploads: booleanSchema,
});

/** The chain's database, as `mostrador-cli chain enroll` writes it. */
export const chainSettingsSchema = z.strictObject({
  /** Tried in order, because the database may move from one host to another. */
  hosts: z
    .array(databaseHostSchema)
    .min(1, 'at least one host, such as db.example:5432')
    .max(8)
    .refine((hosts) => new Set(hosts).size === hosts.length, 'each host only once'),
  database: databaseNameSchema,
  /** The PostgreSQL role that only this till uses. */
  user: databaseNameSchema,
  /** The first connection replaces it with one that only the till and the database know. */
  password: declareSetting(z.string().min(1).max(300).optional(), { secret: 'chainPassword' }),
  /** PEM: the only certificate authority that the till accepts for the database. */
  ca: declareSetting(
    z
      .string()
      .max(200_000)
      .regex(
        /-----BEGIN CERTIFICATE-----[\s\S]+-----END CERTIFICATE-----/,
        'a certificate in PEM form',
      ),
    { isPersonal: true },
  ),
  /** The role with which an owner reads the chain's data from this till (F7); none by default. */
  office: declareSetting(
    z.strictObject({ user: databaseNameSchema, password: z.string().min(1).max(300) }).optional(),
    { secret: 'officePassword' },
  ),
  /** The name of this shop in the chain. */
  shop: declareSetting(z.string().min(1).max(60).optional(), { default: null }),
});

/**
 * The declaration of all settings, and the schema of the data that sets up a till: the provisioning
 * file, or the input of the set-up wizard. Documented in docs/setting-up.md. An unknown field is an
 * error that names it.
 */
export const provisioningSchema = z.strictObject({
  environment: declareSetting(environmentNameSchema, { section: 'service', needsPin: true }),
  /** Omitted in training, where the till runs its own service. */
  baseUrl: declareSetting(webAddressSchema.optional(), {
    section: 'service',
    default: null,
    isConnection: true,
    isFleetPolicy: true,
    needsPin: true,
  }),
  caFile: declareSetting(z.string().max(1000).optional(), {
    section: 'service',
    isConnection: true,
    isFleetPolicy: true,
  }),
  vendor: declareSetting(
    z
      .string()
      .trim()
      .max(60)
      .regex(/^[a-z0-9_-]+$/i, 'letters, digits, - and _')
      .optional(),
    { section: 'service', default: null, isConnection: true, needsPin: true },
  ),
  version: declareSetting(serviceVersionSchema, {
    section: 'service',
    isConnection: true,
    isFleetPolicy: true,
  }),
  apiKey: declareSetting(
    z
      .string()
      .trim()
      .max(300)
      // It is part of a header, where other characters would stop every request.
      .regex(/^[!-~]+$/, 'only letters without accents, digits and signs, without blanks')
      .optional(),
    { section: 'service', secret: 'apiKey', isConnection: true, needsPin: true },
  ),
  secretKey: declareSetting(z.string().trim().min(1).max(300).optional(), {
    section: 'service',
    secret: 'secretKey',
    isConnection: true,
    needsPin: true,
  }),
  /** May contain a user name and a password. */
  proxy: declareSetting(webAddressSchema.optional(), {
    section: 'service',
    secret: 'proxy',
    isConnection: true,
    isFleetPolicy: true,
  }),
  /** The daily file's name begins with it, so it has no character that a file name cannot have. */
  chainName: declareSetting(
    z
      .string()
      .trim()
      .normalize()
      .regex(
        /^(?!\.)[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}/\\:*?"<>|]{1,40}$/u,
        'at most 40 characters, none of / \\ : * ? " < > |, no period at the beginning',
      ),
    { section: 'pos', identifiesTill: true },
  ),
  posNumber: declareSetting(
    z
      .string()
      .trim()
      .regex(/^[^|\r\n]{1,32}$/, '1 to 32 characters, no bar and no line break'),
    { section: 'pos', identifiesTill: true },
  ),
  timeZone: declareSetting(timeZoneSchema, { section: 'zone' }),
  language: declareSetting(languageSchema, { section: 'language' }),
  shop: declareSetting(shopSchema, { section: 'shop' }),
  printer: declareSetting(printerSettingsSchema, { section: 'printer', isFleetPolicy: true }),
  /** The timeout of a request. */
  deadlineSeconds: declareSetting(z.number().int().min(5).max(300).optional(), {
    section: 'service',
    default: REQUEST_TIMEOUT_MS / 1000,
    isConnection: true,
    isForPage: true,
  }),
  /** Also prints a copy for the shop. */
  shopCopy: declareSetting(z.boolean().optional(), { section: 'shop-copy', default: false }),
  /**
   * `printed`: every receipt is printed. `on-request`: receipts of bills and top-ups are printed only
   * on request; those of cash-outs, cancels and gift cards always.
   */
  receipts: declareSetting(z.enum(['printed', 'on-request']).optional(), {
    section: 'receipts',
    default: 'printed',
  }),
  /** Minutes without input after which the till locks; 0 for never. */
  lockAfterMinutes: declareSetting(z.number().int().min(0).max(240).optional(), {
    section: 'lock',
    default: 5,
    isForPage: true,
  }),
  /** Stored in the ledger, not in the settings. */
  cashiers: declareSetting(cashiersSchema, { needsPin: true, isPersonal: true }),
  cashOutBillers: declareSetting(z.array(integerSchema).max(500).optional(), {
    section: 'cash-out',
    default: [],
    isForPage: true,
  }),
  drpBillers: declareSetting(z.array(integerSchema).max(2).optional(), {
    section: 'drp',
    default: [],
    isForPage: true,
  }),
  /** Billers of the collectors that the bar codes of bills name. A shop also learns them by scanning. */
  billLayouts: declareSetting(billLayoutsSchema.optional(), { section: 'scanner', default: [] }),
  /** Forms of codes that name no collector, for which the till offers these billers. */
  billPatterns: declareSetting(billPatternsSchema.optional(), { section: 'scanner', default: [] }),
  customerFee: declareSetting(customerFeeSchema.optional(), {
    section: 'fee',
    default: { kind: 'none' },
    isForPage: true,
  }),
  /** Version 3.3: keeps a walk-in bill at the service, which otherwise is deleted once paid. */
  keepWalkInBills: declareSetting(z.boolean().optional(), {
    section: 'walk-in-bills',
    default: false,
  }),
  /** Warns if the balance of the shop's account is this or less, in the account's currency. */
  lowBalance: declareSetting(decimalSchema.optional(), { section: 'money', default: null }),
  reconciliation: declareSetting(reconciliationSchema.optional(), {
    section: 'reconciliation',
    isFleetPolicy: true,
  }),
  currency: declareSetting(currencyCodeSchema.optional(), { section: 'money', default: null }),
  /** ISO 3166-1 alpha-2; billers of this country are listed first. By default the version's country. */
  country: declareSetting(countryCodeSchema.optional(), { section: 'money', default: null }),
  /**
   * `required`: no money is taken before a shift is opened with its float. `automatic`: the first
   * money of the day opens a shift with an empty float.
   */
  shifts: declareSetting(z.enum(['automatic', 'required']).optional(), {
    section: 'cash',
    default: 'automatic',
  }),
  /** `shared`: all cashiers use one drawer. `each`: one drawer for each cashier. */
  drawers: declareSetting(z.enum(['shared', 'each']).optional(), {
    section: 'cash',
    default: 'shared',
  }),
  /** The cash in a drawer, in the shop's currency, above which the cashier is asked for a drop. */
  cashLimit: declareSetting(z.number().int().min(1).max(999_999_999).optional(), {
    section: 'cash',
    default: null,
  }),
  /** The keypad on the screen. `auto`: from a touch until a key is pressed. */
  keypad: declareSetting(z.enum(['auto', 'always', 'never']).optional(), {
    section: 'keypad',
    default: 'auto',
    isForPage: true,
  }),
  /** The colours; `system` uses the setting of the operating system. */
  theme: declareSetting(z.enum(['system', 'light', 'dark']).optional(), {
    section: 'theme',
    default: 'system',
    isForPage: true,
  }),
  /** The text size, one for all cashiers, because the sign-in screen has no cashier yet. */
  letters: declareSetting(z.enum(['normal', 'large', 'largest']).optional(), {
    section: 'letters',
    default: 'normal',
    isForPage: true,
  }),
  /** Plays a sound for a paid, refused or unknown payment. */
  sounds: declareSetting(z.boolean().optional(), {
    section: 'sounds',
    default: false,
    isForPage: true,
  }),
  /** Speaks whether a payment is paid, not paid or not yet known. */
  speech: declareSetting(z.boolean().optional(), {
    section: 'sounds',
    default: false,
    isForPage: true,
  }),
  /** The screen that faces the customer. */
  customerScreen: declareSetting(
    z
      .strictObject({
        /** Counted from 1, from left to right; null for the first without the till's window. */
        display: declareSetting(z.number().int().min(1).max(8).optional(), { default: null }),
      })
      .optional(),
    { section: 'customer-screen', isFleetPolicy: true },
  ),
  /** A file that the till rewrites periodically while it runs. */
  heartbeat: declareSetting(
    z
      .strictObject({
        file: fileSchema,
        everySeconds: declareSetting(z.number().int().min(10).max(3600).optional(), {
          default: 60,
        }),
      })
      .optional(),
    { section: 'heartbeat' },
  ),
  /** Where new versions are published, and who installs them. */
  updates: declareSetting(
    z
      .strictObject({
        /** The folder of `latest.yml`; null for the address in the installer. */
        feed: declareSetting(
          z
            .string()
            .max(300)
            .regex(/^https:\/\/[^\s/@?#]+(\/[^\s@?#]*)?$/i, 'an address that begins with https://')
            .optional(),
          { default: null },
        ),
        /** `owner`: an owner with F7, on Windows. `fleet`: a fleet management tool. */
        by: declareSetting(z.enum(['owner', 'fleet']).optional(), { default: 'owner' }),
      })
      .optional(),
    { section: 'updates', default: {}, isFleetPolicy: true },
  ),
  /** The database of a chain of tills. The chain makes the daily file; no till uploads its own. */
  chain: declareSetting(chainSettingsSchema.optional(), {
    section: 'chain',
    isFleetPolicy: true,
    needsPin: true,
  }),
  /** The window covers the whole screen, for a computer that is only used as a till. */
  fullScreen: declareSetting(z.boolean().optional(), {
    section: 'full-screen',
    default: false,
    isFleetPolicy: true,
  }),
  /** Days to keep the bytes of a printed paper; null for ever. Its lines are kept forever. */
  keepPrintedDays: declareSetting(z.number().int().min(7).max(3650).optional(), {
    section: 'printed',
    default: null,
  }),
  /** Days to keep the accounts of returning customers; 0 keeps none: they are personal data. */
  keepCustomerDays: declareSetting(z.number().int().min(0).max(1095).optional(), {
    section: 'customers',
    default: (environment) => (environment === 'training' ? 90 : 0),
  }),
  /** The folder of the daily backups of the ledger; by default `backups` in the profile. */
  backup: declareSetting(
    z
      .strictObject({
        folder: folderSchema,
        /** Number of backups to keep in the folder. */
        keep: declareSetting(z.number().int().min(1).max(3650).optional(), { default: 14 }),
      })
      .optional(),
    { section: 'backup' },
  ),
});
export type Provisioning = z.infer<typeof provisioningSchema>;

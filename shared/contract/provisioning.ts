import { z } from 'zod';
import { MAX_PIN_DIGITS, MIN_PIN_DIGITS } from '../rules/index.ts';
import {
  currencyCodeSchema,
  decimalSchema,
  environmentNameSchema,
  flag,
  integer,
  languageSchema,
  roleSchema,
  serviceVersionSchema,
} from './value-schemas.ts';

/** ISO 3166-1 alpha-2. */
export const countryCodeSchema = z
  .string()
  .trim()
  .regex(/^[A-Za-z]{2}$/, 'a country of two letters')
  .toUpperCase();

/** An IANA time zone that this runtime supports (`America/Mexico_City`). */
export const timeZoneSchema = z
  .string()
  .refine(
    (name) => Intl.supportedValuesOf('timeZone').includes(name) || isTimeZoneAlias(name),
    'a time zone of the IANA list, such as America/Mexico_City',
  );

/**
 * `Intl.supportedValuesOf` lists only one name of each zone. Checked second, because the first use of
 * a zone is slow.
 */
function isTimeZoneAlias(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

export const PRINTER_MODELS = ['epson', 'star', 'tanca', 'daruma', 'brother', 'custom'] as const;

const columnsSchema = z.union([z.literal(32), z.literal(42), z.literal(48)]);

/** The connector's pin that opens the cash drawer; omitted if none is connected. */
const drawerSchema = z.enum(['pin-2', 'pin-5']).optional();

/** Accepts absolute paths of all systems, because one file may set up tills on several systems. */
const createAbsolutePathSchema = (start: RegExp, message: string) =>
  z
    .string()
    .max(500)
    .regex(/^[^\p{Cc}]+$/u, message)
    .regex(start, message);

export const printerSettingsSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('screen'), columns: columnsSchema }),
  z.strictObject({
    kind: z.literal('network'),
    /** `tcp://host:port`; the default port is 9100. */
    address: z
      .string()
      .max(300)
      .regex(
        /^tcp:\/\/(\[[0-9a-f:]+\]|[^\s/:[\]]+)(:\d{1,5})?\/?$/i,
        'tcp://host or tcp://host:port',
      ),
    model: z.enum(PRINTER_MODELS),
    columns: columnsSchema,
    drawer: drawerSchema,
  }),
  z.strictObject({
    kind: z.literal('path'),
    /** A device file, a serial port (`COM3`), a shared Windows printer (`//localhost/Receipts`). */
    path: createAbsolutePathSchema(
      /^(\/.|\\\\.|[A-Za-z]:[\\/].|COM[1-9]\d{0,2}$)/i,
      'a whole path, such as /dev/usb/lp0, COM3 or //localhost/Receipts',
    ),
    model: z.enum(PRINTER_MODELS),
    columns: columnsSchema,
    drawer: drawerSchema,
    /** Speed of a serial port, in baud; by default the system's setting. */
    baud: z.literal([1200, 2400, 4800, 9600, 19_200, 38_400, 57_600, 115_200]).optional(),
  }),
  z.strictObject({
    kind: z.literal('pdf'),
    /** The folder for one PDF file per paper. */
    folder: createAbsolutePathSchema(
      /^(\/|\\\\.|[A-Za-z]:[\\/])/,
      'the whole path of a folder, such as /home/shop/receipts',
    ),
    columns: columnsSchema,
  }),
]);
export type PrinterSettings = z.infer<typeof printerSettingsSchema>;

const PIN_PATTERN = new RegExp(`^\\d{${MIN_PIN_DIGITS},${MAX_PIN_DIGITS}}$`);
export const pinSchema = z
  .string()
  .regex(PIN_PATTERN, `${MIN_PIN_DIGITS} to ${MAX_PIN_DIGITS} digits`);

export const customerFeeSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('none') }),
  /** The fee that the consult returns. */
  z.strictObject({ kind: z.literal('service') }),
  /** Fixed amounts per kind of biller, in the shop's currency. */
  z.strictObject({
    kind: z.literal('fixed'),
    utility: decimalSchema,
    'top-up': decimalSchema,
    'gift-card': decimalSchema,
    partner: decimalSchema,
  }),
]);
export type CustomerFee = z.infer<typeof customerFeeSchema>;

/** A host name or address, and a port; the default is 5432. */
const databaseHostSchema = z
  .string()
  .max(300)
  .regex(
    /^(\[[0-9a-f:]+\]|[^\s/:@,?#[\]]+)(:\d{1,5})?$/i,
    'a name or an address with a port, such as db.example:5432',
  )
  .refine((host) => {
    const port = Number(/[^:]:(\d+)$/.exec(host)?.[1] ?? '5432');
    return port >= 1 && port <= 65_535;
  }, 'a port from 1 to 65535');

/** PostgreSQL names have at most 63 bytes. */
const databaseNameSchema = z.string().min(1).max(63);

/** The chain's database, as `mostrador chain enroll` writes it. */
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
  password: z.string().min(1).max(300).optional(),
  /** PEM: the only certificate authority that the till accepts for the database. */
  ca: z
    .string()
    .max(200_000)
    .regex(
      /-----BEGIN CERTIFICATE-----[\s\S]+-----END CERTIFICATE-----/,
      'a certificate in PEM form',
    ),
  /** The role with which an owner reads the chain's data from this till (F7); none by default. */
  office: z
    .strictObject({ user: databaseNameSchema, password: z.string().min(1).max(300) })
    .optional(),
  /** The name of this shop in the chain. */
  shop: z.string().min(1).max(60).optional(),
});

/**
 * The data that sets up a till: the provisioning file, or the input of the set-up wizard. Documented
 * in docs/setting-up.md. An unknown field is an error that names it.
 */
export const provisioningSchema = z.strictObject({
  environment: environmentNameSchema,
  /** Omitted in training, where the till runs its own service. */
  baseUrl: z.string().max(300).optional(),
  caFile: z.string().max(1000).optional(),
  proxy: z.string().max(300).optional(),
  vendor: z
    .string()
    .max(60)
    .regex(/^[a-z0-9_-]+$/i, 'letters, digits, - and _')
    .optional(),
  version: serviceVersionSchema,
  apiKey: z.string().min(1).max(300).optional(),
  secretKey: z.string().min(1).max(300).optional(),
  /** The daily file's name begins with it, so it has no character that a file name cannot have. */
  chainName: z
    .string()
    .trim()
    .normalize()
    .regex(
      /^(?!\.)[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}/\\:*?"<>|]{1,40}$/u,
      'at most 40 characters, none of / \\ : * ? " < > |, no period at the beginning',
    ),
  posNumber: z
    .string()
    .trim()
    .regex(/^[^|\r\n]{1,32}$/, '1 to 32 characters, no bar and no line break'),
  timeZone: timeZoneSchema,
  language: languageSchema,
  shop: z.strictObject({
    name: z.string().trim().min(1).max(60),
    address: z.string().max(200).optional(),
    helpLine: z.string().max(60).optional(),
    /** The path of a PNG file, printed above the receipt. */
    logo: z.string().max(1000).optional(),
  }),
  printer: printerSettingsSchema,
  /** The timeout of a request; 60 by default. */
  deadlineSeconds: z.number().int().min(5).max(300).optional(),
  /** Also prints a copy for the shop. */
  shopCopy: z.boolean().optional(),
  /**
   * `printed`, the default: every receipt is printed. `on-request`: receipts of bills and top-ups are
   * printed only on request; those of cash-outs, cancels and gift cards always.
   */
  receipts: z.enum(['printed', 'on-request']).optional(),
  /** Minutes without input after which the till locks; 5 by default, 0 for never. */
  lockAfterMinutes: z.number().int().min(0).max(240).optional(),
  cashiers: z
    .array(
      z.strictObject({
        id: z.string().regex(/^[A-Za-z0-9_-]{1,32}$/, 'letters, digits, - and _, at most 32'),
        name: z.string().min(1).max(40),
        pin: pinSchema,
        role: roleSchema,
      }),
    )
    .min(1)
    .max(200)
    .refine(
      (cashiers) => new Set(cashiers.map(({ id }) => id)).size === cashiers.length,
      'each id only once',
    )
    .refine((cashiers) => cashiers.some(({ role }) => role === 'owner'), 'at least one owner')
    .superRefine((cashiers, context) => {
      const pins = new Set<string>();
      for (const [index, { pin, role }] of cashiers.entries()) {
        if (role === 'cashier') continue;
        if (pins.has(pin)) {
          const message = 'a PIN that no other supervisor or owner has';
          context.addIssue({ code: 'custom', path: [index, 'pin'], message });
        }
        pins.add(pin);
      }
    }),
  cashOutBillers: z.array(integer).max(500).optional(),
  drpBillers: z.array(integer).max(2).optional(),
  customerFee: customerFeeSchema.optional(),
  /** Version 3.3: keeps a walk-in bill at the service, which otherwise is deleted once paid. */
  keepWalkInBills: z.boolean().optional(),
  /** Warns if the balance of the shop's account is this or less, in the account's currency. */
  lowBalance: decimalSchema.optional(),
  reconciliation: z
    .strictObject({
      /** The zone of the chain's business day; `America/Chicago` by default. */
      timeZone: timeZoneSchema.optional(),
      /** When the file is uploaded; by default at `04:10` in `America/New_York`. */
      uploadTime: z
        .string()
        .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'an hour like 04:10')
        .optional(),
      uploadZone: timeZoneSchema.optional(),
      host: z.string().max(300),
      port: z.number().int().min(1).max(65535).optional(),
      user: z.string().max(120),
      password: z.string().max(300).optional(),
      privateKey: z.string().max(20_000).optional(),
      folder: z.string().max(500).optional(),
      /** The only accepted key of the server; if omitted, a person confirms the first one. */
      hostKey: z
        .string()
        .max(2000)
        .regex(
          /^(SHA256:[A-Za-z0-9+/]{43}=?|(ssh-(ed25519|rsa)|ecdsa-sha2-nistp\d{3}) [A-Za-z0-9+/]+={0,2})$/,
          'SHA256:… or the public key, such as ssh-ed25519 AAAA…',
        )
        .optional(),
      /** The mode of an uploaded file, in octal; `0600` by default. */
      mode: z
        .string()
        .regex(/^0[67][0-7]{2}$/, 'rights in octal like 0600 or 0640')
        .optional(),
      uploads: flag,
    })
    .optional(),
  currency: currencyCodeSchema.optional(),
  /** ISO 3166-1 alpha-2; billers of this country are listed first. By default the version's country. */
  country: countryCodeSchema.optional(),
  /**
   * `required`: no money is taken before a shift is opened with its float. `automatic`, the
   * default: the first money of the day opens a shift with an empty float.
   */
  shifts: z.enum(['required', 'automatic']).optional(),
  /** `shared`, the default: all cashiers use one drawer. `each`: one drawer for each cashier. */
  drawers: z.enum(['shared', 'each']).optional(),
  /** The keypad on the screen. `auto`, the default: from a touch until a key is pressed. */
  keypad: z.enum(['auto', 'always', 'never']).optional(),
  /** The colours; `system`, the default, uses the setting of the operating system. */
  theme: z.enum(['system', 'light', 'dark']).optional(),
  /** The text size, one for all cashiers, because the sign-in screen has no cashier yet. */
  letters: z.enum(['normal', 'large', 'largest']).optional(),
  /** Plays a sound for a paid, refused or unknown payment; off by default. */
  sounds: z.boolean().optional(),
  /** The screen that faces the customer; none by default. */
  customerScreen: z
    .strictObject({
      /** Counted from 1, from left to right; by default the first without the till's window. */
      display: z.number().int().min(1).max(8).optional(),
    })
    .optional(),
  /** A file that the till rewrites periodically while it runs; none by default. */
  heartbeat: z
    .strictObject({
      file: createAbsolutePathSchema(
        /^(\/|\\\\.|[A-Za-z]:[\\/])/,
        'the whole path of a file, such as /run/mostrador/till.json',
      ),
      /** 60 by default. */
      everySeconds: z.number().int().min(10).max(3600).optional(),
    })
    .optional(),
  /** Where new versions are published, and who installs them. */
  updates: z
    .strictObject({
      /** The folder of the signed feed; by default the address in the installer. */
      feed: z
        .string()
        .max(300)
        .regex(/^https:\/\/[^\s/@?#]+(\/[^\s@?#]*)?$/i, 'an address that begins with https://')
        .optional(),
      /** `owner`, the default: an owner with F7, on Windows. `fleet`: a fleet management tool. */
      by: z.enum(['owner', 'fleet']).optional(),
    })
    .optional(),
  /** The database of a chain of tills. The chain makes the daily file; no till uploads its own. */
  chain: chainSettingsSchema.optional(),
  /** The window covers the whole screen, for a computer that is only used as a till. */
  fullScreen: z.boolean().optional(),
  /** Days to keep the bytes of a printed paper; forever by default. Its lines are kept forever. */
  keepPrintedDays: z.number().int().min(7).max(3650).optional(),
  /**
   * Days to keep the accounts of returning customers; 0 keeps none. The default is 90 in training,
   * and 0 in other environments.
   */
  keepCustomerDays: z.number().int().min(0).max(1095).optional(),
  /** The folder of the daily backups of the ledger; by default `backups` in the profile. */
  backup: z
    .strictObject({
      folder: createAbsolutePathSchema(
        /^(\/|\\\\.|[A-Za-z]:[\\/])/,
        'the whole path of a folder, such as /media/backup/till',
      ),
      /** Number of backups to keep in the folder; 14 by default. */
      keep: z.number().int().min(1).max(3650).optional(),
    })
    .optional(),
});
export type Provisioning = z.infer<typeof provisioningSchema>;

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
} from './values.ts';

/** ISO 3166-1 alpha-2. */
export const countryCodeSchema = z
  .string()
  .trim()
  .regex(/^[A-Za-z]{2}$/, 'a country of two letters')
  .toUpperCase();

/** A zone that this runtime knows (`America/Mexico_City`). */
export const timeZoneSchema = z
  .string()
  .refine(
    (name) => Intl.supportedValuesOf('timeZone').includes(name) || isTimeZoneAlias(name),
    'a time zone of the IANA list, such as America/Mexico_City',
  );

/** The list has one name of each zone. Asked second, because it takes long at the first time. */
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

/** The connector's pin that opens the cash drawer; left out if none is connected. */
const drawerSchema = z.enum(['pin-2', 'pin-5']).optional();

/** A full path, of this system or another: one file may set up tills on several systems. */
const createAbsolutePathSchema = (start: RegExp, words: string) =>
  z
    .string()
    .max(500)
    .regex(/^[^\p{Cc}]+$/u, words)
    .regex(start, words);

export const printerSettingsSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('screen'), columns: columnsSchema }),
  z.strictObject({
    kind: z.literal('network'),
    /** `tcp://host:port`; the port is 9100 if it is left out. */
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
    /** Of a serial port, in baud; if left out, the system's setting is used. */
    baud: z.literal([1200, 2400, 4800, 9600, 19_200, 38_400, 57_600, 115_200]).optional(),
  }),
  z.strictObject({
    kind: z.literal('pdf'),
    /** Each paper becomes a file in this folder. */
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
  /** The fee that the consult names. */
  z.strictObject({ kind: z.literal('service') }),
  /** Fixed, per kind of biller, in the shop's currency. */
  z.strictObject({
    kind: z.literal('fixed'),
    utility: decimalSchema,
    'top-up': decimalSchema,
    'gift-card': decimalSchema,
    partner: decimalSchema,
  }),
]);
export type CustomerFee = z.infer<typeof customerFeeSchema>;

/** A name or an address, and the port; 5432 if that is left out. */
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

/** As PostgreSQL takes them: its names have at most 63 bytes. */
const databaseNameSchema = z.string().min(1).max(63);

/** The chain's database, as `mostrador chain enroll` says it. */
export const chainSettingsSchema = z.strictObject({
  /** Tried in turn: the database may move from one to another. */
  hosts: z
    .array(databaseHostSchema)
    .min(1, 'at least one host, such as db.example:5432')
    .max(8)
    .refine((hosts) => new Set(hosts).size === hosts.length, 'each host only once'),
  database: databaseNameSchema,
  /** The till's own role, which no other till has. */
  user: databaseNameSchema,
  /** Replaced by one that only the till and the database know, as soon as they meet. */
  password: z.string().min(1).max(300).optional(),
  /** PEM: the only authority whose certificate the database may show. */
  ca: z
    .string()
    .max(200_000)
    .regex(
      /-----BEGIN CERTIFICATE-----[\s\S]+-----END CERTIFICATE-----/,
      'a certificate in PEM form',
    ),
  /** The role by which an owner looks into the chain from this till (F7); none if left out. */
  office: z
    .strictObject({ user: databaseNameSchema, password: z.string().min(1).max(300) })
    .optional(),
  /** How the chain calls this shop. */
  shop: z.string().min(1).max(60).optional(),
});

/**
 * The data that sets up a till: the provisioning file, or the answers to the first-run wizard.
 * Described for people in docs/setting-up.md. Unknown fields are refused by name.
 */
export const provisioningSchema = z.strictObject({
  environment: environmentNameSchema,
  /** Left out in training, because the till runs its own service. */
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
  chainName: z.string().regex(/^[A-Za-z0-9_-]{1,40}$/, 'letters, digits, - and _, at most 40'),
  posNumber: z
    .string()
    .regex(/^[^|\r\n]{1,32}$/, 'at most 32 characters, no bar and no line break'),
  timeZone: timeZoneSchema,
  language: languageSchema,
  shop: z.strictObject({
    name: z.string().min(1).max(60),
    address: z.string().max(200).optional(),
    helpLine: z.string().max(60).optional(),
    /** A PNG file, printed above the receipt. */
    logo: z.string().max(1000).optional(),
  }),
  printer: printerSettingsSchema,
  /** How long a request may take; 60 seconds if left out. */
  deadlineSeconds: z.number().int().min(5).max(300).optional(),
  /** Also print a copy that the shop keeps. */
  shopCopy: z.boolean().optional(),
  /**
   * `printed`, the default: each receipt is printed. `on-request`: those of bills and top-ups only if
   * somebody asks; cash-outs, cancels and gift cards always.
   */
  receipts: z.enum(['printed', 'on-request']).optional(),
  /** The till locks itself after this long without a key or a touch; 5 if left out, 0: never. */
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
    .refine((list) => new Set(list.map((one) => one.id)).size === list.length, 'each id only once')
    .refine((list) => list.some((one) => one.role === 'owner'), 'at least one owner')
    .superRefine((list, context) => {
      const heard = new Set<string>();
      for (const [index, one] of list.entries()) {
        if (one.role === 'cashier') continue;
        if (heard.has(one.pin)) {
          const message = 'a PIN that no other supervisor or owner has';
          context.addIssue({ code: 'custom', path: [index, 'pin'], message });
        }
        heard.add(one.pin);
      }
    }),
  cashOutBillers: z.array(integer).max(500).optional(),
  drpBillers: z.array(integer).max(2).optional(),
  customerFee: customerFeeSchema.optional(),
  /** Version 3.3: keep a walk-in's bill at the service, which is deleted once paid otherwise. */
  keepWalkInBills: z.boolean().optional(),
  /** Warn when the shop's account falls to this or below it, in its currency. */
  lowBalance: decimalSchema.optional(),
  reconciliation: z
    .strictObject({
      /** Of the chain's business day; `America/Chicago` if left out. */
      timeZone: timeZoneSchema.optional(),
      /** When the file goes out: `04:10` in `America/New_York` if left out. */
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
      /** The only key that the server may show; without it, a person confirms the first. */
      hostKey: z
        .string()
        .max(2000)
        .regex(
          /^(SHA256:[A-Za-z0-9+/]{43}=?|(ssh-(ed25519|rsa)|ecdsa-sha2-nistp\d{3}) [A-Za-z0-9+/]+={0,2})$/,
          'SHA256:… or the public key, such as ssh-ed25519 AAAA…',
        )
        .optional(),
      /** The rights of a file that arrives, in octal: `0600` if left out. */
      mode: z
        .string()
        .regex(/^0[67][0-7]{2}$/, 'rights in octal like 0600 or 0640')
        .optional(),
      uploads: flag,
    })
    .optional(),
  currency: currencyCodeSchema.optional(),
  /** The shop's, ISO 3166-1 alpha-2: its billers come first. The version's country if left out. */
  country: countryCodeSchema.optional(),
  /**
   * `required`: no money is taken before a shift is opened with its float. `automatic`, the
   * default: the first money of the day opens a shift with an empty float.
   */
  shifts: z.enum(['required', 'automatic']).optional(),
  /** `shared`, the default: all cashiers use one drawer. `each`: one drawer for each cashier. */
  drawers: z.enum(['shared', 'each']).optional(),
  /**
   * The keypad on the screen. `auto`, the default: once somebody uses a finger, and until a key of
   * a keyboard is pressed.
   */
  keypad: z.enum(['auto', 'always', 'never']).optional(),
  /** The colours: `system`, the default, follows the computer. */
  theme: z.enum(['system', 'light', 'dark']).optional(),
  /** The size of the letters, the same for all cashiers of the till: the sign-in is read by all. */
  letters: z.enum(['normal', 'large', 'largest']).optional(),
  /** A sound for paid, for refused and for not known; none by default. */
  sounds: z.boolean().optional(),
  /** The screen that faces the customer; none if left out. */
  customerScreen: z
    .strictObject({
      /** Counted from 1, from left to right; the first that the till is not on, if left out. */
      display: z.number().int().min(1).max(8).optional(),
    })
    .optional(),
  /** A file that the till writes again and again while it is open; none if left out. */
  heartbeat: z
    .strictObject({
      file: createAbsolutePathSchema(
        /^(\/|\\\\.|[A-Za-z]:[\\/])/,
        'the whole path of a file, such as /run/mostrador/till.json',
      ),
      /** 60 if left out. */
      everySeconds: z.number().int().min(10).max(3600).optional(),
    })
    .optional(),
  /** Where new versions are announced, and who installs them. */
  updates: z
    .strictObject({
      /** The folder of the signed feed; the installer's if it is left out. */
      feed: z
        .string()
        .max(300)
        .regex(/^https:\/\/[^\s/@?#]+(\/[^\s@?#]*)?$/i, 'an address that begins with https://')
        .optional(),
      /** `owner`, the default: from F7, on Windows. `fleet`: a tool of the fleet does. */
      by: z.enum(['owner', 'fleet']).optional(),
    })
    .optional(),
  /** The database of a chain of tills, which then makes the daily file: no till uploads its own. */
  chain: chainSettingsSchema.optional(),
  /** The window covers the whole screen, as on a till that has the computer for itself. */
  fullScreen: z.boolean().optional(),
  /** Days for which the bytes of a printed paper are kept; always if left out. Its lines always are. */
  keepPrintedDays: z.number().int().min(7).max(3650).optional(),
  /**
   * Days for which the accounts of customers are kept for when they come back; 0: none are. If left
   * out, 90 in training, and 0 everywhere else.
   */
  keepCustomerDays: z.number().int().min(0).max(1095).optional(),
  /** The folder of the daily copy of the ledger; `backups` in the profile if left out. */
  backup: z
    .strictObject({
      folder: createAbsolutePathSchema(
        /^(\/|\\\\.|[A-Za-z]:[\\/])/,
        'the whole path of a folder, such as /media/backup/till',
      ),
      /** How many copies stay in the folder; 14 if left out. */
      keep: z.number().int().min(1).max(3650).optional(),
    })
    .optional(),
});
export type Provisioning = z.infer<typeof provisioningSchema>;

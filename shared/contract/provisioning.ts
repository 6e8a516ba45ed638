import { z } from 'zod';
import {
  currencyCode,
  decimalText,
  environmentName,
  language,
  role,
  serviceVersion,
} from './values.ts';

/** A zone that this runtime knows (`America/Mexico_City`). */
export const timeZone = z.string().refine((name) => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}, 'a time zone of the IANA list, such as America/Mexico_City');

export const PRINTER_MODELS = ['epson', 'star', 'tanca', 'daruma', 'brother', 'custom'] as const;

const columns = z.union([z.literal(32), z.literal(42), z.literal(48)]);

/** The connector's pin that opens the cash drawer; left out if none is connected. */
const drawer = z.enum(['pin-2', 'pin-5']).optional();

/** A full path, of this system or another: one file may set up tills on several systems. */
const wholePath = (start: RegExp, words: string) =>
  z
    .string()
    .max(500)
    .regex(/^[^\p{Cc}]+$/u, words)
    .regex(start, words);

export const printerSettings = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('screen'), columns }),
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
    columns,
    drawer,
  }),
  z.strictObject({
    kind: z.literal('path'),
    /** A device file, a serial port (`COM3`), a shared Windows printer (`//localhost/Receipts`). */
    path: wholePath(
      /^(\/.|\\\\.|[A-Za-z]:[\\/].|COM[1-9]\d{0,2}$)/i,
      'a whole path, such as /dev/usb/lp0, COM3 or //localhost/Receipts',
    ),
    model: z.enum(PRINTER_MODELS),
    columns,
    drawer,
    /** Of a serial port, in baud; if left out, the system's setting is used. */
    baud: z.literal([1200, 2400, 4800, 9600, 19_200, 38_400, 57_600, 115_200]).optional(),
  }),
  z.strictObject({
    kind: z.literal('pdf'),
    /** Each paper becomes a file in this folder. */
    folder: wholePath(
      /^(\/|\\\\.|[A-Za-z]:[\\/])/,
      'the whole path of a folder, such as /home/shop/receipts',
    ),
    columns,
  }),
]);
export type PrinterSettings = z.infer<typeof printerSettings>;

/** A 4 to 8 digit PIN. */
export const pin = z.string().regex(/^\d{4,8}$/, '4 to 8 digits');

export const customerFee = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('none') }),
  /** The fee that the consult names. */
  z.strictObject({ kind: z.literal('service') }),
  /** Fixed, per kind of biller, in the shop's currency. */
  z.strictObject({
    kind: z.literal('fixed'),
    utility: decimalText,
    'top-up': decimalText,
    'gift-card': decimalText,
    partner: decimalText,
  }),
]);
export type CustomerFee = z.infer<typeof customerFee>;

/**
 * The data that sets up a till: the provisioning file, or the answers to the first-run wizard.
 * Described for people in docs/setting-up.md. Unknown fields are refused by name.
 */
export const provisioningSchema = z.strictObject({
  environment: environmentName,
  /** Left out in training, because the till runs its own service. */
  baseUrl: z.string().max(300).optional(),
  caFile: z.string().max(1000).optional(),
  proxy: z.string().max(300).optional(),
  vendor: z
    .string()
    .max(60)
    .regex(/^[a-z0-9_-]+$/i, 'letters, digits, - and _')
    .optional(),
  version: serviceVersion,
  apiKey: z.string().min(1).max(300).optional(),
  secretKey: z.string().min(1).max(300).optional(),
  chainName: z.string().regex(/^[A-Za-z0-9_-]{1,40}$/, 'letters, digits, - and _, at most 40'),
  posNumber: z
    .string()
    .regex(/^[^|\r\n]{1,32}$/, 'at most 32 characters, no bar and no line break'),
  timeZone,
  language,
  shop: z.strictObject({
    name: z.string().min(1).max(60),
    address: z.string().max(200).optional(),
    helpLine: z.string().max(60).optional(),
    /** A PNG file, printed above the receipt. */
    logo: z.string().max(1000).optional(),
  }),
  printer: printerSettings,
  /** How long a request may take; 60 seconds if left out. */
  deadlineSeconds: z.number().int().min(5).max(300).optional(),
  /** Also print a copy that the shop keeps. */
  shopCopy: z.boolean().optional(),
  /** The till locks itself after this long without a key or a touch; 5 if left out, 0: never. */
  lockAfterMinutes: z.number().int().min(0).max(240).optional(),
  cashiers: z
    .array(
      z.strictObject({
        id: z.string().regex(/^[A-Za-z0-9_-]{1,32}$/, 'letters, digits, - and _, at most 32'),
        name: z.string().min(1).max(40),
        pin,
        role,
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
  cashOutBillers: z.array(z.number().int()).max(500).optional(),
  drpBillers: z.array(z.number().int()).max(2).optional(),
  customerFee: customerFee.optional(),
  /** Version 3.3: keep a walk-in's bill at the service, which is deleted once paid otherwise. */
  keepWalkInBills: z.boolean().optional(),
  /** Warn when the shop's account falls to this or below it, in its currency. */
  lowBalance: decimalText.optional(),
  reconciliation: z
    .strictObject({
      /** Of the chain's business day; `America/Chicago` if left out. */
      timeZone: timeZone.optional(),
      host: z.string().max(300),
      port: z.number().int().min(1).max(65535).optional(),
      user: z.string().max(120),
      password: z.string().max(300).optional(),
      privateKey: z.string().max(20_000).optional(),
      folder: z.string().max(500).optional(),
      uploads: z.boolean(),
    })
    .optional(),
  currency: currencyCode.optional(),
  /**
   * `required`: no money is taken before a shift is opened with its float. `automatic`, the
   * default: the first money of the day opens a shift with an empty float.
   */
  shifts: z.enum(['required', 'automatic']).optional(),
  /** `shared`, the default: all cashiers use one drawer. `each`: one drawer for each cashier. */
  drawers: z.enum(['shared', 'each']).optional(),
  /** The folder of the daily copy of the ledger; `backups` in the profile if left out. */
  backup: z
    .strictObject({
      folder: wholePath(
        /^(\/|\\\\.|[A-Za-z]:[\\/])/,
        'the whole path of a folder, such as /media/backup/till',
      ),
      /** How many copies stay in the folder; 14 if left out. */
      keep: z.number().int().min(1).max(3650).optional(),
    })
    .optional(),
});
export type Provisioning = z.infer<typeof provisioningSchema>;

/** Schemas of the settings that are more than one value. */
import { z } from 'zod';
import { findShippedCollector, isSamePlace } from '../bill-codes/index.ts';
import {
  type HostAddress,
  hasPlainHost,
  MAX_PIN_DIGITS,
  MIN_PIN_DIGITS,
  parseHost,
  parseHostAddress,
} from '../rules/index.ts';
import { decimalSchema, roleSchema } from './value-schemas.ts';

/** The number of a company that collects bills, as their bar codes contain it. */
export const glnSchema = z.string().regex(/^\d{13}$/, 'a GLN of 13 digits');

/** Positions in one of the references of a bill's bar code, from 1; `to: null` is up to its end. */
export const accountPlaceSchema = z
  .strictObject({
    reference: z.number().int().min(1).max(3),
    from: z.number().int().min(1).max(25),
    to: z.number().int().min(1).max(25).nullable(),
  })
  .refine(({ from, to }) => to === null || to >= from, 'an end that is not before the beginning');

const createLengthsSchema = (max: number) => z.array(z.number().int().min(1).max(max)).max(max);

/** The biller of a collector's bills, and where the account stands in their bar codes. */
export const billLayoutSchema = z
  .strictObject({
    gln: glnSchema,
    /** The id in the service's list of billers. */
    billerId: z.number().int(),
    /** Omitted: as the till knows it, or the whole first reference. */
    account: accountPlaceSchema.optional(),
    /** Of the reference with the account. Omitted: the till asks about each length once. */
    referenceLengths: createLengthsSchema(25).optional(),
    /** Of the amount's digits, with the zeros before it. Omitted: the till asks about each length once. */
    amountLengths: createLengthsSchema(15).optional(),
  })
  .refine(({ gln, account }) => {
    const shipped = findShippedCollector(gln);
    return account === undefined || shipped === null || isSamePlace(account, shipped.account);
  }, 'an account at the place that the till knows of this collector; omit it');

export const billLayoutsSchema = z
  .array(billLayoutSchema)
  .max(500)
  .refine(
    (layouts) => new Set(layouts.map(({ gln }) => gln)).size === layouts.length,
    'each collector only once',
  );

/** Digits of a code, from 1. */
const digitPlaceSchema = z.strictObject({
  from: z.number().int().min(1).max(60),
  to: z.number().int().min(1).max(60),
});

/**
 * The form of a biller's codes that name no collector. Codes of other billers may have the same
 * form, so the till only offers this biller.
 */
export const billPatternSchema = z
  .strictObject({
    /** The id in the service's list of billers. */
    billerId: z.number().int(),
    length: z.number().int().min(6).max(60),
    /** What each code begins with; omitted: anything. */
    beginning: z
      .string()
      .regex(/^[0-9A-Z]{1,20}$/, 'digits and capital letters')
      .optional(),
    account: digitPlaceSchema,
    amount: digitPlaceSchema.extend({ decimals: z.number().int().min(0).max(2) }).optional(),
    /** Six digits, YYMMDD. */
    dueDate: digitPlaceSchema.optional(),
  })
  .refine(
    ({ length, account, amount, dueDate }) =>
      [account, amount, dueDate].every(
        (place) => place === undefined || (place.from <= place.to && place.to <= length),
      ),
    'places within the code, with an end that is not before the beginning',
  )
  .refine(
    ({ dueDate }) => dueDate === undefined || dueDate.to - dueDate.from === 5,
    'a due date of six digits',
  );

export const billPatternsSchema = z.array(billPatternSchema).max(500);

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
export const createAbsolutePathSchema = (startPattern: RegExp, message: string) =>
  z
    .string()
    .max(500)
    .regex(/^[^\p{Cc}]+$/u, message)
    .regex(startPattern, message);

/** Parses `tcp://host` or `tcp://host:port`, the address of a network printer; null for anything else. */
export function parsePrinterAddress(text: string): HostAddress | null {
  const [, address] = /^tcp:\/\/([^/]+)\/?$/i.exec(text.trim()) ?? [];
  return address === undefined ? null : parseHostAddress(address);
}

const createPrinterSettingsSchema = (addressSchema: z.ZodType<string>) =>
  z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('screen'), columns: columnsSchema }),
    z.strictObject({
      kind: z.literal('network'),
      /** `tcp://host:port`; the default port is 9100. */
      address: addressSchema,
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
export const printerSettingsSchema = createPrinterSettingsSchema(
  z
    .string()
    .trim()
    .max(300)
    .refine((text) => parsePrinterAddress(text) !== null, 'tcp://host or tcp://host:port'),
);
/** As stored: `storedHostSchema` says why. */
export const storedPrinterSettingsSchema = createPrinterSettingsSchema(z.string().max(300));
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
export const databaseHostSchema = z
  .string()
  .trim()
  .max(300)
  .refine(
    (host) => parseHostAddress(host) !== null,
    'a name or an address with a port from 1 to 65535, such as db.example:5432',
  );

/** A host without scheme and port. */
export const hostSchema = z
  .string()
  .max(300)
  .overwrite((text) => parseHost(text) ?? text)
  .refine(
    (text) => parseHost(text) !== null,
    'a name or an address without scheme and port, such as sftp.example.com or 10.0.0.5',
  );

/**
 * A host as stored. An earlier version may have accepted its form: the till opens all the same, and
 * whatever connects to the host refuses it.
 */
export const storedHostSchema = z
  .string()
  .max(300)
  .overwrite((text) => parseHost(text) ?? text);

/** What the address of a web server or proxy has to be beside a URL. */
export const webAddressSchema = z
  .string()
  .trim()
  .max(300)
  .refine(
    (text) => !/^[a-z]+:/i.test(text) || (URL.canParse(text) && hasPlainHost(text)),
    'an address with a name, or with an IP address in its usual form',
  );

/** PostgreSQL names have at most 63 bytes. */
export const databaseNameSchema = z.string().trim().min(1).max(63);

export const cashiersSchema = z
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
  });

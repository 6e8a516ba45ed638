import { z } from 'zod';
import { countryCodeSchema, printerSettingsSchema, provisioningSchema } from '../provisioning.ts';
import {
  currencyCodeSchema,
  decimalSchema,
  flag,
  integer,
  languageSchema,
} from '../value-schemas.ts';
import {
  chainSectionSchema,
  reconciliationSectionSchema,
  serviceSectionSchema,
  trainingServiceSectionSchema,
} from './servers.ts';

const { shape } = provisioningSchema;

/** A non-negative amount with at most two decimals. */
const amountSchema = decimalSchema.refine(
  (text) => /^\d{1,12}(\.\d{1,2})?$/.test(text),
  'an amount that is not negative, with at most two decimals',
);

const billerIdsSchema = z
  .array(integer)
  .max(500)
  .refine((billerIds) => new Set(billerIds).size === billerIds.length, 'each biller only once');

/** Base64 of at most one megabyte. */
const logoImageSchema = z.base64().max(1_400_000);

const shopSectionSchema = z.strictObject({
  section: z.literal('shop'),
  name: shape.shop.shape.name,
  address: shape.shop.shape.address.unwrap().nullable(),
  helpLine: shape.shop.shape.helpLine.unwrap().nullable(),
});

/** A PNG: a file on this computer, or the picture itself; `none` removes the logo. */
const logoSectionSchema = z.strictObject({
  section: z.literal('logo'),
  from: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('none') }),
    z.strictObject({ kind: z.literal('path'), path: z.string().min(1).max(1000) }),
    z.strictObject({ kind: z.literal('picture'), base64: logoImageSchema }),
  ]),
});

const posSectionSchema = z.strictObject({
  section: z.literal('pos'),
  posNumber: shape.posNumber,
  chainName: shape.chainName,
});

const printerSectionSchema = z.strictObject({
  section: z.literal('printer'),
  printer: printerSettingsSchema,
  /** Saved without a printed test page, because a person insisted; the audit log records this. */
  isUntried: flag,
});

/** The requested values of one section of the settings. */
export const settingsChangeSchema = z.discriminatedUnion('section', [
  shopSectionSchema,
  logoSectionSchema,
  posSectionSchema,
  z.strictObject({ section: z.literal('zone'), timeZone: shape.timeZone }),
  z.strictObject({ section: z.literal('language'), language: languageSchema }),
  serviceSectionSchema,
  trainingServiceSectionSchema,
  printerSectionSchema,
  z.strictObject({ section: z.literal('cash-out'), billers: billerIdsSchema }),
  z.strictObject({ section: z.literal('drp'), billers: billerIdsSchema.max(2) }),
  z.strictObject({
    section: z.literal('fee'),
    fee: z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('none') }),
      z.strictObject({ kind: z.literal('service') }),
      z.strictObject({
        kind: z.literal('fixed'),
        utility: amountSchema,
        'top-up': amountSchema,
        'gift-card': amountSchema,
        partner: amountSchema,
      }),
    ]),
  }),
  z.strictObject({ section: z.literal('shop-copy'), isPrinted: flag }),
  z.strictObject({ section: z.literal('receipts'), receipts: shape.receipts.unwrap() }),
  z.strictObject({ section: z.literal('walk-in-bills'), areKept: flag }),
  z.strictObject({
    section: z.literal('money'),
    lowBalance: amountSchema.nullable(),
    currency: currencyCodeSchema.regex(/^[A-Za-z]{2,8}$/, 'a currency code').nullable(),
    country: countryCodeSchema.nullable(),
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
  z.strictObject({ section: z.literal('keypad'), keypad: shape.keypad.unwrap() }),
  z.strictObject({ section: z.literal('theme'), theme: shape.theme.unwrap() }),
  z.strictObject({ section: z.literal('letters'), letters: shape.letters.unwrap() }),
  z.strictObject({ section: z.literal('sounds'), areOn: flag }),
  z.strictObject({ section: z.literal('full-screen'), isOn: flag }),
  z.strictObject({
    section: z.literal('customer-screen'),
    to: z
      .strictObject({
        display: shape.customerScreen.unwrap().shape.display.unwrap().nullable(),
      })
      .nullable(),
  }),
  reconciliationSectionSchema,
  chainSectionSchema,
  z.strictObject({
    section: z.literal('heartbeat'),
    to: z
      .strictObject({
        file: shape.heartbeat.unwrap().shape.file,
        everySeconds: shape.heartbeat.unwrap().shape.everySeconds.unwrap().nullable(),
      })
      .nullable(),
  }),
  z.strictObject({
    section: z.literal('updates'),
    to: z.strictObject({
      feed: shape.updates.unwrap().shape.feed.unwrap().nullable(),
      by: shape.updates.unwrap().shape.by.unwrap(),
    }),
  }),
  z.strictObject({
    section: z.literal('printed'),
    days: shape.keepPrintedDays.unwrap().nullable(),
  }),
  z.strictObject({
    section: z.literal('customers'),
    days: shape.keepCustomerDays.unwrap().nullable(),
  }),
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
export type SettingsChange = z.infer<typeof settingsChangeSchema>;
export type SettingsSection = SettingsChange['section'];

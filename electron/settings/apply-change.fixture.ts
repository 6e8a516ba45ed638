import fc from 'fast-check';
import type { Provisioning } from '../../shared/contract/index.ts';
import { createTrainingProvisioning } from './training-provisioning.ts';

export const SECRET = 'PLANTED';
export const SANDBOX_PROVISIONING: Provisioning = {
  ...createTrainingProvisioning('es-MX'),
  environment: 'sandbox',
  baseUrl: 'https://service.example',
  vendor: 'vendor',
  apiKey: `${SECRET}-api`,
  secretKey: `${SECRET}-secret`,
};
/** A PNG of one pixel. */
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

export const SERVICE_CHANGE = {
  section: 'service',
  baseUrl: 'https://other.example',
  vendor: 'vendor',
  version: 'v3.3',
  deadlineSeconds: null,
} as const;
export const UPLOAD_SERVER = {
  timeZone: null,
  uploadTime: null,
  uploadZone: null,
  host: 'sftp.example',
  port: null,
  user: 'shop',
  folder: null,
  mode: null,
  uploads: true,
};
const textArbitrary = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 });
const amountArbitrary = fc.integer({ min: 0, max: 99_999 }).map((n) => (n / 100).toFixed(2));
export const secretArbitrary = fc.constantFrom(undefined, `${SECRET}-1`, `${SECRET}-2`);
const zoneArbitrary = fc.constantFrom('America/Bogota', 'America/Chicago');
export const changeArbitrary = fc.oneof(
  fc.record({
    section: fc.constant('shop'),
    name: textArbitrary,
    address: fc.option(textArbitrary),
    helpLine: fc.option(textArbitrary),
  }),
  fc.record({
    section: fc.constant('logo'),
    from: fc.constantFrom(
      { kind: 'none' },
      { kind: 'picture', base64: PNG.toString('base64') },
      { kind: 'picture', base64: 'AAAA' },
    ),
  }),
  fc.record({
    section: fc.constant('pos'),
    posNumber: textArbitrary,
    chainName: fc.oneof(textArbitrary, fc.constant('cadena-1')),
  }),
  fc.record({ section: fc.constant('zone'), timeZone: fc.oneof(zoneArbitrary, textArbitrary) }),
  fc.record({
    section: fc.constant('service'),
    baseUrl: fc.constantFrom('https://a.example', 'http://b.example', 'https://c.example/api'),
    vendor: fc.constantFrom('one', 'two'),
    version: fc.constantFrom('v1.6', 'v3.mx'),
    deadlineSeconds: fc.option(fc.integer({ min: 0, max: 400 })),
    apiKey: secretArbitrary,
    secretKey: secretArbitrary,
    proxy: fc.constantFrom(undefined, null, `http://shop:${SECRET}@proxy.example:3128`),
  }),
  fc.record({
    section: fc.constant('reconciliation'),
    isUntried: fc.boolean(),
    to: fc.option(
      fc.record({
        timeZone: fc.option(zoneArbitrary),
        uploadTime: fc.option(fc.constantFrom('04:10', '23:59', '24:00', '4:10')),
        uploadZone: fc.option(fc.oneof(zoneArbitrary, textArbitrary)),
        host: textArbitrary,
        port: fc.option(fc.integer({ min: 0, max: 70_000 })),
        user: textArbitrary,
        password: fc.oneof(secretArbitrary, fc.constant(null)),
        folder: fc.option(textArbitrary),
        mode: fc.option(fc.constantFrom('0600', '0640', '0000', '600')),
        uploads: fc.boolean(),
      }),
    ),
  }),
  fc.record({
    section: fc.constant('fee'),
    fee: fc.oneof(
      fc.constant({ kind: 'service' }),
      fc.record({
        kind: fc.constant('fixed'),
        utility: amountArbitrary,
        'top-up': fc.oneof(amountArbitrary, fc.constantFrom('-1', '1.234', 'x')),
        'gift-card': amountArbitrary,
        partner: amountArbitrary,
      }),
    ),
  }),
  fc.record({
    section: fc.constant('money'),
    lowBalance: fc.option(amountArbitrary),
    currency: fc.option(fc.constantFrom('MXN', 'RD', '€')),
    country: fc.option(fc.constantFrom('MX', 'do', 'México')),
  }),
  fc.record({
    section: fc.constant('backup'),
    to: fc.option(
      fc.record({
        folder: fc.constantFrom('/media/x', 'here', 'C:\\x'),
        keep: fc.option(fc.nat(9)),
      }),
    ),
  }),
  fc.record({
    section: fc.constant('updates'),
    to: fc.record({
      feed: fc.option(
        fc.constantFrom('https://updates.example/till/', 'http://x/', 'https://a:b@x/', 'x'),
      ),
      by: fc.constantFrom('owner', 'fleet'),
    }),
  }),
  fc.record({
    section: fc.constant('receipts'),
    receipts: fc.constantFrom('printed', 'on-request'),
  }),
  fc.record({
    section: fc.constant('keypad'),
    keypad: fc.constantFrom('auto', 'always', 'never'),
  }),
  fc.record({ section: fc.constant('theme'), theme: fc.constantFrom('system', 'light', 'dark') }),
  fc.record({
    section: fc.constant('letters'),
    letters: fc.constantFrom('normal', 'large', 'largest'),
  }),
  fc.record({ section: fc.constant('sounds'), areOn: fc.boolean() }),
  fc.record({ section: fc.constant('full-screen'), isOn: fc.boolean() }),
  fc.record({
    section: fc.constant('customer-screen'),
    to: fc.option(fc.record({ display: fc.option(fc.integer({ min: 1, max: 8 })) })),
  }),
  fc.record({ section: fc.constant('lock'), minutes: fc.option(fc.integer({ min: 0, max: 200 })) }),
  fc.record({
    section: fc.constant('cash'),
    shifts: fc.constantFrom('required', 'automatic'),
    drawers: fc.constantFrom('each', 'shared'),
  }),
  fc.record({ section: fc.constant('cash-out'), billers: fc.array(fc.nat(9), { maxLength: 4 }) }),
  fc.record({ section: fc.constant('language'), language: fc.constantFrom('en', 'es-CO') }),
);

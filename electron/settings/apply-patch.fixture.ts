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

export const SERVICE_PATCH = {
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
const secretArbitrary = fc.constantFrom(undefined, `${SECRET}-1`, `${SECRET}-2`);
const zoneArbitrary = fc.constantFrom('America/Bogota', 'America/Chicago');
/** Patches of the settings screen, and some that it must refuse. */
export const patchArbitrary = fc.oneof(
  fc.record({
    shop: fc.record({
      name: textArbitrary,
      address: fc.option(textArbitrary),
      helpLine: fc.option(textArbitrary),
    }),
  }),
  fc.record({
    shop: fc.record({
      logo: fc.constantFrom(
        null,
        `data:image/png;base64,${PNG.toString('base64')}`,
        'data:image/png;base64,AAAA',
      ),
    }),
  }),
  fc.record({
    posNumber: textArbitrary,
    chainName: fc.oneof(textArbitrary, fc.constant('cadena-1')),
  }),
  fc.record({ timeZone: fc.oneof(zoneArbitrary, textArbitrary) }),
  fc.record({
    baseUrl: fc.constantFrom('https://a.example', 'http://b.example', 'https://c.example/api'),
    vendor: fc.constantFrom('one', 'two'),
    version: fc.constantFrom('v1.6', 'v3.mx'),
    deadlineSeconds: fc.option(fc.integer({ min: 0, max: 400 })),
    apiKey: secretArbitrary,
    secretKey: secretArbitrary,
    proxy: fc.constantFrom(undefined, null, `http://shop:${SECRET}@proxy.example:3128`),
  }),
  fc.record({
    reconciliation: fc.option(
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
    customerFee: fc.oneof(
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
    lowBalance: fc.option(amountArbitrary),
    currency: fc.option(fc.constantFrom('MXN', 'RD', '€')),
    country: fc.option(fc.constantFrom('MX', 'do', 'México')),
  }),
  fc.record({
    backup: fc.option(
      fc.record({
        folder: fc.constantFrom('/media/x', 'here', 'C:\\x'),
        keep: fc.option(fc.nat(9)),
      }),
    ),
  }),
  fc.record({
    updates: fc.record({
      feed: fc.option(
        fc.constantFrom('https://updates.example/till/', 'http://x/', 'https://a:b@x/', 'x'),
      ),
      by: fc.constantFrom('owner', 'fleet'),
    }),
  }),
  fc.record({ receipts: fc.constantFrom('printed', 'on-request') }),
  fc.record({ keypad: fc.constantFrom('auto', 'always', 'never', null) }),
  fc.record({ theme: fc.constantFrom('system', 'light', 'dark') }),
  fc.record({ letters: fc.constantFrom('normal', 'large', 'largest') }),
  fc.record({ sounds: fc.boolean(), fullScreen: fc.boolean() }),
  fc.record({
    customerScreen: fc.option(fc.record({ display: fc.option(fc.integer({ min: 1, max: 8 })) })),
  }),
  fc.record({ lockAfterMinutes: fc.option(fc.integer({ min: 0, max: 200 })) }),
  fc.record({
    shifts: fc.constantFrom('required', 'automatic'),
    drawers: fc.constantFrom('each', 'shared'),
  }),
  fc.record({ cashOutBillers: fc.array(fc.nat(9), { maxLength: 4 }) }),
  fc.record({ language: fc.constantFrom('en', 'es-CO') }),
);

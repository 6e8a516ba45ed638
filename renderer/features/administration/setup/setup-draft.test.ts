import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { provisioningSchema } from '../../../../shared/contract/index.ts';
import { formatPrinterAddress, isPrinterAddress } from '../../../app/questions/index.ts';
import {
  applyChanges,
  createEmptyDraft,
  createPersonId,
  isFieldValid,
  type SetupDraft,
  toProvisioning,
} from './setup-draft.ts';
import { getSteps } from './setup-steps.ts';

const filled: SetupDraft = {
  ...createEmptyDraft('America/Mexico_City'),
  baseUrl: ' https://service.example/api ',
  vendor: 'acme',
  apiKey: 'key',
  secretKey: 'secret',
  keyCheck: { accountName: 'Lupita', balance: { amount: '5.00', currency: 'MXN' } },
  shopName: 'Abarrotes Lupita',
  posNumber: '07',
  chainName: 'lupita',
  printerAddress: 'tcp://192.168.1.50',
  people: [{ id: 'carmen', name: 'Carmen', pin: '3333', role: 'owner' }],
};

describe('the draft of a set-up', () => {
  test('becomes a provisioning that main takes, without what was left empty', () => {
    const made = toProvisioning(filled, 'es-MX');
    expect(provisioningSchema.safeParse(made).error).toBeUndefined();
    expect(made).not.toHaveProperty('caFile');
    expect(made.shop).toEqual({ name: 'Abarrotes Lupita' });
    expect(made.baseUrl).toBe('https://service.example/api');
  });

  test.each(['baseUrl', 'vendor', 'version', 'apiKey', 'secretKey', 'caFile', 'proxy'] as const)(
    'a new %s makes the keys unchecked',
    (name) => {
      const changed = name === 'version' ? { version: 'v1.6' as const } : { [name]: 'other' };
      expect(applyChanges(filled, changed).keyCheck).toBeNull();
    },
  );

  test('another shop name leaves them checked', () => {
    expect(applyChanges(filled, { shopName: 'Otra' }).keyCheck).not.toBeNull();
  });

  test('plain http is not taken', () => {
    expect(isFieldValid('baseUrl', 'http://service.example')).toBe(false);
    expect(isFieldValid('baseUrl', 'service.example')).toBe(false);
    expect(isFieldValid('baseUrl', 'https://service.example:8443/api')).toBe(true);
  });

  test('validates a printer address', () => {
    expect(isPrinterAddress('tcp://192.168.1.50:9100')).toBe(true);
    expect(isPrinterAddress('tcp://impresora.local')).toBe(true);
    expect(isPrinterAddress('tcp://[fe80::1]:9100')).toBe(true);
    for (const wrong of ['192.168.1.50', 'tcp://', 'tcp://a:0', 'tcp://a:65536', 'tcp://a b']) {
      expect(isPrinterAddress(wrong), wrong).toBe(false);
    }
  });

  test('the screen printer asks no more about itself', () => {
    const steps = getSteps({ ...filled, printerKind: 'screen' });
    expect(steps.filter((name) => name.startsWith('printer-'))).toEqual([]);
    expect(getSteps(filled)).toContain('printer-try');
    expect(getSteps(filled).at(-1)).toBe('review');
  });

  test.each([
    ['path', 'printerPath', '/dev/usb/lp0', 'lp0', 'printer-path'],
    ['pdf', 'printerFolder', '/home/tienda/recibos', 'recibos', 'printer-folder'],
  ] as const)('a printer of kind %s is where it was typed', (kind, field, good, wrong, step) => {
    expect([
      isFieldValid(field, ` ${good} `),
      isFieldValid(field, wrong),
      isFieldValid(field, ''),
    ]).toEqual([true, false, false]);
    const draft: SetupDraft = { ...filled, printerKind: kind, [field]: ` ${good} ` };
    const made = toProvisioning(draft, 'es-MX');
    expect(provisioningSchema.safeParse(made).error).toBeUndefined();
    expect(formatPrinterAddress(made.printer)).toBe(good);
    const steps = getSteps(draft).filter((name) => name.startsWith('printer-'));
    expect(steps[0]).toBe(step);
    expect(steps.at(-1)).toBe('printer-try');
    expect(steps.includes('printer-model')).toBe(kind === 'path');
  });

  test('every name gets an id that the schema takes, and no two the same', () => {
    const names = fc.array(fc.string({ minLength: 1, maxLength: 40 }), {
      minLength: 1,
      maxLength: 20,
    });
    const shape = provisioningSchema.shape.cashiers;
    fc.assert(
      fc.property(names, (list) => {
        const taken: string[] = [];
        for (const name of list) taken.push(createPersonId(name, taken));
        const people = list.map((name, index) => ({
          id: taken[index] ?? '',
          name,
          pin: '1234',
          role: index === 0 ? ('owner' as const) : ('cashier' as const),
        }));
        expect(shape.safeParse(people).success).toBe(true);
      }),
    );
  });
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { provisioningSchema } from '../../../../shared/contract/index.ts';
import { formatPrinterAddress, isPrinterFieldValid } from '../../../app/questions/index.ts';
import {
  applySetupChanges,
  createEmptySetupDraft,
  createPersonId,
  isSetupFieldValid,
  type SetupDraft,
  toProvisioning,
} from './setup-draft.ts';
import { getSetupSteps } from './setup-steps.ts';

const filledDraft: SetupDraft = {
  ...createEmptySetupDraft('America/Mexico_City'),
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

describe('set-up draft', () => {
  test('converts the draft to valid provisioning without empty answers', () => {
    const provisioning = toProvisioning(filledDraft, 'es-MX');
    expect(provisioningSchema.safeParse(provisioning).error).toBeUndefined();
    expect(provisioning).not.toHaveProperty('caFile');
    expect(provisioning.shop).toEqual({ name: 'Abarrotes Lupita' });
    expect(provisioning.baseUrl).toBe('https://service.example/api');
  });

  test.each(['baseUrl', 'vendor', 'version', 'apiKey', 'secretKey', 'caFile', 'proxy'] as const)(
    'discards the key check when %s changes',
    (name) => {
      const changed = name === 'version' ? { version: 'v1.6' as const } : { [name]: 'other' };
      expect(applySetupChanges(filledDraft, changed).keyCheck).toBeNull();
    },
  );

  test('keeps the key check when the shop name changes', () => {
    expect(applySetupChanges(filledDraft, { shopName: 'Otra' }).keyCheck).not.toBeNull();
  });

  test('rejects a service address without https', () => {
    expect(isSetupFieldValid('baseUrl', 'http://service.example')).toBe(false);
    expect(isSetupFieldValid('baseUrl', 'service.example')).toBe(false);
    expect(isSetupFieldValid('baseUrl', 'https://service.example:8443/api')).toBe(true);
  });

  test('validates a printer address', () => {
    expect(isPrinterFieldValid('printerAddress', 'tcp://192.168.1.50:9100')).toBe(true);
    expect(isPrinterFieldValid('printerAddress', 'tcp://impresora.local')).toBe(true);
    expect(isPrinterFieldValid('printerAddress', 'tcp://[fe80::1]:9100')).toBe(true);
    for (const invalidAddress of [
      '192.168.1.50',
      'tcp://',
      'tcp://a:0',
      'tcp://a:65536',
      'tcp://a b',
    ]) {
      expect(isPrinterFieldValid('printerAddress', invalidAddress), invalidAddress).toBe(false);
    }
  });

  test('skips the printer steps for the screen printer', () => {
    const steps = getSetupSteps({ ...filledDraft, printerKind: 'screen' });
    expect(steps.filter((name) => name.startsWith('printer-'))).toEqual([]);
    expect(getSetupSteps(filledDraft)).toContain('printer-try');
    expect(getSetupSteps(filledDraft).at(-1)).toBe('review');
  });

  test.each([
    ['path', 'printerPath', '/dev/usb/lp0', 'lp0', 'printer-path'],
    ['pdf', 'printerFolder', '/home/tienda/recibos', 'recibos', 'printer-folder'],
  ] as const)(
    'accepts only a full path for a printer of kind %s, and provisions it',
    (kind, field, validPath, invalidPath, step) => {
      expect([
        isSetupFieldValid(field, ` ${validPath} `),
        isSetupFieldValid(field, invalidPath),
        isSetupFieldValid(field, ''),
      ]).toEqual([true, false, false]);
      const draft: SetupDraft = { ...filledDraft, printerKind: kind, [field]: ` ${validPath} ` };
      const provisioning = toProvisioning(draft, 'es-MX');
      expect(provisioningSchema.safeParse(provisioning).error).toBeUndefined();
      expect(formatPrinterAddress(provisioning.printer)).toBe(validPath);
      const steps = getSetupSteps(draft).filter((name) => name.startsWith('printer-'));
      expect(steps[0]).toBe(step);
      expect(steps.at(-1)).toBe('printer-try');
      expect(steps.includes('printer-model')).toBe(kind === 'path');
    },
  );

  test('creates a valid and unique id for every name', () => {
    const names = fc.array(fc.string({ minLength: 1, maxLength: 40 }), {
      minLength: 1,
      maxLength: 20,
    });
    const shape = provisioningSchema.shape.cashiers;
    fc.assert(
      fc.property(names, (list) => {
        const takenIds: string[] = [];
        for (const name of list) takenIds.push(createPersonId(name, takenIds));
        const people = list.map((name, index) => ({
          id: takenIds[index] ?? '',
          name,
          pin: '1234',
          role: index === 0 ? ('owner' as const) : ('cashier' as const),
        }));
        expect(shape.safeParse(people).success).toBe(true);
      }),
    );
  });
});

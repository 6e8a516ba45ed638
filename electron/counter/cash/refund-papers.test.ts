import { describe, expect, it } from 'vitest';
import { createMoney } from '../../../shared/money/index.ts';
import { ENGLISH_SETTINGS, toPaperText } from './paper-text.fixture.ts';
import { renderRefundSlip } from './refund-papers.ts';

const AT = '2026-01-15T16:00:00.000Z';
type Slip = Parameters<typeof renderRefundSlip>[0];

/** The slip of a cash-out that was reversed after its cash was handed over. */
const DECIDED: Slip = {
  how: 'decided',
  paymentId: 'p1',
  billerName: 'Banco',
  account: '0007',
  externalId: 'e1',
  authorization: '48586',
  paidAt: AT,
  owedTo: 'shop',
  isHandedOver: true,
  amount: createMoney('300.00', 'MXN'),
  fee: null,
  reason: 'the bank will pay',
  at: AT,
  by: 'Ana',
  approvedBy: 'Luis',
  shiftNumber: 1,
};
const HANDED_BACK: Slip = {
  ...DECIDED,
  how: 'handed-back',
  owedTo: 'customer',
  isHandedOver: false,
  authorization: null,
  approvedBy: null,
  shiftNumber: null,
  reason: null,
};
const renderText = (slip: Slip, language: 'es-MX' | 'es-CO' | 'en' = 'en') =>
  toPaperText(renderRefundSlip(slip, { ...ENGLISH_SETTINGS, language }));

describe('the slip of a refund', () => {
  it('has all that is known of the payment, who decided and why', () => {
    expect(renderText(DECIDED)).toEqual([
      '(double) Abarrotes Lupita',
      '<blank>',
      '(bold) Refund settled without cash',
      '<rule>',
      'Till: 07',
      'Shift: 1',
      'Date: 2026-01-15 10:00:00',
      'Done by: Ana',
      'Approved by: Luis',
      '<rule>',
      'The bank reversed this cash-out: the customer was given cash that the bank did not pay.',
      'Biller: Banco',
      'Account: 0007',
      'Paid: 2026-01-15 10:00:00',
      'Authorization: 48586',
      'Reference: e1',
      '<rule>',
      'No longer owed: $300.00 *',
      'Reason: the bank will pay',
      '<blank>',
      '<blank>',
      'Signature: ____________',
    ]);
  });

  it('has nothing but the payment and the sum if nothing else is known', () => {
    expect(renderText(HANDED_BACK)).toEqual([
      '(double) Abarrotes Lupita',
      '<blank>',
      '(bold) Handed back to the customer',
      '<rule>',
      'Till: 07',
      'Date: 2026-01-15 10:00:00',
      'Done by: Ana',
      '<rule>',
      'The service gave this payment back: the biller did not receive it.',
      'Biller: Banco',
      'Account: 0007',
      'Paid: 2026-01-15 10:00:00',
      'Reference: e1',
      '<rule>',
      'Handed back: $300.00 *',
      '<blank>',
      '<blank>',
      'Signature: ____________',
    ]);
  });

  it('has the fee apart only where the customer gets a fee back', () => {
    const listFees = (changes: Partial<Slip>) =>
      renderText({ ...HANDED_BACK, ...changes }).filter((line) => /^(Payment|The shop)/.test(line));
    const fee = createMoney('10.00', 'MXN');
    expect(listFees({ fee })).toEqual(['Payment: $290.00', "The shop's fee: $10.00"]);
    expect(listFees({ fee: createMoney('0.00', 'MXN') })).toEqual([]);
    expect(listFees({ fee, owedTo: 'shop' })).toEqual([]);
  });

  it.each([
    ['handed-back', 'last', 'refund'],
    ['taken-in', 'first', 'cash-out-recovered'],
    ['decided', 'stays', 'refund-decided'],
  ] as const)('opens the drawer of what is %s at the moment: %s', (how, drawer, name) => {
    expect(renderRefundSlip({ ...DECIDED, how }, ENGLISH_SETTINGS)).toMatchObject({
      drawer,
      name,
      guard: null,
    });
  });

  it.each([
    ['es-MX', 'el cliente recibió efectivo', 'No consta'],
    ['es-CO', 'el cliente recibió efectivo', 'No consta'],
    ['en', 'the customer was given cash', 'Nothing shows'],
  ] as const)(
    'prints in %s whether the cash of a reversed cash-out was handed over',
    (language, handedOverText, notHandedOverText) => {
      const handedOver = renderText(DECIDED, language).join('\n');
      expect(handedOver).toContain(handedOverText);
      expect(handedOver).not.toContain(notHandedOverText);
      const notHandedOver = renderText({ ...DECIDED, isHandedOver: false }, language).join('\n');
      expect(notHandedOver).toContain(notHandedOverText);
      expect(notHandedOver).not.toContain(handedOverText);
    },
  );
});

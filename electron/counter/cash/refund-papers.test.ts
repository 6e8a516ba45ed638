import { describe, expect, it } from 'vitest';
import { createMoney } from '../../../shared/money/index.ts';
import { renderRefundSlip } from './refund-papers.ts';
import { TEST_CASH_SETTINGS } from './testing/index.ts';

const AT = '2026-01-15T16:00:00.000Z';

function renderSlipText(
  cashOut: { readonly isHandedOver: boolean },
  language: 'es-MX' | 'es-CO' | 'en',
): string {
  const { lines } = renderRefundSlip(
    {
      how: 'decided',
      paymentId: 'p1',
      billerName: 'Banco',
      account: '0007',
      externalId: 'e1',
      authorization: '48586',
      paidAt: AT,
      owedTo: 'shop',
      isHandedOver: cashOut.isHandedOver,
      amount: createMoney('300.00', 'MXN'),
      fee: null,
      reason: 'never handed over',
      at: AT,
      by: 'Ana',
      approvedBy: 'Luis',
      shiftNumber: 1,
    },
    { ...TEST_CASH_SETTINGS, language },
  );
  return lines.flatMap((line) => (line.kind === 'text' ? [line.text] : [])).join('\n');
}

describe('the slip of a cash-out that was reversed', () => {
  it.each([
    ['es-MX', 'el cliente recibió efectivo', 'No consta'],
    ['es-CO', 'el cliente recibió efectivo', 'No consta'],
    ['en', 'the customer was given cash', 'Nothing shows'],
  ] as const)(
    'prints in %s whether the cash was handed over',
    (language, handedOverText, notHandedOverText) => {
      const handedOver = renderSlipText({ isHandedOver: true }, language);
      expect(handedOver).toContain(handedOverText);
      expect(handedOver).not.toContain(notHandedOverText);
      const notHandedOver = renderSlipText({ isHandedOver: false }, language);
      expect(notHandedOver).toContain(notHandedOverText);
      expect(notHandedOver).not.toContain(handedOverText);
    },
  );
});

import { expect, it } from 'vitest';
import type { Payment } from '../../../../shared/contract/index.ts';
import { getReceiptTexts } from '../../../../shared/i18n/index.ts';
import { createPayment } from '../../../app/testing/fake-values.ts';
import { createReceiptRows } from './receipt-rows.ts';

const TEXTS = getReceiptTexts('es-MX');

function getLabels(changes: Partial<Payment>): readonly string[] {
  const payment = createPayment({ cash: null, change: null, ...changes });
  return createReceiptRows(payment, TEXTS, 'es-MX').map((row) => row.label);
}

it.each([
  ['not-yet', 'unknown'],
  ['paper-first', 'paid'],
  ['now', 'paid'],
] as const)('does not show pending money out as handed over: %s', (handOver, state) => {
  expect(getLabels({ kind: 'cash-out', state, handOver })).toContain('A entregar');
  expect(getLabels({ kind: 'cash-out', state, handOver })).not.toContain('Entregado');
  expect(getLabels({ kind: 'cancel', state, handOver })).toContain('A devolver');
});

it('shows money out as handed over once it was, and nothing if none goes out', () => {
  expect(getLabels({ kind: 'cash-out', state: 'paid', handOver: 'done' })).toContain('Entregado');
  expect(getLabels({ kind: 'cancel', state: 'paid', handOver: 'done' })).toContain('Devuelto');
  const labels = getLabels({ kind: 'cash-out', state: 'rejected', handOver: 'never' });
  expect(labels).not.toContain('Entregado');
  expect(labels).not.toContain('A entregar');
  expect(getLabels({})).not.toContain('A entregar');
});

it('labels a phone number as a phone', () => {
  expect(getLabels({ accountIs: 'phone' })).toContain('Teléfono');
  expect(getLabels({ accountIs: 'phone' })).not.toContain('Cuenta');
  expect(getLabels({ accountIs: 'account' })).toContain('Cuenta');
});

it('labels only a mobile number as “celular” in Colombia', () => {
  const getColombianLabels = (accountIs: Payment['accountIs']) =>
    createReceiptRows(createPayment({ accountIs }), getReceiptTexts('es-CO'), 'es-CO').map(
      (row) => row.label,
    );
  expect(getColombianLabels('mobile')).toContain('Celular');
  expect(getColombianLabels('phone')).toContain('Teléfono');
});

import { expect, it } from 'vitest';
import type { Payment } from '../../../../../shared/contract/index.ts';
import { getReceiptTexts } from '../../../../../shared/i18n/index.ts';
import { createPayment } from '../../../../app/testing/fake-values.ts';
import { resumeFlow } from '../flow/index.ts';
import { createDraftRows } from './draft-rows.ts';

const WORDS = getReceiptTexts('es-MX');

function labels(changes: Partial<Payment>): readonly string[] {
  const { at } = resumeFlow(createPayment({ cash: null, change: null, ...changes }), 0);
  return createDraftRows(at, WORDS, 'es-MX').map((row) => row.label);
}

it.each([
  ['not-yet', 'unknown'],
  ['paper-first', 'paid'],
  ['now', 'paid'],
] as const)('does not say of money out that it was handed over: %s', (handOver, state) => {
  expect(labels({ kind: 'cash-out', state, handOver })).toContain('A entregar');
  expect(labels({ kind: 'cash-out', state, handOver })).not.toContain('Entregado');
  expect(labels({ kind: 'cancel', state, handOver })).toContain('A devolver');
});

it('says it once it was, and speaks of none where none goes out', () => {
  expect(labels({ kind: 'cash-out', state: 'paid', handOver: 'done' })).toContain('Entregado');
  expect(labels({ kind: 'cancel', state: 'paid', handOver: 'done' })).toContain('Devuelto');
  const never = labels({ kind: 'cash-out', state: 'rejected', handOver: 'never' });
  expect(never).not.toContain('Entregado');
  expect(never).not.toContain('A entregar');
  expect(labels({})).not.toContain('A entregar');
});

it('calls a telephone number so, as its biller does', () => {
  expect(labels({ accountIs: 'phone' })).toContain('Teléfono');
  expect(labels({ accountIs: 'phone' })).not.toContain('Cuenta');
  expect(labels({ accountIs: 'account' })).toContain('Cuenta');
});

it('calls only a mobile a “celular” in Colombia', () => {
  const { at } = resumeFlow(createPayment({ accountIs: 'mobile' }), 0);
  const rows = createDraftRows(at, getReceiptTexts('es-CO'), 'es-CO');
  expect(rows.map((row) => row.label)).toContain('Celular');
  const landline = resumeFlow(createPayment({ accountIs: 'phone' }), 0).at;
  const others = createDraftRows(landline, getReceiptTexts('es-CO'), 'es-CO');
  expect(others.map((row) => row.label)).toContain('Teléfono');
});

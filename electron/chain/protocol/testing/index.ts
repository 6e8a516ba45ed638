import { randomUUID } from 'node:crypto';
import type {
  PaymentChange,
  PushedTillStatus,
  RefundChange,
  ShiftChange,
  ZReportChange,
} from '../index.ts';

/** Rows and a status as a till would send them, for tests. */

export function createSamplePayment(overrides: Partial<PaymentChange> = {}): PaymentChange {
  return {
    change: 'payment',
    n: 1,
    id: randomUUID(),
    state: 'paid',
    kind: 'bill',
    created_at: new Date().toISOString(),
    performed: Math.floor(Date.now() / 1000),
    biller: 40,
    biller_name: 'CFE',
    account: '501000000007',
    account_shown: '501 000 000 007',
    amount: '150.00',
    currency: 'MXN',
    fee: null,
    due: '150.00',
    shop_currency: 'MXN',
    pos: '07',
    external: randomUUID(),
    auth: '48586',
    cashier: 'ana',
    cashier_name: 'Ana',
    version: 'v3.mx',
    code: null,
    is_drp: false,
    cancels: null,
    shift: 'shift-1',
    ...overrides,
  };
}

export function createSampleShift(overrides: Partial<ShiftChange> = {}): ShiftChange {
  return {
    change: 'shift',
    n: 1,
    id: randomUUID(),
    number: 1,
    opened_at: new Date().toISOString(),
    opened_by: 'Ana',
    closed_at: null,
    closed_by: null,
    float: [{ currency: 'MXN', amount: '500.00' }],
    counted: null,
    expected: null,
    difference: null,
    ...overrides,
  };
}

export function createSampleZReport(overrides: Partial<ZReportChange> = {}): ZReportChange {
  const totals = [{ name: 'payments', count: 3, currency: 'MXN', amount: '450.00' }];
  const at = new Date().toISOString();
  return { change: 'z-report', n: 1, number: 1, shift: 'shift-1', at, totals, ...overrides };
}

export function createSampleRefund(overrides: Partial<RefundChange> = {}): RefundChange {
  return {
    change: 'refund',
    n: 1,
    payment: randomUUID(),
    at: new Date().toISOString(),
    amount: '150.00',
    currency: 'MXN',
    owed_to: 'customer',
    settled_at: null,
    settled: null,
    ...overrides,
  };
}

export function createSampleStatus(overrides: Partial<PushedTillStatus> = {}): PushedTillStatus {
  return {
    version: '0.1.0',
    pos: '07',
    until: Math.floor(Date.now() / 1000),
    closed: false,
    open_since: null,
    unresolved: 0,
    papers: 0,
    backup_at: null,
    clock_offset: 0,
    audit_number: 1,
    audit_digest: 'a'.repeat(64),
    service: 'green',
    printer: 'green',
    hints: [],
    ...overrides,
  };
}

/**
 * The IPC contract between main and the page, declared once as values. Four things are derived from
 * `calls` and `events`: main's registrar, the preload bridge, the page's client, and the fake bridge
 * of the page's tests. Values are plain JSON: amounts are decimal strings with their currency, times
 * are ISO 8601 in UTC. Every result is `{ ok: true, value }` or `{ ok: false, problem }`.
 */
import type { z } from 'zod';
import { auditCalls } from './audit.ts';
import { backupCalls, backupEvents } from './backup.ts';
import { basketCalls, basketEvents } from './basket.ts';
import { billCodeCalls } from './bill-codes.ts';
import { billCalls, billEvents } from './bills.ts';
import { cashCalls, cashEvents } from './cash.ts';
import { catalogCalls, catalogEvents } from './catalog.ts';
import { chainCalls } from './chain/index.ts';
import { claimCalls, claimEvents } from './claims.ts';
import { customerScreenCalls, customerScreenEvents } from './customer-screen.ts';
import { customerCalls } from './customers.ts';
import { diagnosticsCalls } from './diagnostics.ts';
import { earningsCalls } from './earnings.ts';
import { historyCalls } from './history.ts';
import { outlierCalls } from './outliers.ts';
import { paymentCalls, paymentEvents } from './payments/index.ts';
import { printingCalls, printingEvents } from './printing.ts';
import { reconciliationCalls, reconciliationEvents } from './reconciliation.ts';
import { recoveryCalls } from './recovery.ts';
import { refundCalls } from './refunds.ts';
import type { Result } from './result.ts';
import { settingsCalls } from './settings/index.ts';
import { staffCalls } from './staff.ts';
import { tillCalls, tillEvents } from './till.ts';
import { trainingCalls } from './training.ts';
import { updateCalls, updateEvents } from './updates.ts';

export const calls = {
  ...tillCalls,
  ...staffCalls,
  ...catalogCalls,
  ...customerCalls,
  ...paymentCalls,
  ...basketCalls,
  ...refundCalls,
  ...recoveryCalls,
  ...billCalls,
  ...billCodeCalls,
  ...historyCalls,
  ...claimCalls,
  ...earningsCalls,
  ...outlierCalls,
  ...printingCalls,
  ...trainingCalls,
  ...cashCalls,
  ...reconciliationCalls,
  ...auditCalls,
  ...backupCalls,
  ...diagnosticsCalls,
  ...settingsCalls,
  ...updateCalls,
  ...chainCalls,
  ...customerScreenCalls,
} as const;

export const events = {
  ...tillEvents,
  ...catalogEvents,
  ...billEvents,
  ...paymentEvents,
  ...basketEvents,
  ...printingEvents,
  ...cashEvents,
  ...claimEvents,
  ...backupEvents,
  ...reconciliationEvents,
  ...updateEvents,
  ...customerScreenEvents,
} as const;

export type Calls = typeof calls;
export type CallName = keyof Calls;
export type CallInput<Name extends CallName> = z.input<Calls[Name]['input']>;
/** The validated input that a handler receives. */
export type ValidatedCallInput<Name extends CallName> = z.output<Calls[Name]['input']>;
export type CallOutput<Name extends CallName> = z.output<Calls[Name]['output']>;
export type TillCallResult<Name extends CallName> = Result<CallOutput<Name>>;

export type Events = typeof events;
export type EventName = keyof Events;
export type EventPayload<Name extends EventName> = z.output<Events[Name]['payload']>;

/** The preload script sets `window.till` to this. Main validates all input. */
export interface TillBridge {
  call(name: CallName, input: unknown): Promise<unknown>;
  /** Returns the function that removes the listener. */
  on(name: EventName, listener: (payload: unknown) => void): () => void;
}

export * from './account-forecast.ts';
export * from './audit.ts';
export * from './audit-details.ts';
export * from './backup.ts';
export * from './basket.ts';
export * from './bill-codes.ts';
export * from './bills.ts';
export * from './cash.ts';
export * from './catalog.ts';
export * from './chain/index.ts';
export * from './claims.ts';
export * from './connection-fault.ts';
export * from './customer-screen.ts';
export * from './customers.ts';
export { declareSetting } from './declare-setting.ts';
export type { CallAccess } from './define-call.ts';
export * from './drawer-shortage.ts';
export * from './earnings.ts';
export * from './history.ts';
export * from './outliers.ts';
export * from './paper-reasons.ts';
export * from './payments/index.ts';
export {
  hasAtLeastRole,
  hasPermission,
  isPermission,
  PERMISSIONS,
  type Permission,
} from './permissions.ts';
export * from './printing.ts';
export * from './problem/index.ts';
export * from './provisioning.ts';
export * from './reconciliation.ts';
export * from './recovery.ts';
export * from './refunds.ts';
export * from './result.ts';
export * from './settings/index.ts';
export * from './staff.ts';
export * from './status-levels.ts';
export { TENDERS, type Tender, tenderSchema } from './tenders.ts';
export * from './text-lengths.ts';
export * from './till.ts';
export * from './training.ts';
export * from './updates.ts';
export * from './value-schemas.ts';

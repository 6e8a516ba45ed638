import { describe, expect, it } from 'vitest';
import { NOT_PERFORMED_AFTER_UPTIME_MS } from '../../../../shared/rules/index.ts';
import type { PaymentRecord } from '../../../ledger/index.ts';
import {
  createIntent,
  createOutcome,
  createRecord,
  createSend,
  FIRST_REQUEST_AT,
} from '../outcome/records.fixture.ts';
import { type PaymentRuntimeFacts, toPaymentView } from './payment-view.ts';

const HOUR = 60 * 60_000;
const SENT_AT_UPTIME = 5_000;
const LATER = '2026-03-01T18:05:00.000Z';

/** An hour after a lost send, when nothing is in flight and every look-up was empty. */
const FACTS: PaymentRuntimeFacts = {
  isSending: false,
  isIdle: true,
  requestTimeoutMs: 60_000,
  isLookedUpAfterTimeout: true,
  isServiceVersionUnchanged: true,
  isAttended: false,
  isCancelSending: false,
  canCancel: true,
  now: FIRST_REQUEST_AT + HOUR,
  timeZone: 'America/Mexico_City',
  estimatedServiceTime: FIRST_REQUEST_AT + HOUR,
  certainlyPassedTime: null,
  uptime: SENT_AT_UPTIME + HOUR,
  quietSince: SENT_AT_UPTIME,
  requestExpiryUptime: null,
};

const EMPTY_LOOK_UP = {
  result: 'empty',
  at: LATER,
  serviceTime: LATER,
} as PaymentRecord['lastLookUp'];

const view = (record: Partial<PaymentRecord>, facts: Partial<PaymentRuntimeFacts> = {}) =>
  toPaymentView(createRecord({ originalJobState: null, handOver: null, basket: null, ...record }), {
    ...FACTS,
    ...facts,
  });
const PAID = createOutcome({ state: 'paid', authorization: '48586', serviceStatus: 'fulfilled' });

describe('the state of a payment', () => {
  it.each(['intent', 'sent'] as const)(
    'shows a payment that is %s as sending only while its request is in flight',
    (state) => {
      const outcome = createOutcome({ state });
      expect(view({ outcome }, { isSending: true }).state).toBe('sending');
      expect(view({ outcome }).state).toBe('unknown');
    },
  );

  it('shows a payment that never left the till only as that refusal', () => {
    const isNotSent = (changes: Parameters<typeof createOutcome>[0]) =>
      view({ outcome: createOutcome(changes) }).isNotSent;
    expect(isNotSent({ state: 'rejected', resolvedBy: 'never-sent' })).toBe(true);
    expect(isNotSent({ state: 'rejected', resolvedBy: 'answer' })).toBe(false);
    expect(isNotSent({ state: 'unknown', resolvedBy: 'never-sent' })).toBe(false);
  });

  it.each(['waiting', 'printing', 'printed', 'unconfirmed', 'refused', 'failed'] as const)(
    'shows the job of its paper: %s',
    (state) => {
      expect(view({ originalJobState: state as PaymentRecord['originalJobState'] }).paper).toBe(
        state,
      );
      expect(view({ originalJobState: null }).paper).toBe('none');
    },
  );

  it('shows the pause that the last send’s answer asked for', () => {
    const createAnsweredSend = (retryAfterSeconds: number) =>
      createSend(60_000, { retryAfterSeconds });
    const sends = [10, 20, 30].map(createAnsweredSend);
    expect(view({ sends }).retryAfterSeconds).toBe(30);
    expect(view({ sends: [] }).retryAfterSeconds).toBe(null);
  });

  it('asks for no confirmation of a payment that a cashier has on the screen', () => {
    expect(view({ outcome: PAID }).toConfirm).toBe('paid');
    expect(view({ outcome: PAID }, { isAttended: true }).toConfirm).toBe('none');
  });
});

describe('the account of a payment', () => {
  it.each([
    ['utility', 'account_number', 'account'],
    ['utility', 'phone_number', 'phone'],
    ['top-up', 'phone_number', 'mobile'],
  ] as const)('shows what the account of a %s with a %s is: %s', (billerKind, billType, kind) => {
    expect(view({ intent: createIntent({ billerKind, billType }) }).accountIs).toBe(kind);
  });
});

describe('the times of an open payment', () => {
  const outcome = createOutcome({ nextLookUpAt: LATER });

  it('shows the next look-up of an open payment that is not being sent', () => {
    expect(view({ outcome }).nextLookUpAt).toBe(LATER);
    expect(view({ outcome }, { isSending: true }).nextLookUpAt).toBe(null);
    expect(view({ outcome: { ...PAID, nextLookUpAt: LATER } }).nextLookUpAt).toBe(null);
    expect(view({ lastLookUp: EMPTY_LOOK_UP }).lastLookUpAt).toBe(LATER);
    expect(view({}).lastLookUpAt).toBe(null);
  });

  it('shows when an empty look-up is certain, if time decides', () => {
    const early = { uptime: SENT_AT_UPTIME, estimatedServiceTime: FIRST_REQUEST_AT };
    const certainAt = new Date(FIRST_REQUEST_AT + NOT_PERFORMED_AFTER_UPTIME_MS).toISOString();
    const read = (record: Partial<PaymentRecord>, facts: Partial<PaymentRuntimeFacts> = {}) =>
      view(record, { ...early, ...facts }).certainAt;
    expect(read({ outcome })).toBe(certainAt);
    expect(read({ outcome, lastLookUp: EMPTY_LOOK_UP })).toBe(certainAt);
    expect(read({ outcome }, { quietSince: null })).toBe(null);
    expect(read({ outcome: PAID })).toBe(null);
    expect(read({ outcome: createOutcome({ unknownBecause: 'checking-refusal' }) })).toBe(null);
    expect(read({ outcome, lastLookUp: { ...EMPTY_LOOK_UP, result: 'unclear' } as never })).toBe(
      null,
    );
  });
});

describe('what a payment allows', () => {
  const LOST = { sends: [createSend()], lastLookUp: EMPTY_LOOK_UP };

  it('allows to send again only while nothing is in flight, in the same service version', () => {
    const canResend = (facts: Partial<PaymentRuntimeFacts>) => view(LOST, facts).canResend;
    expect(canResend({})).toBe(true);
    expect(canResend({ isIdle: false })).toBe(false);
    expect(canResend({ isServiceVersionUnchanged: false })).toBe(false);
    expect(canResend({ isLookedUpAfterTimeout: false })).toBe(false);
  });

  it('allows to close by hand only while no request is in flight', () => {
    const day = { estimatedServiceTime: FIRST_REQUEST_AT + 25 * HOUR };
    expect(view(LOST, day).canCloseByHand).toBe(true);
    expect(view(LOST, { ...day, isSending: true }).canCloseByHand).toBe(false);
    expect(view({ outcome: PAID }, day).canCloseByHand).toBe(false);
  });

  it('allows to cancel only in the same service version, if it has cancels', () => {
    const canCancel = (facts: Partial<PaymentRuntimeFacts>) =>
      view({ outcome: PAID }, facts).canCancel;
    expect(canCancel({})).toBe(true);
    expect(canCancel({ canCancel: false })).toBe(false);
    expect(canCancel({ isServiceVersionUnchanged: false })).toBe(false);
    expect(canCancel({ now: FIRST_REQUEST_AT + 25 * HOUR })).toBe(false);
  });

  it('shows its newest cancel, and whether that is being sent', () => {
    const newestCancel = { paymentId: 'cancel-1', state: 'sent' } as PaymentRecord['newestCancel'];
    expect(view({ outcome: PAID }).cancelledBy).toBe(null);
    expect(view({ outcome: PAID, newestCancel }).cancelledBy).toEqual({
      paymentId: 'cancel-1',
      state: 'unknown',
    });
    expect(
      view({ outcome: PAID, newestCancel }, { isCancelSending: true }).cancelledBy?.state,
    ).toBe('sending');
  });

  it('hands over the money of a cash-out by its paper and its text', () => {
    const intent = createIntent({ kind: 'cash-out' });
    const outcome = { ...PAID, ticketText: 'PAID' };
    const printed = { originalJobState: 'printed' as PaymentRecord['originalJobState'] };
    expect(view({ intent, outcome, ...printed })).toMatchObject({
      handOver: 'now',
      hasTicketText: true,
      paper: 'printed',
    });
    expect(view({ intent, outcome }).handOver).toBe('paper-first');
  });
});

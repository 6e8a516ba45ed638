import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  ANA,
  ANSWER_LOST,
  createRefusal,
  createTestBiller,
  createTestCounter,
  expectOk,
  LUIS,
  LUIS_PIN,
  NEVER_ARRIVES,
  type TestCounter,
} from './testing/index.ts';

const MINUTE = 60_000;
const APPROVAL = { cashierId: LUIS.id, pin: LUIS_PIN };
/** What the audit log shows of every payment that a supervisor decided about. */
const AUDIT_FACTS = {
  externalId: expect.stringMatching(/^[\da-f-]{36}$/),
  billerName: 'CFE',
  amount: { amount: '100.00', currency: 'MXN' },
};

let counter: TestCounter;
beforeEach(() => {
  counter = createTestCounter();
});
afterEach(() => counter.close());

interface StoredEvent {
  readonly kind: string;
  readonly cashier_id: string | null;
  readonly approved_by: string | null;
  readonly detail: string;
}

const toEvent = ({ kind, cashier_id: by, approved_by: approvedBy, detail }: StoredEvent) => ({
  kind,
  by,
  approvedBy,
  detail: JSON.parse(detail) as unknown,
});

const listEvents = (id: string) =>
  (
    counter.rows(
      `SELECT kind, cashier_id, approved_by, detail FROM payment_events
       WHERE intent_id = '${id}' ORDER BY id`,
    ) as StoredEvent[]
  ).map(toEvent);

const readLastAudit = () => {
  const rows = counter.rows('SELECT kind, cashier_id, approved_by, detail FROM audit');
  return toEvent(rows.at(-1) as StoredEvent);
};

const listRequestDates = () =>
  counter.service.sentRequests.map(({ date }) => new Date(date).toISOString());

const bySomebody = (kind: string, detail: object, approvedBy: string | null = null) => ({
  kind,
  by: ANA.id,
  approvedBy,
  detail,
});
const byNobody = (kind: string, detail: object) => ({ kind, by: null, approvedBy: null, detail });

describe('the events of a payment', () => {
  it('records each send with its Date and person, and each answer', async () => {
    const id = await counter.loseBill();
    expectOk(await counter.sendAgain(id));
    await counter.advance(1000);
    const [first, second] = listRequestDates();
    expect(listEvents(id)).toEqual([
      bySomebody('intent', { send: 1, requestDate: first }),
      byNobody('answer-unknown', {
        send: 1,
        httpStatus: null,
        code: null,
        reason: 'timed-out',
        state: 'unknown',
      }),
      bySomebody('sent-again', { send: 2, requestDate: second }),
      byNobody('answer-done', {
        send: 2,
        httpStatus: 201,
        code: null,
        reason: null,
        state: 'paid',
      }),
    ]);
    expect(counter.rows('SELECT number, cashier_id FROM sends')).toEqual([
      { number: 1, cashier_id: ANA.id },
      { number: 2, cashier_id: ANA.id },
    ]);
  });

  it('records a refusal with its code, and that nobody had it on the screen', async () => {
    counter.service.fates.push({ arrives: 20, answers: 30, answer: createRefusal('R2') });
    const { id } = await counter.payBill();
    counter.payments.handleSessionChange();
    await counter.advance(1000);
    expect(listEvents(id).at(-1)).toEqual(
      byNobody('answer-refused', {
        send: 1,
        httpStatus: 422,
        code: 'R2',
        reason: null,
        state: 'rejected',
        isAttended: false,
      }),
    );
  });

  it('records the look-up that resolved it, and what the look-up found', async () => {
    counter.service.fates.push(ANSWER_LOST);
    const { id } = await counter.payBill();
    await counter.advance(2 * MINUTE);
    expect(listEvents(id).at(-1)).toEqual(
      byNobody('look-up-found', { why: '1 rows', state: 'paid' }),
    );
    expect(counter.rows('SELECT result, detail FROM look_ups')).toEqual([
      { result: 'found', detail: '1 rows' },
    ]);
  });

  it('records a cancel with its reason and supervisor at both payments, and its hand-over', async () => {
    const { id } = await counter.payBill();
    await counter.advance(1000);
    const cancelling = { paymentId: id, reason: 'wrong account', approval: APPROVAL };
    const cancel = expectOk(await counter.payments.cancel(cancelling, ANA));
    await counter.advance(1000);
    expectOk(counter.payments.confirmHandOver({ paymentId: cancel.id }, ANA));
    const reason = { reason: 'wrong account' };
    expect(listEvents(id).at(-1)).toEqual(bySomebody('cancel-asked', reason, LUIS.id));
    const [, requestDate] = listRequestDates();
    expect(listEvents(cancel.id)).toEqual([
      bySomebody('intent', { send: 1, requestDate, ...reason }, LUIS.id),
      byNobody('answer-done', {
        send: 1,
        httpStatus: 200,
        code: null,
        reason: null,
        state: 'paid',
      }),
      bySomebody('handed-over', {}),
    ]);
    expect(readLastAudit()).toEqual(
      bySomebody(
        'cancel',
        { ...AUDIT_FACTS, paymentId: id, cancelId: cancel.id, ...reason },
        LUIS.id,
      ),
    );
  });

  it.each([
    [true, 'by-hand-paid', 'A-77', 'A-77'],
    [true, 'by-hand-paid', null, null],
    [false, 'by-hand-not-paid', 'A-77', null],
  ] as const)(
    'records that a supervisor closed a payment by hand as paid: %s',
    async (isPaid, state, typed, authorization) => {
      counter.service.fates.push(NEVER_ARRIVES);
      const { id } = await counter.payBill();
      counter.service.lookUpFates.push(...Array.from({ length: 400 }, () => 'failed' as const));
      await counter.advance(30 * MINUTE);
      const reason = 'the biller says so';
      const changes = counter.changes.length;
      const closed = expectOk(
        await counter.payments.closeByHand(
          { paymentId: id, isPaid, authorization: typed, reason, approval: APPROVAL },
          ANA,
        ),
      );
      expect(closed).toMatchObject({ state, authorization, nextLookUpAt: null });
      expect(counter.changes.slice(changes)).toEqual([id]);
      expect(closed.resolvedAt).toBe(new Date(counter.clock.now()).toISOString());
      expect(counter.rows('SELECT resolved_by FROM outcomes')).toEqual([
        { resolved_by: 'by-hand' },
      ]);
      expect(listEvents(id).at(-1)).toEqual(
        bySomebody('closed-by-hand', { reason, state }, LUIS.id),
      );
      expect(readLastAudit()).toEqual(
        bySomebody(
          'close-by-hand',
          { ...AUDIT_FACTS, paymentId: id, isPaid, authorization, reason },
          LUIS.id,
        ),
      );
      const { lookUps } = counter.service;
      await counter.advance(30 * MINUTE);
      expect(counter.service.lookUps).toBe(lookUps);
    },
  );

  it('records that a supervisor released the cash of a cash-out without its slip', async () => {
    counter.billers.set(7, createTestBiller({ id: 7, kind: 'partner' }));
    counter.settings.cashOutBillers = [7];
    const { id } = expectOk(await counter.payOut({ billerId: 7 }));
    await counter.advance(1000);
    const changes = counter.changes.length;
    const released = await counter.payments.releaseCash(
      { paymentId: id, reason: 'no paper', approval: APPROVAL },
      ANA,
    );
    expect(expectOk(released).handOver).toBe('now');
    expect(counter.changes.slice(changes)).toEqual([id]);
    const reason = { reason: 'no paper' };
    expect(listEvents(id).at(-1)).toEqual(bySomebody('cash-released', reason, LUIS.id));
    expect(readLastAudit()).toEqual(
      bySomebody('release-cash', { ...AUDIT_FACTS, paymentId: id, ...reason }, LUIS.id),
    );
  });

  it('records that a cashier confirmed an outcome', async () => {
    const { id } = await counter.payBill();
    counter.payments.handleSessionChange();
    await counter.advance(1000);
    expectOk(counter.payments.confirm({ paymentId: id }, ANA));
    expect(listEvents(id).at(-1)).toEqual(bySomebody('outcome-confirmed', { state: 'paid' }));
  });
});

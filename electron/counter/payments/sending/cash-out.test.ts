import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fail, ok } from '../../../../shared/contract/index.ts';
import {
  ANA,
  createRefusal,
  createTestBiller,
  createTestCounter,
  createUnknownAnswer,
  expectOk,
  expectProblem,
  type Fate,
  LUIS,
  LUIS_PIN,
  NEVER_ARRIVES,
  type TestCounter,
} from '../testing/index.ts';

const MINUTE = 60_000;
let counter: TestCounter;

function openCounter(options: { readonly keepsKeys?: boolean } = {}): void {
  counter = createTestCounter(options);
  counter.billers.set(20001, createTestBiller({ id: 20001, kind: 'partner' }));
  counter.settings.cashOutBillers = [20001];
  counter.settings.customerFee = {
    kind: 'fixed',
    utility: '5',
    'top-up': '5',
    'gift-card': '5',
    partner: '5',
  };
}

beforeEach(() => openCounter());

afterEach(() => counter.close());

const payOut = async () => expectOk(await counter.payOut({ billerId: 20001 }));
const listJobs = () => counter.rows('SELECT kind FROM print_jobs ORDER BY number');

describe('a cash-out', () => {
  it('allows the hand-over of a cash-out only after the confirmed answer and the printed slip', async () => {
    const sent = await payOut();
    expect(sent).toMatchObject({
      kind: 'cash-out',
      state: 'sending',
      handOver: 'not-yet',
      cash: null,
    });
    expect(
      expectProblem(counter.payments.confirmHandOver({ paymentId: sent.id }, ANA)),
    ).toMatchObject({
      kind: 'payment-state',
    });
    await counter.advance(100);
    expect(counter.get(sent.id)).toMatchObject({ state: 'paid', handOver: 'paper-first' });
    counter.setPrintJobState(sent.id, 'printed');
    expect(counter.get(sent.id).handOver).toBe('now');
    expect(expectOk(counter.payments.unresolved({}, ANA)).map((payment) => payment.id)).toEqual([
      sent.id,
    ]);
    expect(expectOk(counter.payments.current({}, ANA))?.id).toBe(sent.id);
    const handed = expectOk(counter.payments.confirmHandOver({ paymentId: sent.id }, ANA));
    expect(handed.handOver).toBe('done');
    expect(counter.payments.countUnresolved()).toBe(0);
  });

  it('sends the POS number and the cashier of a cash-out, and adds no fee', async () => {
    const order = await counter.order({ kind: 'cash-out', billerId: 20001, amount: '300' });
    expect(order).toMatchObject({ fee: null, due: { amount: '300.00', currency: 'MXN' } });
    await counter.payments.pay({ orderId: order.id, cash: null, acknowledged: [] }, ANA);
    expect(counter.service.sentRequests[0]?.request.target).toBe('/bill/cash_out');
    expect(JSON.parse(counter.service.sentRequests[0]?.request.body ?? '')).toMatchObject({
      pos_number: '07',
      cashier_id: 'ana',
    });
  });

  it('rejects a cash-out of a biller that the settings do not list', async () => {
    expect(expectProblem(await counter.payOut({ billerId: 40 }))).toEqual({
      kind: 'not-offered',
      what: 'cash-out',
    });
  });

  it('rejects a cash-out with cash', async () => {
    const order = await counter.order({ kind: 'cash-out', billerId: 20001 });
    const answer = await counter.payments.pay(
      { orderId: order.id, cash: order.due, acknowledged: [] },
      ANA,
    );
    expect(expectProblem(answer)).toMatchObject({ kind: 'invalid-input', field: 'cash' });
    expect(counter.service.sentRequests).toEqual([]);
  });

  it('does not send a cash-out while the printer cannot print', async () => {
    const order = await counter.order({ kind: 'cash-out', billerId: 20001 });
    counter.printer = fail({ kind: 'printer', reason: 'paper-out' });
    expect(expectProblem(await counter.payOut({ billerId: 20001 }))).toMatchObject({
      reason: 'paper-out',
    });
    const answer = await counter.payments.pay(
      { orderId: order.id, cash: null, acknowledged: [] },
      ANA,
    );
    expect(expectProblem(answer)).toMatchObject({ kind: 'printer' });
    expect(counter.service.sentRequests).toEqual([]);
  });

  it('does not send a cash-out if the till is locked during the printer query', async () => {
    const order = await counter.order({ kind: 'cash-out', billerId: 20001 });
    const press = () =>
      counter.payments.pay({ orderId: order.id, cash: null, acknowledged: [] }, ANA);
    const pendingPayment = press();
    counter.payments.handleSessionChange();
    expect(expectProblem(await pendingPayment)).toEqual({ kind: 'session-changed' });
    expect(counter.service.sentRequests).toEqual([]);
    expect(counter.rows('SELECT id FROM intents')).toEqual([]);
    expectOk(await press());
    expect(counter.service.sentRequests).toHaveLength(1);
  });

  it('sends a cash-out once for a hundred key presses at the same time', async () => {
    const order = await counter.order({ kind: 'cash-out', billerId: 20001 });
    const press = () =>
      counter.payments.pay({ orderId: order.id, cash: null, acknowledged: [] }, ANA);
    const answers = await Promise.all(Array.from({ length: 100 }, press));
    expect(new Set(answers.map((answer) => expectOk(answer).id)).size).toBe(1);
    expect(counter.service.sentRequests).toHaveLength(1);
  });

  it('prints a failure slip for a refused cash-out, and allows no hand-over', async () => {
    counter.service.fates.push({ arrives: 1, answers: 1, answer: createRefusal('R126') });
    const sent = await payOut();
    await counter.advance(100);
    expect(counter.get(sent.id)).toMatchObject({ state: 'rejected', handOver: 'never' });
    expect(listJobs()).toEqual([{ kind: 'failed' }]);
  });

  it('looks up an unknown cash-out, and allows the hand-over only once it is resolved', async () => {
    counter.service.fates.push({
      arrives: 1,
      answers: 1,
      answerAfterPerforming: createUnknownAnswer('timed-out'),
    });
    counter.service.lookUpFates.push('empty', 'empty');
    const sent = await payOut();
    await counter.advance(1000);
    const unresolved = counter.get(sent.id);
    expect(unresolved).toMatchObject({
      state: 'unknown',
      handOver: 'not-yet',
      canResend: false,
    });
    expect(expectProblem(await counter.sendAgain(sent.id))).toMatchObject({
      kind: 'payment-state',
    });
    await counter.advance(2 * MINUTE);
    expect(counter.get(sent.id)).toMatchObject({ state: 'paid', handOver: 'paper-first' });
    expect(counter.service.sentRequests).toHaveLength(1);
  });

  it.each(['reversed', 'Refunded '])(
    'rejects a cash-out whose row is given back (%s)',
    async (status) => {
      counter.service.fates.push({ arrives: 1, answers: null, status });
      const sent = await payOut();
      await counter.advance(3 * MINUTE);
      expect(counter.get(sent.id)).toMatchObject({ state: 'rejected', handOver: 'never' });
      expect(listJobs()).toEqual([{ kind: 'failed' }]);
    },
  );

  it('looks up a cash-out with an unrecognized status, and allows no hand-over meanwhile', async () => {
    counter.service.fates.push({ arrives: 1, answers: 1, status: 'on hold' });
    const sent = await payOut();
    await counter.advance(5_000);
    expect(['unknown', 'unclear']).toContain(counter.get(sent.id).state);
    expect(counter.get(sent.id).handOver).toBe('not-yet');
  });

  it('does not count a cash-out as a use of the biller', async () => {
    const sent = await payOut();
    await counter.advance(100);
    expect(counter.get(sent.id).state).toBe('paid');
    expect(counter.billerUses).toEqual([]);
  });

  it('prints a failure slip for a cash-out that was never performed', async () => {
    counter.service.fates.push({ arrives: null, answers: null });
    const sent = await payOut();
    await counter.advance(20 * MINUTE);
    expect(counter.get(sent.id)).toMatchObject({ state: 'not-performed', handOver: 'never' });
    expect(listJobs()).toEqual([{ kind: 'failed' }]);
  });
});

describe('a cash-out that is sent again', () => {
  /** Loses a cash-out, and advances until it can be sent again. */
  async function loseCashOut(fate: Fate = NEVER_ARRIVES): Promise<string> {
    counter.service.fates.push(fate);
    const sent = await payOut();
    await counter.advance(100_000);
    expect(counter.get(sent.id)).toMatchObject({ canResend: true, handOver: 'not-yet' });
    return sent.id;
  }

  it('resends a cash-out with the same bytes and key, and hands it over after answer and slip', async () => {
    const id = await loseCashOut();
    const again = expectOk(await counter.sendAgain(id));
    expect(again).toMatchObject({ state: 'sending', sends: 2, handOver: 'not-yet' });
    const [first, second] = counter.service.sentRequests;
    expect(second?.request).toEqual(first?.request);
    expect(second?.idempotencyKey).toBe(first?.idempotencyKey);
    expect(second?.date).toBeGreaterThan(first?.date ?? 0);
    await counter.advance(1000);
    expect(counter.get(id)).toMatchObject({ state: 'paid', handOver: 'paper-first' });
    counter.setPrintJobState(id, 'printed');
    expectOk(counter.payments.confirmHandOver({ paymentId: id }, ANA));
    expect(counter.service.performed.get(again.externalId)).toHaveLength(1);
    expect(listJobs()).toEqual([{ kind: 'original' }]);
    expect(counter.rows('SELECT amount FROM cash_movements')).toEqual([{ amount: '-100.00' }]);
  });

  it('performs a resent cash-out once if both copies arrive', async () => {
    const id = await loseCashOut({ arrives: 95_000, answers: null });
    counter.service.fates.push({ arrives: 20, answers: 30 });
    const again = await counter.sendAgain(id);
    await counter.advance(2000);
    expect(counter.get(id)).toMatchObject({ state: 'paid', handOver: 'paper-first' });
    expect(counter.service.performed.get(expectOk(again).externalId)).toHaveLength(1);
  });

  it('does not resend a cash-out while the printer cannot print or no shift is open', async () => {
    const id = await loseCashOut();
    counter.printer = fail({ kind: 'printer', reason: 'paper-out' });
    expect(expectProblem(await counter.sendAgain(id))).toMatchObject({ reason: 'paper-out' });
    counter.printer = ok(null);
    counter.shifts = 'required';
    counter.database.commit(() =>
      counter.database.prepare("UPDATE shifts SET closed_at = '2026-01-15T12:00:00.000Z'").run(),
    );
    expect(expectProblem(await counter.sendAgain(id))).toMatchObject({ kind: 'shift' });
    expect(counter.service.sentRequests).toHaveLength(1);
    counter.shifts = 'automatic';
    expectOk(await counter.sendAgain(id));
  });

  it('does not resend a cash-out if the till is locked during the printer query', async () => {
    const id = await loseCashOut();
    const pendingSend = counter.sendAgain(id);
    counter.payments.handleSessionChange();
    expect(expectProblem(await pendingSend)).toEqual({ kind: 'session-changed' });
    expect(counter.service.sentRequests).toHaveLength(1);
    expectOk(await counter.sendAgain(id));
    expect(counter.service.sentRequests).toHaveLength(2);
  });

  it('resends a cash-out once for a hundred key presses at the same time', async () => {
    const id = await loseCashOut();
    await Promise.all(Array.from({ length: 100 }, () => counter.sendAgain(id)));
    expect(counter.service.sentRequests).toHaveLength(2);
  });

  it('resolves a cash-out lost twice as not performed once its last signature expired', async () => {
    const id = await loseCashOut();
    counter.service.fates.push(NEVER_ARRIVES);
    expectOk(await counter.sendAgain(id));
    await counter.advance(10 * MINUTE);
    expect(counter.get(id)).toMatchObject({ state: 'unknown', handOver: 'not-yet' });
    await counter.advance(10 * MINUTE);
    expect(counter.get(id)).toMatchObject({ state: 'not-performed', handOver: 'never' });
    expect(listJobs()).toEqual([{ kind: 'failed' }]);
  });

  it.each(['R49', 'R36', 'R126'])(
    'allows no hand-over of a resent cash-out answered %s until a look-up proves the first copy',
    async (code) => {
      counter.close();
      openCounter({ keepsKeys: false });
      const id = await loseCashOut({ arrives: 99_990, answers: null });
      counter.service.fates.push({ arrives: 20, answers: 30, answer: createRefusal(code) });
      expectOk(await counter.sendAgain(id));
      counter.service.lookUpFates.push('empty');
      await counter.advance(110);
      expect(counter.get(id)).toMatchObject({ state: 'unknown', code, handOver: 'not-yet' });
      await counter.advance(MINUTE);
      expect(counter.get(id)).toMatchObject({ state: 'paid', handOver: 'paper-first' });
    },
  );
});

describe('a confirmed cash-out without its slip', () => {
  const release = (pin: string, cashierId = LUIS.id, paymentId = '') =>
    counter.payments.releaseCash(
      { paymentId, reason: 'no paper', approval: { cashierId, pin } },
      ANA,
    );

  it('releases the cash with a supervisor’s PIN, and keeps the state of the slip', async () => {
    const sent = await payOut();
    await counter.advance(100);
    counter.setPrintJobState(sent.id, 'refused');
    expect(expectProblem(await release('0000', LUIS.id, sent.id))).toMatchObject({
      kind: 'wrong-pin',
    });
    expect(counter.get(sent.id).handOver).toBe('paper-first');
    const released = expectOk(await release(LUIS_PIN, LUIS.id, sent.id));
    expect(released).toMatchObject({ handOver: 'now', paper: 'refused' });
    expect(
      counter.rows(
        "SELECT kind, cashier_id, approved_by FROM payment_events WHERE kind = 'cash-released'",
      ),
    ).toEqual([{ kind: 'cash-released', cashier_id: 'ana', approved_by: 'luis' }]);
    expect(
      counter.rows("SELECT kind, cashier_id, approved_by FROM audit WHERE kind = 'release-cash'"),
    ).toEqual([{ kind: 'release-cash', cashier_id: 'ana', approved_by: 'luis' }]);
    expect(expectProblem(await release(LUIS_PIN, LUIS.id, sent.id))).toMatchObject({
      kind: 'payment-state',
    });
  });

  it('does not release the cash of an unconfirmed cash-out', async () => {
    const sent = await payOut();
    expect(expectProblem(await release(LUIS_PIN, LUIS.id, sent.id))).toMatchObject({
      kind: 'payment-state',
    });
  });
});

describe('a refusal with a message that the banking regulation requires', () => {
  it.each(['R126', 'R127'])(
    'stores the message of %s unchanged, and prints a slip for any kind of payment',
    async (code) => {
      const message = '  Transacción  no realizada,\r\nlímite “diario” ₡10  ';
      const refused = { ...createRefusal(code), message };
      counter.service.fates.push({ arrives: 1, answers: 1, answer: refused });
      await payOut();
      counter.service.fates.push({ arrives: 1, answers: 1, answer: refused });
      await counter.payBill();
      await counter.advance(100);
      expect(listJobs()).toEqual([{ kind: 'failed' }, { kind: 'failed' }]);
      expect(counter.rows('SELECT message FROM outcomes')).toEqual([{ message }, { message }]);
    },
  );

  it('prints no slip for a bill refused with another code', async () => {
    counter.service.fates.push({ arrives: 1, answers: 1, answer: createRefusal('R124') });
    await counter.payBill();
    await counter.advance(100);
    expect(listJobs()).toEqual([]);
  });
});

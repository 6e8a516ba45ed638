import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fail, ok } from '../../../../shared/contract/index.ts';
import {
  ANA,
  expectOk,
  expectProblem,
  type Fate,
  LUIS,
  LUIS_PIN,
  NEVER_ARRIVES,
  refusal,
  type TestCounter,
  testBiller,
  testCounter,
  unknownAnswer,
} from '../testing/index.ts';

const MINUTE = 60_000;
let counter: TestCounter;

function open(options: { readonly keepsKeys?: boolean } = {}): void {
  counter = testCounter(options);
  counter.billers.set(20001, testBiller({ id: 20001, kind: 'partner' }));
  counter.settings.cashOutBillers = [20001];
  counter.settings.customerFee = {
    kind: 'fixed',
    utility: '5',
    'top-up': '5',
    'gift-card': '5',
    partner: '5',
  };
}

beforeEach(() => open());

afterEach(() => counter.close());

const payOut = async () => expectOk(await counter.payOut({ billerId: 20001 }));
const jobs = () => counter.rows('SELECT kind FROM print_jobs ORDER BY number');

describe('a cash-out', () => {
  it('is handed over after the confirmed answer and the printed slip, and not before', async () => {
    const sent = await payOut();
    expect(sent).toMatchObject({
      kind: 'cash-out',
      state: 'sending',
      handOver: 'not-yet',
      cash: null,
    });
    expect(expectProblem(counter.payments.handedOver({ paymentId: sent.id }, ANA))).toMatchObject({
      kind: 'payment-state',
    });
    await counter.advance(100);
    expect(counter.get(sent.id)).toMatchObject({ state: 'paid', handOver: 'paper-first' });
    counter.paper(sent.id, 'printed');
    expect(counter.get(sent.id).handOver).toBe('now');
    expect(expectOk(counter.payments.unresolved({}, ANA)).map((one) => one.id)).toEqual([sent.id]);
    expect(expectOk(counter.payments.inHand({}, ANA))?.id).toBe(sent.id);
    const handed = expectOk(counter.payments.handedOver({ paymentId: sent.id }, ANA));
    expect(handed.handOver).toBe('done');
    expect(counter.payments.unresolvedCount()).toBe(0);
  });

  it('carries the POS number and the cashier, and no fee', async () => {
    const order = await counter.order({ kind: 'cash-out', billerId: 20001, amount: '300' });
    expect(order).toMatchObject({ fee: null, due: { amount: '300.00', currency: 'MXN' } });
    await counter.payments.pay({ orderId: order.id, cash: null, acknowledged: [] }, ANA);
    expect(counter.service.sent[0]?.request.target).toBe('/bill/cash_out');
    expect(JSON.parse(counter.service.sent[0]?.request.body ?? '')).toMatchObject({
      pos_number: '07',
      cashier_id: 'ana',
    });
  });

  it('is offered by the billers of the settings only', async () => {
    expect(expectProblem(await counter.payOut({ billerId: 40 }))).toEqual({
      kind: 'not-offered',
      what: 'cash-out',
    });
  });

  it('takes no cash', async () => {
    const order = await counter.order({ kind: 'cash-out', billerId: 20001 });
    const answer = await counter.payments.pay(
      { orderId: order.id, cash: order.due, acknowledged: [] },
      ANA,
    );
    expect(expectProblem(answer)).toMatchObject({ kind: 'invalid-input', field: 'cash' });
    expect(counter.service.sent).toEqual([]);
  });

  it('is not sent over a printer that cannot print', async () => {
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
    expect(counter.service.sent).toEqual([]);
  });

  it('is not sent where the till was locked while the printer was asked', async () => {
    const order = await counter.order({ kind: 'cash-out', billerId: 20001 });
    const press = () =>
      counter.payments.pay({ orderId: order.id, cash: null, acknowledged: [] }, ANA);
    const paying = press();
    counter.payments.sessionChanged();
    expect(expectProblem(await paying)).toEqual({ kind: 'session-changed' });
    expect(counter.service.sent).toEqual([]);
    expect(counter.rows('SELECT id FROM intents')).toEqual([]);
    expectOk(await press());
    expect(counter.service.sent).toHaveLength(1);
  });

  it('pressed a hundred times at once is sent once', async () => {
    const order = await counter.order({ kind: 'cash-out', billerId: 20001 });
    const press = () =>
      counter.payments.pay({ orderId: order.id, cash: null, acknowledged: [] }, ANA);
    const answers = await Promise.all(Array.from({ length: 100 }, press));
    expect(new Set(answers.map((one) => expectOk(one).id)).size).toBe(1);
    expect(counter.service.sent).toHaveLength(1);
  });

  it('that is refused hands over nothing and prints a slip that says so', async () => {
    counter.service.fates.push({ arrives: 1, answers: 1, says: refusal('R126') });
    const sent = await payOut();
    await counter.advance(100);
    expect(counter.get(sent.id)).toMatchObject({ state: 'rejected', handOver: 'never' });
    expect(jobs()).toEqual([{ kind: 'failed' }]);
  });

  it('that is unknown is looked up, and handed over only once it is known', async () => {
    counter.service.fates.push({ arrives: 1, answers: 1, saysAfter: unknownAnswer('timed-out') });
    counter.service.lookUpFates.push('empty', 'empty');
    const sent = await payOut();
    await counter.advance(1000);
    const open = counter.get(sent.id);
    expect(open).toMatchObject({ state: 'unknown', handOver: 'not-yet', maySendAgain: false });
    expect(expectProblem(await counter.sendAgain(sent.id))).toMatchObject({
      kind: 'payment-state',
    });
    await counter.advance(2 * MINUTE);
    expect(counter.get(sent.id)).toMatchObject({ state: 'paid', handOver: 'paper-first' });
    expect(counter.service.sent).toHaveLength(1);
  });

  it.each(['reversed', 'Refunded '])(
    'that the service has taken back (%s) hands over nothing',
    async (status) => {
      counter.service.fates.push({ arrives: 1, answers: null, status });
      const sent = await payOut();
      await counter.advance(3 * MINUTE);
      expect(counter.get(sent.id)).toMatchObject({ state: 'rejected', handOver: 'never' });
      expect(jobs()).toEqual([{ kind: 'failed' }]);
    },
  );

  it('answered with a status that nobody knows is looked up, and hands over nothing meanwhile', async () => {
    counter.service.fates.push({ arrives: 1, answers: 1, status: 'on hold' });
    const sent = await payOut();
    await counter.advance(5_000);
    expect(['unknown', 'unclear']).toContain(counter.get(sent.id).state);
    expect(counter.get(sent.id).handOver).toBe('not-yet');
  });

  it('does not count as a use of the biller: it is no bill that is paid here', async () => {
    const sent = await payOut();
    await counter.advance(100);
    expect(counter.get(sent.id).state).toBe('paid');
    expect(counter.uses).toEqual([]);
  });

  it('that was never performed ends with the slip of a failed one', async () => {
    counter.service.fates.push({ arrives: null, answers: null });
    const sent = await payOut();
    await counter.advance(20 * MINUTE);
    expect(counter.get(sent.id)).toMatchObject({ state: 'not-performed', handOver: 'never' });
    expect(jobs()).toEqual([{ kind: 'failed' }]);
  });
});

describe('a cash-out that is sent again', () => {
  /** Up to the moment when it may be. */
  async function lose(fate: Fate = NEVER_ARRIVES): Promise<string> {
    counter.service.fates.push(fate);
    const sent = await payOut();
    await counter.advance(100_000);
    expect(counter.get(sent.id)).toMatchObject({ maySendAgain: true, handOver: 'not-yet' });
    return sent.id;
  }

  it('goes out with the same bytes and key, and is handed over after answer and slip', async () => {
    const id = await lose();
    const again = expectOk(await counter.sendAgain(id));
    expect(again).toMatchObject({ state: 'sending', sends: 2, handOver: 'not-yet' });
    const [first, second] = counter.service.sent;
    expect(second?.request).toEqual(first?.request);
    expect(second?.idempotencyKey).toBe(first?.idempotencyKey);
    expect(second?.date).toBeGreaterThan(first?.date ?? 0);
    await counter.advance(1000);
    expect(counter.get(id)).toMatchObject({ state: 'paid', handOver: 'paper-first' });
    counter.paper(id, 'printed');
    expectOk(counter.payments.handedOver({ paymentId: id }, ANA));
    expect(counter.service.performed.get(again.externalId)).toHaveLength(1);
    expect(jobs()).toEqual([{ kind: 'original' }]);
    expect(counter.rows('SELECT amount FROM cash_movements')).toEqual([{ amount: '-100.00' }]);
  });

  it('is paid out once where both copies arrive', async () => {
    const id = await lose({ arrives: 95_000, answers: null });
    counter.service.fates.push({ arrives: 20, answers: 30 });
    const again = await counter.sendAgain(id);
    await counter.advance(2000);
    expect(counter.get(id)).toMatchObject({ state: 'paid', handOver: 'paper-first' });
    expect(counter.service.performed.get(expectOk(again).externalId)).toHaveLength(1);
  });

  it('is not sent over a printer that cannot print its slip, nor without a shift', async () => {
    const id = await lose();
    counter.printer = fail({ kind: 'printer', reason: 'paper-out' });
    expect(expectProblem(await counter.sendAgain(id))).toMatchObject({ reason: 'paper-out' });
    counter.printer = ok(null);
    counter.shifts = 'required';
    counter.database.commit(() =>
      counter.database.prepare("UPDATE shifts SET closed_at = '2026-01-15T12:00:00.000Z'").run(),
    );
    expect(expectProblem(await counter.sendAgain(id))).toMatchObject({ kind: 'shift' });
    expect(counter.service.sent).toHaveLength(1);
    counter.shifts = 'automatic';
    expectOk(await counter.sendAgain(id));
  });

  it('is not sent where the till was locked while the printer was asked', async () => {
    const id = await lose();
    const sending = counter.sendAgain(id);
    counter.payments.sessionChanged();
    expect(expectProblem(await sending)).toEqual({ kind: 'session-changed' });
    expect(counter.service.sent).toHaveLength(1);
    expectOk(await counter.sendAgain(id));
    expect(counter.service.sent).toHaveLength(2);
  });

  it('pressed a hundred times at once goes out once', async () => {
    const id = await lose();
    await Promise.all(Array.from({ length: 100 }, () => counter.sendAgain(id)));
    expect(counter.service.sent).toHaveLength(2);
  });

  it('and lost once more is not performed once its last signature has died', async () => {
    const id = await lose();
    counter.service.fates.push(NEVER_ARRIVES);
    expectOk(await counter.sendAgain(id));
    await counter.advance(10 * MINUTE);
    expect(counter.get(id)).toMatchObject({ state: 'unknown', handOver: 'not-yet' });
    await counter.advance(10 * MINUTE);
    expect(counter.get(id)).toMatchObject({ state: 'not-performed', handOver: 'never' });
    expect(jobs()).toEqual([{ kind: 'failed' }]);
  });

  it.each(['R49', 'R36', 'R126'])(
    'and answered %s hands over nothing until a look-up proves the first',
    async (code) => {
      counter.close();
      open({ keepsKeys: false });
      const id = await lose({ arrives: 99_990, answers: null });
      counter.service.fates.push({ arrives: 20, answers: 30, says: refusal(code) });
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

  it('is released by a supervisor, and the slip stays owed', async () => {
    const sent = await payOut();
    await counter.advance(100);
    counter.paper(sent.id, 'refused');
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

  it('is not released while nothing is confirmed', async () => {
    const sent = await payOut();
    expect(expectProblem(await release(LUIS_PIN, LUIS.id, sent.id))).toMatchObject({
      kind: 'payment-state',
    });
  });
});

describe('a refusal in the words that the banking regulation demands', () => {
  it.each(['R126', 'R127'])('%s is kept as it came, and makes a slip of any kind', async (code) => {
    const message = '  Transacción  no realizada,\r\nlímite “diario” ₡10  ';
    const refused = { ...refusal(code), message };
    counter.service.fates.push({ arrives: 1, answers: 1, says: refused });
    await payOut();
    counter.service.fates.push({ arrives: 1, answers: 1, says: refused });
    await counter.payBill();
    await counter.advance(100);
    expect(jobs()).toEqual([{ kind: 'failed' }, { kind: 'failed' }]);
    expect(counter.rows('SELECT message FROM outcomes')).toEqual([{ message }, { message }]);
  });

  it('is the only one that makes a slip of a bill', async () => {
    counter.service.fates.push({ arrives: 1, answers: 1, says: refusal('R124') });
    await counter.payBill();
    await counter.advance(100);
    expect(jobs()).toEqual([]);
  });
});

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fail } from '../../../../shared/contract/index.ts';
import { StorageError } from '../../../ledger/index.ts';
import {
  ANA,
  createRefusal,
  createTestBiller,
  createTestCounter,
  createUnknownAnswer,
  expectOk,
  expectProblem,
  NEVER_ARRIVES,
  SUCCEEDS,
  type TestCounter,
} from '../testing/index.ts';

const MINUTE = 60_000;
const RESET = { arrives: 20, answers: 10, answer: createUnknownAnswer('connection-lost') };

let counter: TestCounter;
beforeEach(() => {
  counter = createTestCounter();
});
afterEach(() => counter.close());

describe('sending again', () => {
  it('allows a resend only after the timeout and an empty look-up after it', async () => {
    counter.service.fates.push(RESET);
    const { id } = await counter.payBill();
    await counter.advance(55_000);
    expect(counter.get(id)).toMatchObject({ state: 'unknown', canResend: false });
    expect(counter.get(id).lookUps).toBeGreaterThan(2);
    expect(expectProblem(await counter.sendAgain(id)).kind).toBe('payment-state');
    await counter.advance(8000);
    expect(counter.get(id).canResend).toBe(true);
  });

  it('allows no resend before the timeout by a look-up that is dated ahead', async () => {
    counter.service.fates.push({ ...RESET, throws: true });
    const order = await counter.order();
    counter.service.restart();
    counter.service.clockOffset = 25 * MINUTE;
    const { id } = expectOk(counter.pay(order));
    await counter.advance(40_000);
    expect(counter.get(id).lookUps).toBeGreaterThan(2);
    expect(counter.get(id).canResend).toBe(false);
    await counter.advance(40_000);
    expect(counter.get(id).canResend).toBe(true);
  });

  it('allows no resend by a look-up dated ahead that an earlier run of the till made', async () => {
    const id = await counter.loseBill();
    counter.database.prepare("UPDATE look_ups SET service_time = '2100-01-01T00:00:00.000Z'").run();
    counter.service.fates.push(NEVER_ARRIVES);
    expectOk(await counter.sendAgain(id));
    counter.isServiceAvailable = false;
    counter.restart();
    await counter.advance(1_000);
    counter.isServiceAvailable = true;
    expect(counter.get(id)).toMatchObject({ state: 'unknown', sends: 2, canResend: false });
  });

  it('records a resend first, and sends the same bytes and key with a new Date', async () => {
    const id = await counter.loseBill();
    counter.fault = (call) => {
      if (call === 'before-commit') expect(counter.service.sentRequests).toHaveLength(1);
    };
    const payment = expectOk(await counter.sendAgain(id));
    expect(payment).toMatchObject({ state: 'sending', sends: 2 });
    counter.fault = () => {};
    const [first, second] = counter.service.sentRequests;
    expect(second?.request).toEqual(first?.request);
    expect(second?.idempotencyKey).toBe(first?.idempotencyKey);
    expect(second?.date).toBeGreaterThan(first?.date ?? 0);
    expect(Date.parse(payment.certainAt ?? '')).toBe((second?.date ?? 0) + 16 * MINUTE);
    await counter.advance(1000);
    expect(counter.get(id).state).toBe('paid');
    expect(counter.service.performed.get(payment.externalId)).toHaveLength(1);
  });

  it('sends again once for two key presses', async () => {
    const id = await counter.loseBill();
    const answers = await Promise.all([counter.sendAgain(id), counter.sendAgain(id)]);
    expect(answers.map((result) => expectOk(result).state)).toEqual(['sending', 'sending']);
    expect(counter.service.sentRequests).toHaveLength(2);
  });

  it('waits for the look-up in flight, and does not resend a payment that it resolves', async () => {
    counter.service.fates.push({ arrives: 100_000, answers: null });
    const { id } = await counter.payBill();
    await counter.advance(90_000);
    expect(counter.get(id).canResend).toBe(true);
    await counter.advance(10_030);
    const pendingLookUp = counter.payments.lookUpNow({ paymentId: id }, ANA);
    const pendingSend = counter.sendAgain(id);
    await counter.advance(100);
    expect(expectOk(await pendingLookUp).state).toBe('paid');
    expect(expectProblem(await pendingSend)).toMatchObject({
      kind: 'payment-state',
      state: 'paid',
    });
    expect(counter.service.sentRequests).toHaveLength(1);
  });

  it('starts no look-up while a resend is in flight', async () => {
    const id = await counter.loseBill();
    counter.service.fates.push({ arrives: null, answers: null });
    expectOk(await counter.sendAgain(id));
    const before = counter.service.lookUps;
    await counter.advance(50_000);
    await counter.payments.lookUpNow({ paymentId: id }, ANA);
    expect(counter.service.lookUps).toBe(before);
  });

  it('does not resend if the commit fails', async () => {
    const id = await counter.loseBill();
    counter.fault = () => {
      throw new Error('broken');
    };
    await expect(counter.sendAgain(id)).rejects.toThrow('broken');
    counter.fault = () => {};
    expect(counter.service.sentRequests).toHaveLength(1);
    await counter.advance(20 * MINUTE);
    expect(counter.get(id).state).toBe('not-performed');
  });

  it('allows no resend in another service version', async () => {
    const id = await counter.loseBill();
    Object.assign(counter.service, { version: 'v3.mx' });
    expect(counter.get(id).canResend).toBe(false);
  });

  it('allows no resend after the day for which the key is valid', async () => {
    counter.service.fates.push(NEVER_ARRIVES);
    const { id } = await counter.payBill();
    counter.service.lookUpFates.push(
      ...Array.from({ length: 12 }, () => 'empty' as const),
      ...Array.from({ length: 3000 }, () => 'failed' as const),
    );
    await counter.advance(25 * 60 * MINUTE);
    counter.service.lookUpFates.length = 0;
    expect(counter.get(id)).toMatchObject({ state: 'unknown', canResend: false });
    expect(expectProblem(await counter.sendAgain(id)).kind).toBe('payment-state');
  });

  it.each(['R8', 'R12', 'R15', 'R36', 'R49', 'R50'])(
    'treats %s to a resend as evidence, allows no resend and never resolves it by time alone',
    async (code) => {
      const id = await counter.loseBill();
      counter.service.fates.push({ ...SUCCEEDS, answer: createRefusal(code) });
      expectOk(await counter.sendAgain(id));
      await counter.advance(5 * MINUTE);
      expect(counter.get(id)).toMatchObject({
        state: 'unknown',
        unknownBecause: 'evidence-of-earlier',
        code,
        canResend: false,
      });
      expect(expectProblem(await counter.sendAgain(id)).kind).toBe('payment-state');
      await counter.advance(60 * MINUTE);
      expect(counter.get(id).state).toBe('unclear');
      expect(counter.service.sentRequests).toHaveLength(2);
    },
  );

  it('resolves R36 to a resend by time if another payment of this till explains it', async () => {
    await counter.payBill();
    await counter.advance(1000);
    const id = await counter.loseBill();
    counter.service.fates.push({ ...SUCCEEDS, answer: createRefusal('R36') });
    expectOk(await counter.sendAgain(id));
    await counter.advance(20 * MINUTE);
    expect(counter.get(id)).toMatchObject({ state: 'rejected', code: 'R36' });
  });

  it.each(['R2', 'R19', 'R45', 'R100', null])(
    'keeps a payment unknown after a resend answered %s, because the first request may arrive',
    async (code) => {
      counter.close();
      counter = createTestCounter({ keepsKeys: false });
      counter.service.fates.push({ arrives: 10 * MINUTE, answers: null });
      const { id } = await counter.payBill();
      await counter.advance(2 * MINUTE);
      counter.service.fates.push({
        ...SUCCEEDS,
        answer: createRefusal(code, code === null ? 401 : 422),
      });
      expectOk(await counter.sendAgain(id));
      await counter.advance(1000);
      expect(counter.get(id).state).toBe('unknown');
      await counter.advance(10 * MINUTE);
      expect(counter.get(id).state).toBe('paid');
    },
  );

  it('rejects a resent payment with the code of the refusal if no request arrived', async () => {
    const id = await counter.loseBill();
    counter.service.fates.push({ ...SUCCEEDS, answer: createRefusal('R100') });
    expectOk(await counter.sendAgain(id));
    await counter.advance(20 * MINUTE);
    expect(counter.get(id)).toMatchObject({ state: 'rejected', code: 'R100' });
    expect(counter.lowBalanceCount).toBe(1);
  });

  it('keeps a payment unknown after a resend with 429 or without a connection, and allows another', async () => {
    const id = await counter.loseBill();
    counter.service.fates.push({ ...SUCCEEDS, answer: createRefusal(null, 429) });
    expectOk(await counter.sendAgain(id));
    await counter.advance(2 * MINUTE);
    expect(counter.get(id)).toMatchObject({ state: 'unknown', canResend: true });
    counter.service.fates.push({ ...SUCCEEDS, isNotSent: true });
    expectOk(await counter.sendAgain(id));
    await counter.advance(1000);
    expect(counter.get(id)).toMatchObject({ state: 'unknown', sends: 3, canResend: true });
    expectOk(await counter.sendAgain(id));
    await counter.advance(1000);
    expect(counter.get(id).state).toBe('paid');
  });
});

describe('a payment that is not sent again', () => {
  const CARD = 30001;
  const NO_PAPER = { kind: 'printer', reason: 'paper-out' } as const;

  it('does not send a gift card again while the printer cannot print its code', async () => {
    counter.billers.set(CARD, createTestBiller({ id: CARD, kind: 'gift-card' }));
    counter.service.fates.push(NEVER_ARRIVES);
    const { id } = await counter.payBill({ kind: 'gift-card', billerId: CARD });
    await counter.advance(2 * MINUTE);
    counter.printer = fail(NO_PAPER);
    expect(expectProblem(await counter.sendAgain(id))).toEqual(NO_PAPER);
    expect(counter.service.sentRequests).toHaveLength(1);
    counter.printer = { ok: true, value: null };
    expectOk(await counter.sendAgain(id));
  });

  it('sends a bill again without a printer and without a shift', async () => {
    const id = await counter.loseBill();
    counter.printer = fail(NO_PAPER);
    counter.shifts = 'required';
    counter.database.commit(() =>
      counter.database.prepare("UPDATE shifts SET closed_at = '2026-01-15T12:00:00.000Z'").run(),
    );
    expectOk(await counter.sendAgain(id));
  });

  it('sends a cancel again without a printer, because a supervisor released its money', async () => {
    const { id } = await counter.payBill();
    await counter.advance(1000);
    counter.service.sendsStatus = false;
    counter.service.fates.push(NEVER_ARRIVES);
    const approval = { cashierId: 'luis', pin: '2222' };
    const cancelling = { paymentId: id, reason: 'wrong account', approval };
    const cancel = expectOk(await counter.payments.cancel(cancelling, ANA));
    await counter.advance(2 * MINUTE);
    counter.printer = fail(NO_PAPER);
    counter.checksDrawer = true;
    expectOk(await counter.sendAgain(cancel.id));
  });

  it('sends nothing for a key pressed before a lock', async () => {
    const id = await counter.loseBill();
    const pendingSend = counter.sendAgain(id);
    counter.payments.handleSessionChange();
    expect(expectProblem(await pendingSend)).toEqual({ kind: 'session-changed' });
    expect(counter.service.sentRequests).toHaveLength(1);
  });

  it('sends nothing without a connection, and nothing of an unknown payment', async () => {
    const id = await counter.loseBill();
    counter.isServiceAvailable = false;
    expect(expectProblem(await counter.sendAgain(id))).toEqual({
      kind: 'not-connected',
      reason: 'not-ready',
    });
    expect(expectProblem(await counter.sendAgain('another'))).toEqual({
      kind: 'not-found',
      what: 'payment',
    });
  });

  it('sends nothing in another service version, and says what state the payment has', async () => {
    const id = await counter.loseBill();
    Object.assign(counter.service, { version: 'v3.mx' });
    expect(expectProblem(await counter.sendAgain(id))).toEqual({
      kind: 'payment-state',
      state: 'unknown',
      until: counter.get(id).nextLookUpAt,
    });
    expect(counter.service.sentRequests).toHaveLength(1);
  });

  it('sends nothing, also no first request, without room for the answer on the disk', async () => {
    const id = await counter.loseBill();
    const order = await counter.order({ account: '777' });
    vi.spyOn(counter.database.diskSpace, 'assertEnough').mockImplementation(() => {
      throw new StorageError('full', counter.database.file, null);
    });
    const full = { kind: 'storage', reason: 'full' };
    expect(expectProblem(await counter.sendAgain(id))).toMatchObject(full);
    expect(expectProblem(counter.pay(order))).toMatchObject(full);
    expect(counter.service.sentRequests).toHaveLength(1);
    expect(counter.rows('SELECT number FROM sends')).toEqual([{ number: 1 }]);
  });

  it('sends nothing while its last answer is not on disk', async () => {
    const id = await counter.loseBill();
    counter.service.fates.push({ ...SUCCEEDS, answer: createUnknownAnswer('connection-lost') });
    expectOk(await counter.sendAgain(id));
    counter.fault = (call) => {
      if (call === 'before-commit') throw new StorageError('full', counter.database.file, null);
    };
    await counter.advance(1000);
    counter.fault = () => {};
    expect(expectProblem(await counter.sendAgain(id)).kind).toBe('payment-state');
    expect(counter.service.sentRequests).toHaveLength(2);
  });

  it('waits for a look-up after its own timeout, whatever an earlier one was dated', async () => {
    const id = await counter.loseBill();
    counter.database.prepare("UPDATE look_ups SET service_time = '2100-01-01T00:00:00.000Z'").run();
    counter.service.fates.push(RESET);
    expectOk(await counter.sendAgain(id));
    // Without a connection no look-up replaces the earlier one.
    counter.isServiceAvailable = false;
    await counter.advance(1000);
    counter.isServiceAvailable = true;
    expect(counter.get(id)).toMatchObject({ state: 'unknown', canResend: false });
  });

  it('sends only the bytes that were stored', async () => {
    const id = await counter.loseBill();
    const setBody = (hex: string) =>
      counter.database.prepare(`UPDATE intents SET body = x'${hex}'`).run();
    const [{ body } = { body: '' }] = counter.rows('SELECT hex(body) AS body FROM intents') as {
      body: string;
    }[];
    setBody(`FF${body}`);
    await expect(counter.sendAgain(id)).rejects.toThrow();
    expect(counter.service.sentRequests).toHaveLength(1);
    setBody(`EFBBBF${body}`);
    const send = vi.spyOn(counter.service, 'send').mockReturnValue(new Promise(() => {}));
    expectOk(await counter.sendAgain(id));
    expect(send.mock.calls[0]?.[0].body.codePointAt(0)).toBe(0xfeff);
  });

  it('takes a payment that a lock left back onto the screen', async () => {
    const id = await counter.loseBill();
    counter.payments.handleSessionChange();
    expectOk(await counter.sendAgain(id));
    await counter.advance(1000);
    expect(counter.get(id)).toMatchObject({ state: 'paid', toConfirm: 'none' });
    expect(counter.rows('SELECT kind FROM print_jobs')).toEqual([{ kind: 'original' }]);
  });

  it('reports the resent payment, and plans no look-up until its answer', async () => {
    const id = await counter.loseBill();
    const changes = counter.changes.length;
    expectOk(await counter.sendAgain(id));
    expect(counter.changes.slice(changes)).toEqual([id]);
    expect(counter.rows('SELECT state, next_look_up_at FROM outcomes')).toEqual([
      { state: 'sent', next_look_up_at: null },
    ]);
  });
});

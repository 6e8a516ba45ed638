import { globSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import type { Biller, CallName, Payment } from '../../shared/contract/index.ts';
import { countFloat } from '../support/count-float.ts';
import { openLedger } from './fuzz/ledger-watch.ts';
import { openTestTill, type TestTill, waitUntil } from './fuzz/test-till.ts';

/** An action that a supervisor's PIN allows once. */
export interface ApprovedAction {
  /** Creates the action's subject, and returns the call's input without the approval. */
  prepare(): Promise<object>;
  /** Whether the subject is in a state in which only the approval is missing. */
  isReady?(input: object): boolean;
  /** Whether the action was performed. */
  isDone(input: object): boolean;
}

/** One till for all tests of a file, prepared for every action that a supervisor approves. */
export function createRolesFixture() {
  let till: TestTill;
  let saleCount = 0;

  beforeAll(async () => {
    till = await openTestTill('v1.6');
    // Dora is a former supervisor.
    await till.provision(['ana', 'luis', 'carmen', 'dora']);
    await till.provision(['ana', 'luis', 'carmen']);
  });
  afterAll(() => till.close());

  /** Sells as Ana, to a new account, and waits until the answer is in the ledger. */
  async function sell(kind: 'bill' | 'gift-card' | 'cash-out'): Promise<Payment> {
    await till.signIn('ana');
    saleCount += 1;
    if (kind === 'cash-out') await countFloat(till.callOrThrow);
    const order = await till.callOrThrow('payments.prepare', {
      kind,
      nameOnAccount: null,
      balanceId: null,
      ...createSaleInput(kind),
    });
    const { id } = await till.callOrThrow('payments.pay', {
      orderId: order.id,
      cash: kind === 'cash-out' ? null : order.due,
      acknowledged: ['large-amount', 'stale-rate', 'looks-like-earlier'],
    });
    await till.settle();
    await waitUntil(() => ['none', 'printed'].includes(getPayment(id).paper));
    return getPayment(id);
  }

  function createSaleInput(kind: 'bill' | 'gift-card' | 'cash-out'): object {
    const tail = String(saleCount).padStart(4, '0');
    if (kind === 'bill') {
      const amount = { amount: '120.00', currency: 'MXN' };
      return { billerId: 35, accountNumber: `12345685${tail}`, amount };
    }
    if (kind === 'cash-out') {
      const amount = { amount: '300.00', currency: 'MXN' };
      return { billerId: 20001, accountNumber: `123456781234${tail}`, amount };
    }
    const [row] = openLedger().prepare("SELECT biller FROM billers WHERE kind = 'gift-card'").all();
    const card: Biller = JSON.parse(String(row?.biller));
    const { amounts, currency, id } = card;
    const [amount = '100.00'] = amounts.kind === 'list' ? amounts.amounts : [];
    return { billerId: id, accountNumber: `559999${tail}`, amount: { amount, currency } };
  }

  function getPayment(paymentId: string): Payment {
    const [payment] = till.host.till()?.payments.listViews([paymentId]) ?? [];
    if (!payment) throw new Error('no such payment');
    return payment;
  }

  /** Marks this payment's paper as failed, as if the printer had stopped in the middle. */
  async function breakPaper(paymentId: string): Promise<string> {
    openLedger()
      .prepare("UPDATE print_jobs SET state = 'failed', bytes_sent = 10 WHERE intent_id = ?")
      .run(paymentId);
    const [job] = await till.callOrThrow('printing.forPayment', { paymentId });
    if (!job) throw new Error('no paper');
    return job.jobId;
  }

  /** Sells with an unknown outcome and failing look-ups, until long after the payment was sent. */
  async function sellUnresolved(): Promise<Payment> {
    const { training } = till.service;
    const times = 100_000;
    training.setFaults([
      { operation: 'pay', times: 1, fault: { kind: 'cut-before-commit' } },
      { operation: 'transactions', times, fault: { kind: 'html' } },
    ]);
    const payment = await sell('bill');
    till.clock.jump(30 * 60_000);
    await waitForCorrectTime();
    await waitUntil(() => getPayment(payment.id).canCloseByHand);
    return payment;
  }

  /**
   * An answer in transit during the clock's jump gives the till a wrong time. Two answers in a row
   * correct that; each unresolved payment may have one in transit.
   */
  async function waitForCorrectTime(): Promise<void> {
    const countAnswers = (): number =>
      till.messages.filter((line) => line.includes('service-client: request finished')).length;
    const answersBefore = countAnswers();
    await waitUntil(() => countAnswers() >= answersBefore + 6);
  }

  /** Does not advance the time instead: everything in transit would then be due at once. */
  function forgetWrongPins(): void {
    openLedger()
      .prepare('UPDATE cashiers SET failures = 0, locked_until = NULL, locked_out_at = NULL')
      .run();
    for (const file of globSync(join(till.folder, '**', 'pin-attempts-*.json'))) rmSync(file);
  }

  const getPaymentId = (input: object): string => String(Reflect.get(input, 'paymentId'));
  const reason = 'the customer asks';

  /** Every call that takes a supervisor's PIN. */
  const ACTS: Readonly<Partial<Record<CallName, ApprovedAction>>> = {
    'payments.approveShortDrawer': {
      prepare: async () => {
        await till.signIn('ana');
        await countFloat(till.callOrThrow);
        saleCount += 1;
        const order = await till.callOrThrow('payments.prepare', {
          kind: 'cash-out',
          nameOnAccount: null,
          balanceId: null,
          ...createSaleInput('cash-out'),
          amount: { amount: `${20_000 + saleCount}.00`, currency: 'MXN' },
        });
        return { orderId: order.id, reason };
      },
      // The amount of the newest order is its own.
      isDone: () =>
        openLedger()
          .prepare("SELECT 1 FROM audit WHERE kind = 'short-drawer-approved' AND detail LIKE ?")
          .get(`%${20_000 + saleCount}.00%`) !== undefined,
    },
    'payments.cancel': {
      prepare: async () => ({ paymentId: (await sell('bill')).id, reason }),
      isDone: (input) => getPayment(getPaymentId(input)).cancelledBy !== null,
    },
    'payments.closeByHand': {
      prepare: async () => ({
        paymentId: (await sellUnresolved()).id,
        isPaid: false,
        authorization: null,
        reason,
      }),
      // Not during a look-up.
      isReady: (input) => {
        const { canCloseByHand, resolvedAt } = getPayment(getPaymentId(input));
        return canCloseByHand || resolvedAt !== null;
      },
      isDone: (input) => getPayment(getPaymentId(input)).state === 'by-hand-not-paid',
    },
    'payments.releaseCash': {
      prepare: async () => {
        const { id } = await sell('cash-out');
        await breakPaper(id);
        return { paymentId: id, reason };
      },
      isDone: (input) => getPayment(getPaymentId(input)).handOver === 'now',
    },
    'refunds.decide': {
      prepare: async () => {
        till.service.training.setFaults([]);
        const { id, externalId } = await sell('bill');
        till.service.training.reverseTransaction(externalId);
        await till.callOrThrow('refunds.checkNow', { paymentId: id });
        return { paymentId: id, reason };
      },
      isDone: (input) => getPayment(getPaymentId(input)).refund?.settled?.how === 'decided',
    },
    'refunds.settle': {
      prepare: async () => {
        till.service.training.setFaults([]);
        const { id, externalId } = await sell('bill');
        till.service.training.reverseTransaction(externalId);
        await till.callOrThrow('refunds.checkNow', { paymentId: id });
        // If the service no longer reports the refund, a supervisor must answer for it.
        till.service.training.setFaults([
          { operation: 'transactions', times: 100, fault: { kind: 'status-left-out' } },
        ]);
        return { paymentId: id };
      },
      isDone: (input) => getPayment(getPaymentId(input)).refund?.settled?.how === 'handed-back',
    },
    'printing.printCopy': {
      prepare: async () => ({ paymentId: (await sell('gift-card')).id }),
      isDone: (input) => countTapes(getPaymentId(input)) === 2,
    },
    'printing.deliverReceipt': {
      prepare: async () => {
        const { id } = await sell('gift-card');
        await breakPaper(id);
        return { paymentId: id, way: 'pdf' };
      },
      isDone: (input) => countTapes(getPaymentId(input)) === 2,
    },
    'printing.retry': {
      prepare: async () => ({ jobId: await breakPaper((await sell('gift-card')).id) }),
      isDone: (input) => {
        const tape = till.host.till()?.printing.getJobTape(String(Reflect.get(input, 'jobId')));
        return tape?.ok === true && tape.value.state !== 'failed';
      },
    },
  };

  function countTapes(paymentId: string): number {
    return till.host.till()?.printing.listPaymentTapes(paymentId).length ?? 0;
  }

  return {
    get till() {
      return till;
    },
    acts: ACTS,
    viewOf: getPayment,
    forgetWrongPins,
  };
}

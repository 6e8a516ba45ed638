import { afterAll, beforeAll } from 'vitest';
import type { Biller, CallName, Payment } from '../../shared/contract/index.ts';
import { openLedger } from './fuzz/ledger-watch.ts';
import { openTestTill, type TestTill, until } from './fuzz/till.ts';

/** What a supervisor's PIN allows once. */
export interface Act {
  /** Makes what it is about, and answers its input but for the approval. */
  prepare(): Promise<object>;
  /** Nothing else stands in its way now. */
  isReady?(input: object): boolean;
  /** What is there when it was done. */
  done(input: object): boolean;
}

/** One till for all tests of a file, at which everything can be done that a supervisor approves. */
export function tillWithActs() {
  let till: TestTill;
  let sold = 0;

  beforeAll(async () => {
    till = await openTestTill('v1.6');
    // Dora was a supervisor once.
    await till.provision(['ana', 'luis', 'carmen', 'dora']);
    await till.provision(['ana', 'luis', 'carmen']);
  });
  afterAll(() => till.close());

  /** A sale by Ana, to an account of its own, with its answer in the ledger. */
  async function sell(kind: 'bill' | 'gift-card' | 'cash-out'): Promise<Payment> {
    await till.signIn('ana');
    sold += 1;
    const order = await till.given('payments.prepare', {
      kind,
      nameOnAccount: null,
      balanceId: null,
      ...wareOf(kind),
    });
    const { id } = await till.given('payments.pay', {
      orderId: order.id,
      cash: kind === 'cash-out' ? null : order.due,
      acknowledged: ['large-amount', 'stale-rate', 'looks-like-earlier'],
    });
    await till.settle();
    await until(() => ['none', 'printed'].includes(viewOf(id).paper));
    return viewOf(id);
  }

  function wareOf(kind: 'bill' | 'gift-card' | 'cash-out'): object {
    const tail = String(sold).padStart(4, '0');
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

  function viewOf(paymentId: string): Payment {
    const [payment] = till.host.till()?.payments.views([paymentId]) ?? [];
    if (!payment) throw new Error('no such payment');
    return payment;
  }

  /** As if the printer had broken off in the middle of this payment's paper. */
  async function breakPaper(paymentId: string): Promise<string> {
    openLedger()
      .prepare("UPDATE print_jobs SET state = 'failed', bytes_sent = 10 WHERE intent_id = ?")
      .run(paymentId);
    const [job] = await till.given('printing.ofPayment', { paymentId });
    if (!job) throw new Error('no paper');
    return job.jobId;
  }

  /** Nobody knows what became of it, and the look-ups do not answer, until long after it was sent. */
  async function sellIntoTheDark(): Promise<Payment> {
    const { training } = till.service;
    const times = 100_000;
    training.setFaults([
      { operation: 'pay', times: 1, fault: { kind: 'cut-before-commit' } },
      { operation: 'transactions', times, fault: { kind: 'html' } },
    ]);
    const payment = await sell('bill');
    till.clock.jump(30 * 60_000);
    await untilTheTimeIsRight();
    await until(() => viewOf(payment.id).mayCloseByHand);
    return payment;
  }

  /**
   * An answer that was on its way while the clock jumped told the till a time that is neither. Two
   * answers in a row mend that; of each payment in the dark, one may have been on its way.
   */
  async function untilTheTimeIsRight(): Promise<void> {
    const answers = (): number =>
      till.said.filter((line) => line.includes('service-client: request finished')).length;
    const before = answers();
    await until(() => answers() >= before + 6);
  }

  /** Not by letting the time pass: what is on its way would take long all at once. */
  function forgetWrongPins(): void {
    openLedger()
      .prepare('UPDATE cashiers SET failures = 0, locked_until = NULL, locked_out_at = NULL')
      .run();
  }

  const idIn = (input: object): string => String(Reflect.get(input, 'paymentId'));
  const reason = 'the customer asks';

  /** Every call that takes a supervisor's PIN. */
  const ACTS: Readonly<Partial<Record<CallName, Act>>> = {
    'payments.cancel': {
      prepare: async () => ({ paymentId: (await sell('bill')).id, reason }),
      done: (input) => viewOf(idIn(input)).cancelledBy !== null,
    },
    'payments.closeByHand': {
      prepare: async () => ({
        paymentId: (await sellIntoTheDark()).id,
        isPaid: false,
        authorization: null,
        reason,
      }),
      // Not while it is being looked up.
      isReady: (input) => {
        const { mayCloseByHand, resolvedAt } = viewOf(idIn(input));
        return mayCloseByHand || resolvedAt !== null;
      },
      done: (input) => viewOf(idIn(input)).state === 'by-hand-not-paid',
    },
    'payments.releaseCash': {
      prepare: async () => {
        const { id } = await sell('cash-out');
        await breakPaper(id);
        return { paymentId: id, reason };
      },
      done: (input) => viewOf(idIn(input)).handOver === 'now',
    },
    'refunds.decide': {
      prepare: async () => {
        till.service.training.setFaults([]);
        const { id, externalId } = await sell('bill');
        till.service.training.giveBack(externalId);
        await till.given('refunds.readNow', { paymentId: id });
        return { paymentId: id, reason };
      },
      done: (input) => viewOf(idIn(input)).refund?.settled?.how === 'decided',
    },
    'refunds.settle': {
      prepare: async () => {
        till.service.training.setFaults([]);
        const { id, externalId } = await sell('bill');
        till.service.training.giveBack(externalId);
        await till.given('refunds.readNow', { paymentId: id });
        // What the service does not say any more is for a supervisor to answer for.
        till.service.training.setFaults([
          { operation: 'transactions', times: 100, fault: { kind: 'status-left-out' } },
        ]);
        return { paymentId: id };
      },
      done: (input) => viewOf(idIn(input)).refund?.settled?.how === 'handed-back',
    },
    'printing.copy': {
      prepare: async () => ({ paymentId: (await sell('gift-card')).id }),
      done: (input) => jobsOf(idIn(input)) === 2,
    },
    'printing.give': {
      prepare: async () => {
        const { id } = await sell('gift-card');
        await breakPaper(id);
        return { paymentId: id, way: 'pdf' };
      },
      done: (input) => jobsOf(idIn(input)) === 2,
    },
    'printing.retry': {
      prepare: async () => ({ jobId: await breakPaper((await sell('gift-card')).id) }),
      done: (input) => {
        const found = till.host.till()?.printing.getJobTape(String(Reflect.get(input, 'jobId')));
        return found?.ok === true && found.value.state !== 'failed';
      },
    },
  };

  function jobsOf(paymentId: string): number {
    return till.host.till()?.printing.listPaymentTapes(paymentId).length ?? 0;
  }

  return {
    get till() {
      return till;
    },
    acts: ACTS,
    viewOf,
    forgetWrongPins,
  };
}

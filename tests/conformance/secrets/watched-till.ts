import type { CallName, Order, Payment } from '../../../shared/contract/index.ts';
import { countFloat } from '../../support/count-float.ts';
import { toText } from '../fuzz/call-recorder.ts';
import { getAnswerValue, PINS, type TestTill } from '../fuzz/test-till.ts';

/** A till in use, which records its answers to the page and the account numbers that were typed. */
export interface WatchedTill {
  readonly till: TestTill;
  /** Answers to the page; events and the log are in `till.messages`. */
  readonly answers: readonly string[];
  readonly accounts: readonly string[];
  call(name: CallName, input: unknown): Promise<unknown>;
  /** Makes a call that must succeed; throws if it is refused. */
  callOrThrow<Value>(name: CallName, input: unknown): Promise<Value>;
  sell(kind: string, billerId: number, amount: string): Promise<Payment>;
}

export const createApproval = (cashierId: 'luis' | 'carmen') => ({
  cashierId,
  pin: PINS[cashierId],
});

export function watchTill(till: TestTill): WatchedTill {
  const answers: string[] = [];
  const accounts: string[] = [];

  async function call(name: CallName, input: unknown): Promise<unknown> {
    const answer = await till.call(name, input);
    answers.push(JSON.stringify([name, answer]));
    return answer;
  }

  async function callOrThrow<Value>(name: CallName, input: unknown): Promise<Value> {
    const answer = await call(name, input);
    const value = getAnswerValue(answer);
    if (value === undefined) throw new Error(`${name}: ${toText(answer)}`);
    return value as Value;
  }

  async function sell(kind: string, billerId: number, amount: string): Promise<Payment> {
    const tail = String(accounts.length).padStart(4, '0');
    const accountNumber =
      kind === 'cash-out'
        ? `123456781234${tail}`
        : kind === 'gift-card'
          ? `559999${tail}`
          : `12345685${tail}`;
    accounts.push(accountNumber);
    if (kind === 'cash-out') {
      await countFloat(async (name, input) => await callOrThrow(name, input));
    }
    const order = await callOrThrow<Order>('payments.prepare', {
      kind,
      billerId,
      accountNumber,
      nameOnAccount: null,
      balanceId: null,
      amount: { amount, currency: 'MXN' },
    });
    const { id } = await callOrThrow<Payment>('payments.pay', {
      orderId: order.id,
      cash: kind === 'cash-out' ? null : order.due,
      acknowledged: ['large-amount', 'stale-rate', 'looks-like-earlier'],
    });
    await till.settle();
    return await callOrThrow<Payment>('payments.get', { paymentId: id });
  }

  return { till, answers, accounts, call, callOrThrow, sell };
}

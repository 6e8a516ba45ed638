/** What was called and what came back, and what must hold of all of it. */
import { join } from 'node:path';
import { inspect } from 'node:util';
import { z } from 'zod';
import {
  type CallName,
  calls,
  type Order,
  type Payment,
  problemSchema,
} from '../../../shared/contract/index.ts';
import type { MoneyRequestSeen } from './recording-service.ts';
import { PINS, ROLES, readAnswer, SECRETS, type Sender, type TestTill } from './till.ts';

export interface Made {
  readonly name: CallName;
  readonly input: unknown;
  readonly sender: Sender;
  readonly answer: unknown;
}

export interface Recorder {
  readonly made: Made[];
  /** Makes a call, with the marks in its input filled in. */
  make(name: CallName, input: unknown, sender?: Sender): Promise<Made>;
}

export function createRecorder(till: TestTill): Recorder {
  const made: Made[] = [];
  return {
    made,
    make: async (name, input, sender = 'ours') => {
      const filled = fillIn(input, (what, index) => known(what, index, made, till));
      let answer: unknown;
      try {
        answer = await till.call(name, filled, sender);
      } catch (error) {
        answer = error;
      }
      const one = { name, input: filled, sender, answer };
      made.push(one);
      return one;
    },
  };
}

/** The values of this call's answers that were not problems. */
export function answered(made: readonly Made[], name: CallName): unknown[] {
  return made.flatMap((one) => {
    const value = one.name === name ? readAnswer(one.answer) : undefined;
    return value === undefined ? [] : [value];
  });
}

const SOURCES: Readonly<Record<string, readonly CallName[]>> = {
  payment: ['payments.pay', 'payments.cancel'],
  order: ['payments.prepare'],
  job: ['printing.copy', 'printing.testPrint', 'printing.tape'],
  bill: ['bills.link'],
  balance: ['payments.consult', 'bills.balance'],
};
const MARK = /^\{(\w+):(\d+)\}$/;

/** The n-th newest of what the till has answered; null where there is none. */
function known(what: string, index: number, made: readonly Made[], till: TestTill): string | null {
  if (what === 'service') return till.service.baseUrl;
  if (what === 'ca') return join(till.folder, 'ca.pem');
  const sources = SOURCES[what] ?? [];
  const ids = made
    .filter(({ name }) => sources.includes(name))
    .flatMap(({ answer }) => {
      const id: unknown = Reflect.get(Object(readAnswer(answer)), what === 'job' ? 'jobId' : 'id');
      return typeof id === 'string' ? [id] : [];
    })
    .reverse();
  return ids[index % Math.max(1, ids.length)] ?? null;
}

/** `{order:0}` becomes the id of the newest order. Marks stand in the fields of the input itself. */
function fillIn(input: unknown, find: (what: string, index: number) => string | null): unknown {
  const isPlain =
    typeof input === 'object' &&
    input !== null &&
    Object.getPrototypeOf(input) === Object.prototype;
  if (!isPlain) return input;
  const filled = Object.entries(input).map(([name, value]: [string, unknown]) => {
    const [, what = '', index] = (typeof value === 'string' ? MARK.exec(value) : null) ?? [];
    return [name, what === '' ? value : (find(what, Number(index)) ?? value)];
  });
  return Object.fromEntries(filled);
}

const failure = z.strictObject({ ok: z.literal(false), problem: problemSchema });

/** What is wrong with one answer; null where nothing is. */
export function findFault({ name, input, sender, answer }: Made): string | null {
  if (sender !== 'ours') {
    const isTurnedAway = answer instanceof Error && answer.message === 'refused';
    return isTurnedAway ? null : `${name} from ${sender} was not turned away`;
  }
  const call = `${name}(${inspect(input, { depth: 6, maxStringLength: 200 })})`;
  if (answer instanceof Error) return `${call} threw ${answer.stack}`;
  const value = readAnswer(answer);
  if (value === undefined) {
    const refused = failure.safeParse(answer);
    if (!refused.success) return `${call} answered neither: ${JSON.stringify(answer)}`;
    const { kind } = refused.data.problem;
    return kind === 'internal' ? `${call}: a fault of the program` : null;
  }
  const fits = z.strictObject({ ok: z.literal(true), value: calls[name].output }).safeParse(answer);
  return fits.success ? null : `${call} answered what it does not declare: ${fits.error.message}`;
}

const HIDDEN = [...Object.values(SECRETS), ...Object.values(PINS), 'scrypt$', 'BEGIN CERTIFICATE'];

/** Which secrets stand in a text. */
export function secretsIn(text: string): string[] {
  return HIDDEN.filter((secret) => text.includes(secret));
}

/** As it would cross: an error's words and its stack as well. */
export function asText(answer: unknown): string {
  return answer instanceof Error ? `${answer.message} ${answer.stack}` : JSON.stringify(answer);
}

/**
 * Every request that moves money, explained by a call that was answered: the payment of an order
 * that was prepared, paid by who was signed in; a sending again; a cancel that a supervisor allowed.
 */
export function unexplained(
  made: readonly Made[],
  money: readonly MoneyRequestSeen[],
  signedIn: ReadonlySet<string>,
  /** The service's id of a payment; null where it is not known. */
  authorizationOf: (paymentId: string) => string | null,
): string[] {
  const ours = made.filter(({ sender }) => sender === 'ours');
  const orders = new Map(
    (answered(ours, 'payments.prepare') as Order[]).map((order) => [order.id, order]),
  );
  const wrong: string[] = [];
  /** How often each may have left, by its external_id or by what it takes back. */
  const allowed = new Map<string, number>();
  const allow = (what: string, sends: number): void => {
    allowed.set(what, Math.max(sends, allowed.get(what) ?? 0));
  };
  for (const { name, input, answer } of ours) {
    const payment = readAnswer(answer) as Payment | undefined;
    if (!payment) continue;
    if (name === 'payments.sendAgain') allow(payment.externalId, payment.sends);
    if (name !== 'payments.pay' && name !== 'payments.cancel') continue;
    if (!signedIn.has(payment.cashierId)) {
      wrong.push(`paid by ${payment.cashierId}, who is not here`);
    }
    if (name === 'payments.cancel') {
      allow(`cancel ${authorizationOf(payment.cancels ?? '')}`, payment.sends);
      if (!isApproved(input)) wrong.push('taken back without a supervisor');
      continue;
    }
    const order = orders.get(String(Reflect.get(Object(input), 'orderId')));
    if (!order || JSON.stringify(order.amount) !== JSON.stringify(payment.amount)) {
      wrong.push('paid what was never prepared');
    }
    allow(payment.externalId, payment.sends);
  }
  for (const request of money) {
    const body: unknown = JSON.parse(request.body);
    const id: unknown = Reflect.get(Object(body), 'external_id');
    const what = typeof id === 'string' ? id : `cancel ${String(Reflect.get(Object(body), 'id'))}`;
    const left = allowed.get(what) ?? 0;
    if (left < 1) wrong.push(`nobody asked for ${request.target} ${request.body}`);
    allowed.set(what, left - 1);
    if (request.idempotencyKey === null) wrong.push(`${request.target} without a key`);
  }
  return wrong;
}

function isApproved(input: unknown): boolean {
  const approval: unknown = Reflect.get(Object(input), 'approval');
  const cashierId: unknown = Reflect.get(Object(approval), 'cashierId');
  const pin: unknown = Reflect.get(Object(approval), 'pin');
  if (cashierId !== 'luis' && cashierId !== 'carmen') return false;
  return ROLES[cashierId] !== 'cashier' && pin === PINS[cashierId];
}

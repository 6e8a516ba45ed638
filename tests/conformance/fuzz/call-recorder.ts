/** Records calls and their answers, and checks what must hold for all of them. */
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
import type { RecordedMoneyRequest } from './recording-service.ts';
import { getAnswerValue, PINS, ROLES, SECRETS, type Sender, type TestTill } from './test-till.ts';

export interface RecordedCall {
  readonly name: CallName;
  readonly input: unknown;
  readonly sender: Sender;
  readonly answer: unknown;
}

export interface CallRecorder {
  readonly calls: RecordedCall[];
  /** Makes a call, with the placeholders in its input filled in. */
  makeCall(name: CallName, input: unknown, sender?: Sender): Promise<RecordedCall>;
}

export function createCallRecorder(till: TestTill): CallRecorder {
  const recordedCalls: RecordedCall[] = [];
  return {
    calls: recordedCalls,
    makeCall: async (name, input, sender = 'ours') => {
      const filledInput = fillIn(input, (subject, index) =>
        findId(subject, index, recordedCalls, till),
      );
      let answer: unknown;
      try {
        answer = await till.call(name, filledInput, sender);
      } catch (error) {
        answer = error;
      }
      const recordedCall = { name, input: filledInput, sender, answer };
      recordedCalls.push(recordedCall);
      return recordedCall;
    },
  };
}

/** Returns the values of this call's successful answers. */
export function listAnswers(recordedCalls: readonly RecordedCall[], name: CallName): unknown[] {
  return recordedCalls.flatMap((recordedCall) => {
    const value = recordedCall.name === name ? getAnswerValue(recordedCall.answer) : undefined;
    return value === undefined ? [] : [value];
  });
}

const SOURCES: Readonly<Record<string, readonly CallName[]>> = {
  payment: ['payments.pay', 'payments.cancel'],
  order: ['payments.prepare'],
  job: ['printing.printCopy', 'printing.testPrint', 'printing.tape'],
  bill: ['bills.link'],
  balance: ['payments.consult', 'bills.balance'],
};
const MARK = /^\{(\w+):(\d+)\}$/;

/** Returns the n-th newest id that the till has answered; null if there is none. */
function findId(
  subject: string,
  index: number,
  recordedCalls: readonly RecordedCall[],
  till: TestTill,
): string | null {
  if (subject === 'service') return till.service.baseUrl;
  if (subject === 'ca') return join(till.folder, 'ca.pem');
  const sources = SOURCES[subject] ?? [];
  const ids = recordedCalls
    .filter(({ name }) => sources.includes(name))
    .flatMap(({ answer }) => {
      const id: unknown = Reflect.get(
        Object(getAnswerValue(answer)),
        subject === 'job' ? 'jobId' : 'id',
      );
      return typeof id === 'string' ? [id] : [];
    })
    .reverse();
  return ids[index % Math.max(1, ids.length)] ?? null;
}

/**
 * Replaces the placeholders in the input's own fields: `{order:0}` becomes the id of the newest
 * order.
 */
function fillIn(
  input: unknown,
  findPlaceholderId: (subject: string, index: number) => string | null,
): unknown {
  const isPlainObject =
    typeof input === 'object' &&
    input !== null &&
    Object.getPrototypeOf(input) === Object.prototype;
  if (!isPlainObject) return input;
  const filledInput = Object.entries(input).map(([name, value]: [string, unknown]) => {
    const [, subject = '', index] = (typeof value === 'string' ? MARK.exec(value) : null) ?? [];
    return [name, subject === '' ? value : (findPlaceholderId(subject, Number(index)) ?? value)];
  });
  return Object.fromEntries(filledInput);
}

const failureSchema = z.strictObject({ ok: z.literal(false), problem: problemSchema });

/** Returns what is wrong with an answer; null if it is right. */
export function findFault({ name, input, sender, answer }: RecordedCall): string | null {
  if (sender !== 'ours') {
    const isRejected = answer instanceof Error && answer.message === 'refused';
    return isRejected ? null : `${name} from ${sender} was not turned away`;
  }
  const call = `${name}(${inspect(input, { depth: 6, maxStringLength: 200 })})`;
  if (answer instanceof Error) return `${call} threw ${answer.stack}`;
  const value = getAnswerValue(answer);
  if (value === undefined) {
    const parsedFailure = failureSchema.safeParse(answer);
    if (!parsedFailure.success) return `${call} answered neither: ${JSON.stringify(answer)}`;
    const { kind } = parsedFailure.data.problem;
    return kind === 'internal' ? `${call}: a fault of the program` : null;
  }
  const parsedSuccess = z
    .strictObject({ ok: z.literal(true), value: calls[name].output })
    .safeParse(answer);
  return parsedSuccess.success
    ? null
    : `${call} answered what it does not declare: ${parsedSuccess.error.message}`;
}

const SECRET_TEXTS = [
  ...Object.values(SECRETS),
  ...Object.values(PINS),
  'scrypt$',
  'BEGIN CERTIFICATE',
];

/** Returns the secrets that a text contains. */
export function findSecrets(text: string): string[] {
  return SECRET_TEXTS.filter((secret) => text.includes(secret));
}

/** Returns the answer as text, including an error's message and stack. */
export function toText(answer: unknown): string {
  return answer instanceof Error ? `${answer.message} ${answer.stack}` : JSON.stringify(answer);
}

/**
 * Returns what no answered call explains: every request that moves money must belong to the payment
 * of a prepared order by a person who was signed in, to a repeated send, or to a cancel that a
 * supervisor approved.
 */
export function findUnexplainedRequests(
  recordedCalls: readonly RecordedCall[],
  money: readonly RecordedMoneyRequest[],
  signedIn: ReadonlySet<string>,
  /** Returns the service's id of a payment; null if it is not known. */
  getAuthorization: (paymentId: string) => string | null,
): string[] {
  const ownCalls = recordedCalls.filter(({ sender }) => sender === 'ours');
  const orders = new Map(
    (listAnswers(ownCalls, 'payments.prepare') as Order[]).map((order) => [order.id, order]),
  );
  const violations: string[] = [];
  /**
   * How often each payment may have been sent, by its external_id or by the payment that it
   * cancels.
   */
  const allowedSends = new Map<string, number>();
  const allowSends = (subject: string, sends: number): void => {
    allowedSends.set(subject, Math.max(sends, allowedSends.get(subject) ?? 0));
  };
  for (const { name, input, answer } of ownCalls) {
    const payment = getAnswerValue(answer) as Payment | undefined;
    if (!payment) continue;
    if (name === 'payments.sendAgain') allowSends(payment.externalId, payment.sends);
    if (name !== 'payments.pay' && name !== 'payments.cancel') continue;
    if (!signedIn.has(payment.cashierId)) {
      violations.push(`paid by ${payment.cashierId}, who is not here`);
    }
    if (name === 'payments.cancel') {
      allowSends(`cancel ${getAuthorization(payment.cancels ?? '')}`, payment.sends);
      if (!isApproved(input)) violations.push('taken back without a supervisor');
      continue;
    }
    const order = orders.get(String(Reflect.get(Object(input), 'orderId')));
    if (!order || JSON.stringify(order.amount) !== JSON.stringify(payment.amount)) {
      violations.push('paid what was never prepared');
    }
    allowSends(payment.externalId, payment.sends);
  }
  for (const request of money) {
    const body: unknown = JSON.parse(request.body);
    const id: unknown = Reflect.get(Object(body), 'external_id');
    const sendKey =
      typeof id === 'string' ? id : `cancel ${String(Reflect.get(Object(body), 'id'))}`;
    const remainingSends = allowedSends.get(sendKey) ?? 0;
    if (remainingSends < 1) violations.push(`nobody asked for ${request.target} ${request.body}`);
    allowedSends.set(sendKey, remainingSends - 1);
    if (request.idempotencyKey === null) violations.push(`${request.target} without a key`);
  }
  return violations;
}

function isApproved(input: unknown): boolean {
  const approval: unknown = Reflect.get(Object(input), 'approval');
  const cashierId: unknown = Reflect.get(Object(approval), 'cashierId');
  const pin: unknown = Reflect.get(Object(approval), 'pin');
  if (cashierId !== 'luis' && cashierId !== 'carmen') return false;
  return ROLES[cashierId] !== 'cashier' && pin === PINS[cashierId];
}

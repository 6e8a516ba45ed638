import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fail } from '../../../shared/contract/index.ts';
import { getNumericSeed, getSampleSize } from '../../../tests/support/sampling.ts';
import { StorageError } from '../../ledger/index.ts';
import type { ServiceTransaction } from '../../service/index.ts';
import {
  ANA,
  createRefusal,
  createTestCounter,
  createUnknownAnswer,
  type Fate,
  type LookUpFate,
  LUIS,
  LUIS_PIN,
  type TestCounter,
} from './testing/index.ts';

/**
 * A model test in virtual time. The service loses requests and answers independently, performs
 * requests late, fails, limits the rate and sends wrong Dates; the disk fills up; the clock jumps;
 * the till sleeps or restarts. At the end the service is reachable and time passes. Then nothing
 * was performed twice, every payment is resolved, ledger and service agree, and each paid payment
 * has one receipt once a person has confirmed it, and exactly the cancels that the service performed are paid back. A payment is
 * `unclear` exactly if the service contradicts itself about it.
 */

const MINUTE = 60_000;

const delay = fc.oneof(
  fc.constant(20),
  fc.integer({ min: 0, max: 70_000 }),
  fc.integer({ min: 0, max: 14 * MINUTE }),
  // Too late, unless the Date of the request was in the future.
  fc.integer({ min: 14 * MINUTE, max: 40 * MINUTE }),
);
const wrongBy = fc.oneof(
  fc.constant(0),
  fc.constantFrom(-20 * MINUTE, 20 * MINUTE, 25 * MINUTE),
  fc.integer({ min: -60 * MINUTE, max: 60 * MINUTE }),
);
/** Statuses that do not confirm a payment; some of them of a payment that the service performed. */
const unconfirmed = fc.constantFrom(
  'failed',
  'rejected',
  'error',
  'cancelled',
  'pending',
  'timeout',
  'crashed',
  'refunded',
  'sent (error R9)',
);
const unconfirmedFate: fc.Arbitrary<Fate> = fc
  .tuple(fc.boolean(), unconfirmed)
  .map(([performs, status]) => ({
    arrives: 20,
    answers: 30,
    answersTransaction: { performs, change: (row) => ({ ...row, status }) },
  }));

/**
 * Answers to a cancel that are transactions. One that performs nothing never shows this transaction
 * as given back: a service that says so and does not do it cannot be found out.
 */
const cancelFate: fc.Arbitrary<Fate> = fc.oneof(
  fc.constant({ arrives: 20, answers: 30 }),
  fc.record({
    arrives: fc.option(fc.constantFrom(20, 80_000), { freq: 3 }),
    answers: fc.constant(null),
  }),
  fc
    .constantFrom(
      createRefusal('R26'),
      createRefusal('R25'),
      createUnknownAnswer('unreadable-answer', 200),
    )
    .map((answer) => ({ arrives: 20, answers: 30, answer })),
  fc
    .tuple(
      fc.boolean(),
      fc.oneof(
        fc.tuple(fc.constant(false), fc.option(fc.constantFrom('sent', 'failed', 'pending'))),
        fc.tuple(fc.constant(true), fc.option(fc.constantFrom('sent', 'reversed', 'refunded'))),
      ),
    )
    .map(([performs, [isOther, status]]) => ({
      arrives: 20,
      answers: 30,
      answersTransaction: {
        performs,
        change: (row: ServiceTransaction) => ({ ...row, id: isOther ? '1' : row.id, status }),
      },
    })),
);

const fate: fc.Arbitrary<Fate> = fc.oneof(
  { weight: 2, arbitrary: unconfirmedFate },
  {
    weight: 4,
    arbitrary: fc.record({
      arrives: fc.integer({ min: 70_000, max: 14 * MINUTE }),
      answers: fc.constant(null),
    }),
  },
  { weight: 3, arbitrary: fc.constant({ arrives: 20, answers: 30 }) },
  {
    weight: 5,
    arbitrary: fc.record({
      arrives: fc.option(delay, { freq: 3 }),
      answers: fc.option(delay, { freq: 2 }),
    }),
  },
  fc.constant({ arrives: 20, answers: 20, isNotSent: true }),
  fc.constant({ arrives: 20, answers: 20, throws: true }),
  fc
    .tuple(
      fc.constantFrom(
        createRefusal(null, 429),
        createRefusal(null, 401),
        createRefusal('R24'),
        createRefusal('R9'),
        createRefusal('R36'),
        createRefusal('R50'),
        createRefusal('R49'),
        createRefusal('R2'),
        createRefusal('R100'),
        createUnknownAnswer('server-error', 503),
        createUnknownAnswer('connection-lost'),
        createUnknownAnswer('unreadable-answer', 200),
      ),
      fc.constantFrom('answer' as const, 'answerAfterPerforming' as const),
    )
    .filter(([answer, when]) => when === 'answer' || leavesOpen(answer))
    .map(([answer, when]) => ({ arrives: 20, answers: 30, [when]: answer })),
);

const resendFate: fc.Arbitrary<Fate> = fc.oneof(
  fate,
  fc
    .constantFrom(
      createRefusal('R2'),
      createRefusal('R100'),
      createRefusal('R19'),
      createRefusal(null, 401),
    )
    .map((answer) => ({ arrives: 20, answers: 30, answer })),
);

/** Only an answer that leaves the outcome open is possible after the request was performed. */
function leavesOpen(answer: ReturnType<typeof createRefusal>): boolean {
  return (
    answer.kind === 'unknown' ||
    (answer.kind === 'refused' && ['R24', 'R9', 'R36', 'R50', 'R49'].includes(answer.code ?? ''))
  );
}

const lookUpFate = fc.constantFrom<LookUpFate>(
  'true',
  'true',
  'failed',
  'nameless',
  'unread',
  'throws',
);

const command = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('pay' as const),
      account: fc.constantFrom('1', '2', '3'),
      fate,
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('send-again' as const), fate: resendFate }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      milliseconds: fc.oneof(
        fc.integer({ min: 0, max: 5000 }),
        fc.integer({ min: 0, max: 5 * MINUTE }),
      ),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('restart' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('look-up' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('cancel' as const), fate: cancelFate }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('cut-off' as const),
      probe: fc.constantFrom(
        'unreachable' as const,
        'silent' as const,
        'nothing' as const,
        'well' as const,
      ),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('jump' as const),
      milliseconds: fc.integer({ min: -3 * 60 * MINUTE, max: 3 * 60 * MINUTE }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('dates' as const),
      wrongBy: fc.array(wrongBy, { maxLength: 8 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('sleep' as const),
      milliseconds: fc.integer({ min: 0, max: 60 * MINUTE }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('look-ups' as const),
      fates: fc.array(lookUpFate, { maxLength: 6 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('disk' as const),
      after: fc.integer({ min: 0, max: 3 }),
      when: fc.constantFrom('before-commit' as const, 'after-commit' as const),
      times: fc.integer({ min: 1, max: 3 }),
    }),
  },
);
type Command = typeof command extends fc.Arbitrary<infer Value> ? Value : never;

async function runCommand(counter: TestCounter, step: Command): Promise<void> {
  const { payments, service } = counter;
  switch (step.do) {
    case 'pay': {
      const pendingOrder = payments.prepare(
        {
          kind: 'bill',
          billerId: 40,
          accountNumber: step.account,
          nameOnAccount: null,
          amount: { amount: '10', currency: 'MXN' },
          balanceId: null,
        },
        ANA,
      );
      // Longer than the account request, which `prepare` makes while a run has received no answer.
      await counter.advance(30);
      const order = await pendingOrder;
      if (!order.ok) return;
      service.fates.splice(0, service.fates.length, step.fate);
      const press = () =>
        Promise.resolve(
          payments.pay(
            {
              orderId: order.value.id,
              cash: order.value.due,
              acknowledged: ['large-amount', 'stale-rate', 'looks-like-earlier'],
            },
            ANA,
          ),
        );
      const both = Promise.all([press(), press()]);
      // An unreachable service is probed first.
      if (service.problem !== null) await counter.advance(9_000);
      const [first, second] = await both;
      if (first.ok && second.ok) expect(second.value.id).toBe(first.value.id);
      return;
    }
    case 'send-again': {
      const unresolved = payments.unresolved({}, ANA);
      const [target] = unresolved.ok ? unresolved.value : [];
      if (!target) return;
      if (!target.canResend) await counter.advance(65_000);
      service.fates.splice(0, service.fates.length, step.fate);
      const pendingSend = payments.sendAgain({ paymentId: target.id }, ANA);
      await counter.advance(50);
      await pendingSend;
      return;
    }
    case 'wait':
      await counter.advance(step.milliseconds);
      return;
    case 'restart':
      counter.restart();
      return;
    case 'look-up': {
      const unresolved = payments.unresolved({}, ANA);
      const [target] = unresolved.ok ? unresolved.value : [];
      if (!target) return;
      const pendingLookUp = payments.lookUpNow({ paymentId: target.id }, ANA);
      await counter.advance(50);
      await pendingLookUp;
      return;
    }
    case 'cancel': {
      const [paymentId] = counter
        .rows(
          `SELECT i.id FROM intents i JOIN outcomes o ON o.intent_id = i.id
           WHERE i.kind = 'bill' AND o.state = 'paid' ORDER BY i.created_at DESC LIMIT 1`,
        )
        .flatMap((row) => Object.values(row ?? {}).map(String));
      if (paymentId === undefined || !counter.get(paymentId).canCancel) return;
      service.fates.splice(0, service.fates.length, step.fate);
      const approval = { cashierId: LUIS.id, pin: LUIS_PIN };
      await counter.payments.cancel({ paymentId, reason: 'wrong account', approval }, ANA);
      await counter.advance(100);
      return;
    }
    case 'cut-off': {
      const unreachable = { kind: 'service-unreachable', reason: 'refused' } as const;
      const silent = { kind: 'service-silent', seconds: 60 } as const;
      service.problem = step.probe === 'well' ? null : unreachable;
      service.accountAnswer = {
        result: fail(step.probe === 'unreachable' ? unreachable : silent),
        after: step.probe === 'nothing' ? null : 20,
      };
      return;
    }
    case 'jump':
      counter.jump(step.milliseconds);
      return;
    case 'dates':
      service.dateErrorsMs.push(...step.wrongBy);
      return;
    case 'sleep':
      counter.clock.sleep(step.milliseconds);
      return;
    case 'look-ups':
      service.lookUpFates.push(...step.fates);
      return;
    case 'disk': {
      let calls = -step.after;
      counter.fault = (call) => {
        if (call !== step.when) return;
        calls += 1;
        if (calls > 0 && calls <= step.times) {
          throw new StorageError('full', counter.database.file, null);
        }
      };
      return;
    }
  }
}

/**
 * Lists the external_ids about which the service contradicts itself. The payment was sent again,
 * and the answer to a later copy stated that an earlier one exists: R49 for our own external_id, or
 * R36 or R50 that no other payment of this till to the account explains. Or an answer named a
 * transaction that it did not confirm. If the list then shows no row, time cannot decide the outcome.
 */
function listContradictedIds(counter: TestCounter): string[] {
  return counter
    .rows(
      `SELECT i.external_id FROM intents i JOIN sends s ON s.intent_id = i.id
       WHERE i.kind <> 'cancel' AND s.result = 'done' OR s.number > 1 AND (s.code = 'R49' OR s.code IN ('R36', 'R50') AND NOT EXISTS (
         SELECT 1 FROM intents e JOIN outcomes o ON o.intent_id = e.id
         JOIN sends l ON l.intent_id = e.id
         WHERE e.id <> i.id AND e.account_number = i.account_number AND o.state = 'paid'
           AND unixepoch(l.started_at) >= unixepoch(i.created_at)
             - CASE s.code WHEN 'R36' THEN 65 ELSE 10 END * 60))`,
    )
    .flatMap((row) => Object.values(row ?? {}).map(String));
}

function checkAgreement(counter: TestCounter): void {
  const { performed } = counter.service;
  for (const [externalId, rows] of performed) {
    expect(rows, `performed twice: ${externalId}`).toHaveLength(1);
  }
  const outcomes = new Map(
    counter
      .rows(
        `SELECT i.external_id, o.state FROM intents i JOIN outcomes o ON o.intent_id = i.id
         WHERE i.kind <> 'cancel'`,
      )
      .map((row) => Object.values(row ?? {}).map(String))
      .map(([externalId = '', state = '']) => [externalId, state]),
  );
  for (const externalId of performed.keys()) expect(outcomes.get(externalId)).toBe('paid');
  const contradicted = listContradictedIds(counter).filter((id) => !performed.has(id));
  for (const [externalId, state] of outcomes) {
    const expectedStates = contradicted.includes(externalId)
      ? ['unclear']
      : ['paid', 'rejected', 'not-performed'];
    expect(expectedStates, externalId).toContain(state);
    expect(state === 'paid').toBe(performed.has(externalId));
  }
  expect(
    counter.rows(
      `SELECT i.external_id FROM intents i JOIN outcomes o ON o.intent_id = i.id
       WHERE (o.state = 'paid') <> (SELECT count(*) = 1 FROM print_jobs p
         WHERE p.intent_id = i.id AND p.kind = 'original')`,
    ),
    'receipts',
  ).toEqual([]);
}

/** Checks that exactly the payments that the service gave back have a cancel that is paid back. */
function checkCancels(counter: TestCounter): void {
  const cancels = counter
    .rows(
      `SELECT p.authorization, o.state FROM intents i JOIN outcomes o ON o.intent_id = i.id
       JOIN outcomes p ON p.intent_id = i.cancels WHERE i.kind = 'cancel'`,
    )
    .map((row) => Object.values(row ?? {}).map(String));
  const believed = cancels.filter(([, state]) => state === 'paid').map(([id]) => id);
  expect(believed.sort(), 'cancels').toEqual([...counter.service.cancelledIds].sort());
  for (const [, state] of cancels) expect(['paid', 'rejected', 'not-performed']).toContain(state);
}

/** Checks that no payment that is shown as never sent reached the service. */
function checkNotSent(counter: TestCounter): void {
  const sentKeys = new Set(
    counter.service.sentRequests.map(({ idempotencyKey }) => idempotencyKey),
  );
  const keys = counter.rows(
    `SELECT i.idempotency_key FROM intents i JOIN outcomes o ON o.intent_id = i.id
     WHERE o.resolved_by = 'never-sent'`,
  );
  for (const key of keys.flatMap((row) => Object.values(row ?? {}).map(String))) {
    expect(sentKeys.has(key), `sent, but shown as never sent: ${key}`).toBe(false);
  }
}

function checkSends(counter: TestCounter): void {
  const bytesByKey = new Map<string, string>();
  for (const { request, idempotencyKey } of counter.service.sentRequests) {
    const bytes = `${request.target} ${request.body}`;
    expect(bytesByKey.get(idempotencyKey) ?? bytes).toBe(bytes);
    bytesByKey.set(idempotencyKey, bytes);
  }
  // Two cancels of one payment, the first of them refused, have the same bytes.
  const payments = [...bytesByKey.values()].filter((bytes) => bytes.includes('external_id'));
  expect(new Set(payments).size).toBe(payments.length);
}

it.each([
  ['with the idempotency store', true],
  ['with R49 alone', false],
])(
  'never pays twice, loses a payment or leaves one open, %s',
  { timeout: 240_000 },
  async (_, keepsKeys) => {
    await fc.assert(
      fc.asyncProperty(fc.array(command, { minLength: 1, maxLength: 14 }), async (steps) => {
        const counter = createTestCounter({ keepsKeys });
        try {
          for (const step of steps) await runCommand(counter, step);
          counter.fault = () => {};
          counter.service.lookUpFates.length = 0;
          counter.service.fates.length = 0;
          counter.service.dateErrorsMs.length = 0;
          // If a clock that was ahead dated the request, its signature stays valid for that much
          // longer.
          for (let hour = 0; hour < 24 && counter.payments.countUnresolved() > 0; hour += 1) {
            await counter.advance(60 * MINUTE);
            counter.confirmAll();
          }
          await counter.advance(5 * MINUTE);
          counter.confirmAll();
          checkSends(counter);
          checkNotSent(counter);
          checkAgreement(counter);
          checkCancels(counter);
        } finally {
          counter.close();
        }
      }),
      { numRuns: getSampleSize('commands'), seed: getNumericSeed('payments') },
    );
  },
);

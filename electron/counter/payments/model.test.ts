import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fail } from '../../../shared/contract/index.ts';
import { getNumericSeed, getSampleSize } from '../../../tests/support/sampling.ts';
import { StorageError } from '../../ledger/index.ts';
import {
  ANA,
  type Fate,
  type LookUpFate,
  refusal,
  type TestCounter,
  testCounter,
  unknownAnswer,
} from './testing/index.ts';

/**
 * Episodes in virtual time: a service that loses requests and answers independently, performs them
 * late, breaks, limits and dates its answers wrong; a disk that fills; a clock that jumps; a till
 * that sleeps or is switched off. At the end the service is reachable and time goes on, and then:
 * nothing was performed twice, all is resolved, ledger and service agree, and each paid one has one
 * receipt. Unclear, for a person to decide, is exactly what the service contradicts itself about.
 */

const MINUTE = 60_000;

const delay = fc.oneof(
  fc.constant(20),
  fc.integer({ min: 0, max: 70_000 }),
  fc.integer({ min: 0, max: 14 * MINUTE }),
  // Too late, unless its Date was the future's.
  fc.integer({ min: 14 * MINUTE, max: 40 * MINUTE }),
);
const wrongBy = fc.oneof(
  fc.constant(0),
  fc.constantFrom(-20 * MINUTE, 20 * MINUTE, 25 * MINUTE),
  fc.integer({ min: -60 * MINUTE, max: 60 * MINUTE }),
);
const fate: fc.Arbitrary<Fate> = fc.oneof(
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
        refusal(null, 429),
        refusal(null, 401),
        refusal('R24'),
        refusal('R9'),
        refusal('R36'),
        refusal('R50'),
        refusal('R49'),
        refusal('R2'),
        refusal('R100'),
        unknownAnswer('server-error', 503),
        unknownAnswer('connection-lost'),
        unknownAnswer('unreadable-answer', 200),
      ),
      fc.constantFrom('says', 'saysAfter'),
    )
    .filter(([answer, when]) => when === 'says' || isOpen(answer))
    .map(([answer, when]) => ({ arrives: 20, answers: 30, [when]: answer })),
);

const fateAgain: fc.Arbitrary<Fate> = fc.oneof(
  fate,
  fc
    .constantFrom(refusal('R2'), refusal('R100'), refusal('R19'), refusal(null, 401))
    .map((says) => ({ arrives: 20, answers: 30, says })),
);

/** Only an answer that leaves it open may come after the thing was done. */
function isOpen(answer: ReturnType<typeof refusal>): boolean {
  return (
    answer.kind === 'unknown' ||
    (answer.kind === 'refused' && ['R24', 'R9', 'R36', 'R50', 'R49'].includes(answer.code ?? ''))
  );
}

const lookUpFate = fc.constantFrom<LookUpFate>('true', 'true', 'failed', 'nameless', 'throws');

const command = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('pay' as const),
      account: fc.constantFrom('1', '2', '3'),
      fate,
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('send-again' as const), fate: fateAgain }) },
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
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('cut-off' as const),
      says: fc.constantFrom(
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
type Command = typeof command extends fc.Arbitrary<infer One> ? One : never;

async function run(counter: TestCounter, step: Command): Promise<void> {
  const { payments, service } = counter;
  switch (step.do) {
    case 'pay': {
      const preparing = payments.prepare(
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
      // Longer than the service takes for the account, which a run that has heard nothing asks for.
      await counter.advance(30);
      const order = await preparing;
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
      // A service that was cut off is asked first.
      if (service.trouble !== null) await counter.advance(9_000);
      const [first, second] = await both;
      if (first.ok && second.ok) expect(second.value.id).toBe(first.value.id);
      return;
    }
    case 'send-again': {
      const unresolved = payments.unresolved({}, ANA);
      const [target] = unresolved.ok ? unresolved.value : [];
      if (!target) return;
      if (!target.maySendAgain) await counter.advance(65_000);
      service.fates.splice(0, service.fates.length, step.fate);
      const sending = payments.sendAgain({ paymentId: target.id }, ANA);
      await counter.advance(50);
      await sending;
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
      const looking = payments.lookUpNow({ paymentId: target.id }, ANA);
      await counter.advance(50);
      await looking;
      return;
    }
    case 'cut-off': {
      const unreachable = { kind: 'service-unreachable', reason: 'refused' } as const;
      const silent = { kind: 'service-silent', seconds: 60 } as const;
      service.trouble = step.says === 'well' ? null : unreachable;
      service.accountAnswer = {
        says: fail(step.says === 'unreachable' ? unreachable : silent),
        after: step.says === 'nothing' ? null : 20,
      };
      return;
    }
    case 'jump':
      counter.jump(step.milliseconds);
      return;
    case 'dates':
      service.dates.push(...step.wrongBy);
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
 * Sent again, and a later copy was answered that an earlier one is there: by R49 with our own
 * external_id, or by R36 or R50 where no other payment of this till to the account explains it.
 * While the list shows none, the service says two things of one payment, and time decides neither.
 */
function contradictedIds(counter: TestCounter): string[] {
  return counter
    .rows(
      `SELECT i.external_id FROM intents i JOIN sends s ON s.intent_id = i.id
       WHERE s.number > 1 AND (s.code = 'R49' OR s.code IN ('R36', 'R50') AND NOT EXISTS (
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
      .rows('SELECT i.external_id, o.state FROM intents i JOIN outcomes o ON o.intent_id = i.id')
      .map((row) => Object.values(row ?? {}).map(String))
      .map(([externalId = '', state = '']) => [externalId, state]),
  );
  for (const externalId of performed.keys()) expect(outcomes.get(externalId)).toBe('paid');
  const contradicted = contradictedIds(counter).filter((id) => !performed.has(id));
  for (const [externalId, state] of outcomes) {
    const ends = contradicted.includes(externalId)
      ? ['unclear']
      : ['paid', 'rejected', 'not-performed'];
    expect(ends, externalId).toContain(state);
    expect(state === 'paid').toBe(performed.has(externalId));
  }
  expect(
    counter.rows(
      `SELECT i.external_id FROM intents i JOIN outcomes o ON o.intent_id = i.id
       WHERE (o.state = 'paid') <> (SELECT count(*) = 1 FROM print_jobs p WHERE p.intent_id = i.id)`,
    ),
    'receipts',
  ).toEqual([]);
}

/** What the cashier is told never left, never left. */
function checkNotSent(counter: TestCounter): void {
  const left = new Set(counter.service.sent.map(({ idempotencyKey }) => idempotencyKey));
  const keys = counter.rows(
    `SELECT i.idempotency_key FROM intents i JOIN outcomes o ON o.intent_id = i.id
     WHERE o.resolved_by = 'never-sent'`,
  );
  for (const key of keys.flatMap((row) => Object.values(row ?? {}).map(String))) {
    expect(left.has(key), `told that it never left: ${key}`).toBe(false);
  }
}

function checkSends(counter: TestCounter): void {
  const byKey = new Map<string, string>();
  for (const { request, idempotencyKey } of counter.service.sent) {
    const bytes = `${request.target} ${request.body}`;
    expect(byKey.get(idempotencyKey) ?? bytes).toBe(bytes);
    byKey.set(idempotencyKey, bytes);
  }
  expect(new Set(byKey.values()).size).toBe(byKey.size);
}

it.each([
  ['with the idempotency store', true],
  ['with R49 alone', false],
])('nothing is paid twice, lost or left open, %s', { timeout: 240_000 }, async (_, keepsKeys) => {
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 1, maxLength: 14 }), async (steps) => {
      const counter = testCounter({ keepsKeys });
      try {
        for (const step of steps) await run(counter, step);
        counter.fault = () => {};
        counter.service.lookUpFates.length = 0;
        counter.service.fates.length = 0;
        counter.service.dates.length = 0;
        // A Date that a clock set forward gave to a request keeps its signature alive for as long.
        for (let hour = 0; hour < 24 && counter.payments.unresolvedCount() > 0; hour += 1) {
          await counter.advance(60 * MINUTE);
        }
        await counter.advance(5 * MINUTE);
        checkSends(counter);
        checkNotSent(counter);
        checkAgreement(counter);
      } finally {
        counter.close();
      }
    }),
    { numRuns: getSampleSize('commands'), seed: getNumericSeed('payments') },
  );
});

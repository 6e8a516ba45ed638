import fc from 'fast-check';
import { expect, it } from 'vitest';
import { getNumericSeed, getSampleSize } from '../../../tests/support/sampling.ts';
import { StorageError } from '../../ledger/index.ts';
import {
  ANA,
  LUIS,
  LUIS_PIN,
  type TestCounter,
  testBiller,
  testCounter,
} from '../payments/testing/index.ts';

/**
 * Payments, cash-outs and cancels in any order, which the service gives back at any moment; answers
 * and look-ups that are lost, a disk that fills, and restarts between all of it. At the end every
 * payment that was given back was seen, went back by one way alone, and moved its money at most once.
 */

const HOUR = 60 * 60_000;
const CASH_OUT_BILLER = 7;

const which = fc.nat(5);
const command = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('pay' as const),
      isOut: fc.boolean(),
      isAnswerLost: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('give-back' as const),
      which,
      status: fc.constantFrom('refunded', 'reversed', 'crashed', 'timeout'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('cancel' as const),
      which,
      arrives: fc.boolean(),
      isAnswerLost: fc.boolean(),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('settle' as const), which }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('decide' as const), which }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('read' as const), which }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('hand-over' as const), which }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      milliseconds: fc.integer({ min: 0, max: 4 * HOUR }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('restart' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('look-ups' as const),
      fates: fc.array(fc.constantFrom('failed' as const, 'throws' as const, 'empty' as const), {
        maxLength: 4,
      }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('disk' as const),
      when: fc.constantFrom('before-commit' as const, 'after-commit' as const),
    }),
  },
);
type Command = typeof command extends fc.Arbitrary<infer One> ? One : never;

async function run(counter: TestCounter, step: Command, serial: number): Promise<void> {
  const { payments, refunds, service } = counter;
  const recent = payments.recent({ limit: 100 }, ANA);
  const all = (recent.ok ? recent.value : []).filter(({ kind }) => kind !== 'cancel').reverse();
  const target = 'which' in step ? all[step.which % Math.max(1, all.length)] : undefined;
  const paymentId = target?.id ?? 'none';
  const approval = { cashierId: LUIS.id, pin: LUIS_PIN };
  switch (step.do) {
    case 'pay': {
      const account = `50100000${String(serial).padStart(4, '0')}`;
      service.fates.splice(0, service.fates.length);
      if (step.isAnswerLost) service.fates.push({ arrives: 20, answers: null });
      if (step.isOut) await counter.payOut({ account, billerId: CASH_OUT_BILLER });
      else await counter.payBill({ account });
      await counter.advance(90_000);
      return;
    }
    case 'give-back':
      if (target?.state === 'paid' && stands(counter, target.externalId)) {
        service.giveBack(target.externalId, step.status);
      }
      return;
    case 'cancel': {
      service.fates.splice(0, service.fates.length, {
        arrives: step.arrives ? 20 : null,
        answers: step.isAnswerLost ? null : 30,
      });
      const cancelling = payments.cancel({ paymentId, reason: 'wrong', approval }, ANA);
      await counter.advance(100);
      await cancelling;
      return;
    }
    case 'settle': {
      const input = { paymentId, approval: null };
      const settling = Promise.all([ANA, LUIS].map((by) => refunds.settle(input, by)));
      settling.catch(() => {});
      await counter.advance(300);
      const both = await settling;
      expect(both.filter(({ ok }) => ok).length).toBeLessThanOrEqual(1);
      return;
    }
    case 'decide': {
      const deciding = refunds.decide({ paymentId, reason: 'never came', approval }, ANA);
      const settling = refunds.settle({ paymentId, approval: null }, ANA);
      settling.catch(() => {});
      await counter.advance(300);
      await Promise.all([deciding, settling]);
      return;
    }
    case 'read': {
      const reading = refunds.readNow({ paymentId }, ANA);
      await counter.advance(200);
      await reading;
      return;
    }
    case 'hand-over':
      if (target?.kind !== 'cash-out') return;
      counter.paper(paymentId, 'printed');
      payments.handedOver({ paymentId }, ANA);
      return;
    case 'wait':
      await counter.advance(step.milliseconds);
      return;
    case 'restart':
      counter.restart();
      return;
    case 'look-ups':
      service.lookUpFates.push(...step.fates);
      return;
    case 'disk': {
      let isBroken = false;
      counter.fault = (call) => {
        if (call !== step.when || isBroken) return;
        isBroken = true;
        throw new StorageError('full', counter.database.file, null);
      };
      return;
    }
  }
}

/** What was given back stays so. */
function stands(counter: TestCounter, externalId: string): boolean {
  const rows = counter.service.performed.get(externalId) ?? [];
  return !rows.some(({ status }) => ['refunded', 'reversed', 'crashed'].includes(status ?? ''));
}

function check(counter: TestCounter): void {
  const turned = [...counter.service.performed.keys()].filter((id) => !stands(counter, id));
  // Seen, and gone back by one way alone: as a refund, or by our own cancel.
  const ways = counter.rows(
    `SELECT i.external_id AS id, count(r.intent_id) + (SELECT count(*) FROM intents c
         JOIN outcomes co ON co.intent_id = c.id WHERE c.cancels = i.id AND co.state = 'paid') AS n
       FROM intents i JOIN outcomes o ON o.intent_id = i.id
         LEFT JOIN refunds r ON r.intent_id = i.id
       WHERE i.kind <> 'cancel' AND o.state = 'paid' GROUP BY i.id`,
  );
  for (const row of ways) {
    const { id, n } = Object(row);
    expect(n, `ways back of ${id}`).toBe(turned.includes(id) ? 1 : 0);
  }
  // What was settled by cash moved once, and nothing else did.
  expect(
    counter.rows(
      `SELECT intent_id FROM cash_movements WHERE kind IN ('hand-back', 'take-in') ORDER BY 1`,
    ),
  ).toEqual(
    counter.rows("SELECT intent_id FROM refund_settlements WHERE how <> 'decided' ORDER BY 1"),
  );
  expect(counter.rows('SELECT intent_id FROM owed_refunds ORDER BY 1')).toEqual(
    counter.rows(
      `SELECT intent_id FROM refunds
       WHERE intent_id NOT IN (SELECT intent_id FROM refund_settlements) ORDER BY 1`,
    ),
  );
}

it('what the service gives back is seen once and settled once, whatever happens between', {
  timeout: 240_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 2, maxLength: 14 }), async (steps) => {
      const counter = testCounter({ watchesRefunds: true });
      counter.service.hoursToFulfill = 72;
      counter.billers.set(
        CASH_OUT_BILLER,
        testBiller({ id: CASH_OUT_BILLER, kind: 'partner', name: 'Banco' }),
      );
      counter.settings.cashOutBillers = [CASH_OUT_BILLER];
      try {
        for (const [serial, step] of steps.entries()) {
          await run(counter, step, serial).catch((error: unknown) => {
            // What a full disk throws before anything was done reaches the caller.
            if (!(error instanceof Error)) throw error;
            if (!/full|a problem/.test(error.message)) throw error;
          });
        }
        counter.fault = () => {};
        counter.service.lookUpFates.length = 0;
        counter.restart();
        await counter.advance(100 * HOUR);
        check(counter);
      } finally {
        counter.close();
      }
    }),
    { numRuns: getSampleSize('commands'), seed: getNumericSeed('refunds') },
  );
});

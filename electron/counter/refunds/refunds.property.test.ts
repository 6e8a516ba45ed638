import fc from 'fast-check';
import { expect, it } from 'vitest';
import { getNumericSeed, getSampleSize } from '../../../tests/support/sampling.ts';
import { StorageError } from '../../ledger/index.ts';
import {
  ANA,
  createTestBiller,
  createTestCounter,
  LUIS,
  LUIS_PIN,
  type TestCounter,
} from '../payments/testing/index.ts';

/**
 * Payments, cash-outs and cancels in any order, which the service refunds at any time, with lost
 * responses and look-ups, a full disk, and restarts. At the end every payment that the service gave
 * back was detected, was returned either as a refund or by our cancel, and moved its cash at most once.
 */

const HOUR = 60 * 60_000;
const CASH_OUT_BILLER = 7;

const paymentIndex = fc.nat(5);
const commandArbitrary = fc.oneof(
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
      which: paymentIndex,
      status: fc.constantFrom('refunded', 'reversed', 'crashed', 'timeout'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('cancel' as const),
      which: paymentIndex,
      arrives: fc.boolean(),
      isAnswerLost: fc.boolean(),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('settle' as const), which: paymentIndex }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('decide' as const), which: paymentIndex }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('read' as const), which: paymentIndex }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('hand-over' as const), which: paymentIndex }),
  },
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
type Command = typeof commandArbitrary extends fc.Arbitrary<infer Value> ? Value : never;

async function runCommand(counter: TestCounter, step: Command, serial: number): Promise<void> {
  const { payments, refunds, service } = counter;
  const recent = payments.recent({ limit: 100 }, ANA);
  const targets = (recent.ok ? recent.value : []).filter(({ kind }) => kind !== 'cancel').reverse();
  const target = 'which' in step ? targets[step.which % Math.max(1, targets.length)] : undefined;
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
      if (target?.state === 'paid' && isPaidAtService(counter, target.externalId)) {
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
      const results = await settling;
      expect(results.filter(({ ok }) => ok).length).toBeLessThanOrEqual(1);
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
      const reading = refunds.checkNow({ paymentId }, ANA);
      await counter.advance(200);
      await reading;
      return;
    }
    case 'hand-over':
      if (target?.kind !== 'cash-out') return;
      counter.setPrintJobState(paymentId, 'printed');
      payments.confirmHandOver({ paymentId }, ANA);
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

/** Whether no row of the payment is refunded, reversed or crashed. */
function isPaidAtService(counter: TestCounter, externalId: string): boolean {
  const rows = counter.service.performed.get(externalId) ?? [];
  return !rows.some(({ status }) => ['refunded', 'reversed', 'crashed'].includes(status ?? ''));
}

function checkRefunds(counter: TestCounter): void {
  const givenBackIds = [...counter.service.performed.keys()].filter(
    (id) => !isPaidAtService(counter, id),
  );
  // Each was detected, and returned in exactly one way: as a refund, or by our own cancel.
  const returnCounts = counter.rows(
    `SELECT i.external_id AS id, count(r.intent_id) + (SELECT count(*) FROM intents c
         JOIN outcomes co ON co.intent_id = c.id WHERE c.cancels = i.id AND co.state = 'paid') AS n
       FROM intents i JOIN outcomes o ON o.intent_id = i.id
         LEFT JOIN refunds r ON r.intent_id = i.id
       WHERE i.kind <> 'cancel' AND o.state = 'paid' GROUP BY i.id`,
  );
  for (const row of returnCounts) {
    const { id, n } = Object(row);
    expect(n, `ways back of ${id}`).toBe(givenBackIds.includes(id) ? 1 : 0);
  }
  // Each cash settlement has exactly one movement, and no other refund movements exist.
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

it('detects and settles each refund of the service once for any order of events', {
  timeout: 240_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(commandArbitrary, { minLength: 2, maxLength: 14 }), async (steps) => {
      const counter = createTestCounter({ watchesRefunds: true });
      counter.service.hoursToFulfill = 72;
      counter.billers.set(
        CASH_OUT_BILLER,
        createTestBiller({ id: CASH_OUT_BILLER, kind: 'partner', name: 'Banco' }),
      );
      counter.settings.cashOutBillers = [CASH_OUT_BILLER];
      try {
        for (const [serial, step] of steps.entries()) {
          await runCommand(counter, step, serial).catch((error: unknown) => {
            // Only errors of a full disk and unexpected problems may reach the caller.
            if (!(error instanceof Error)) throw error;
            if (!/full|a problem/.test(error.message)) throw error;
          });
        }
        counter.fault = () => {};
        counter.service.lookUpFates.length = 0;
        counter.restart();
        await counter.advance(100 * HOUR);
        checkRefunds(counter);
      } finally {
        counter.close();
      }
    }),
    { numRuns: getSampleSize('commands'), seed: getNumericSeed('refunds') },
  );
});

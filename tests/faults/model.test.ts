import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ServiceVersion } from '../../shared/contract/index.ts';
import { SERVICE_VERSIONS } from '../../shared/rules/index.ts';
import { createRandom } from '../support/random.ts';
import { getNumericSeed, getSampleSize, sampleCases } from '../support/sampling.ts';
import { assertNothingSent, handleBaskets, sellBasket } from './support/baskets.ts';
import {
  cancel,
  createSale,
  type Flow,
  handOver,
  listFlows,
  listOpenPayments,
  listPaymentKinds,
  resend,
  type Sale,
  sell,
} from './support/cashier.ts';
import { checkInvariants, heal } from './support/check-invariants.ts';
import { STATUS_LEFT_OUT } from './support/draw-faults.ts';
import type { NetworkFault } from './support/fake-network.ts';
import { createWorld, type FaultWorld, MINUTE_MS } from './support/fault-world.ts';
import { createTally, isClean } from './support/tally.ts';

/**
 * Random command sequences over all flows, against a service that loses requests and answers
 * independently of each other, with restarts in between. The model knows what the service performed
 * and what the till sent. After each command, and after all faults have ended:
 *
 * - nothing is performed twice, and a repeated send is the same request to the byte;
 *
 * - the ledger and the service agree once everything is resolved, and nothing stays open;
 *
 * - what the cashier was shown at any moment agrees with what happened;
 *
 * - each payment has at most one original ticket;
 *
 * - a basket sends nothing by itself after a restart, and its shares add up to its cash.
 */

/** The model's state. */
interface Model {
  /** The number of requested sales; the same sale again looks like a duplicate. */
  sales: number;
  last: Sale | null;
}

type Step = fc.AsyncCommand<Model, FaultWorld>;

const lostFault = fc.constantFrom<NetworkFault>(
  { kind: 'request-lost', how: 'reset' },
  { kind: 'request-lost', how: 'silence' },
  { kind: 'answer-lost', how: 'reset' },
  { kind: 'answer-lost', how: 'silence' },
);
const lateFault = fc
  .integer({ min: 100, max: 14 * MINUTE_MS })
  .chain((milliseconds) =>
    fc.constantFrom<NetworkFault>(
      { kind: 'request-late', milliseconds },
      { kind: 'twice', milliseconds },
    ),
  );
const networkFault = fc.oneof(
  { weight: 3, arbitrary: fc.constant<NetworkFault>({ kind: 'well' }) },
  { weight: 4, arbitrary: lostFault },
  { weight: 2, arbitrary: lateFault },
  { weight: 1, arbitrary: fc.constant<NetworkFault>({ kind: 'refused' }) },
  { weight: 1, arbitrary: fc.constant<NetworkFault>({ kind: 'keyless' }) },
);
const wrongDates = fc.array(fc.constantFrom(0, 0, 20, -20, 25, -40), { maxLength: 8 });

function assertInvariants(world: FaultWorld): void {
  world.recordShownPayments();
  const performedCounts = new Map<string, number>();
  for (const { externalId } of world.performed()) {
    performedCounts.set(externalId, (performedCounts.get(externalId) ?? 0) + 1);
  }
  expect([...performedCounts].filter(([, count]) => count > 1)).toEqual([]);
  // A key belongs to one body, and a body to one key: no second request for the same money.
  const bodies = new Map<string, string>();
  for (const { key, target, body } of world.network.sentRequests) {
    const request = `${target} ${body}`;
    expect(bodies.get(key) ?? request).toBe(request);
    bodies.set(key, request);
  }
  // Two cancels of one payment, the first of them refused, have the same bytes.
  const payments = [...bodies.values()].filter((request) => request.includes('external_id'));
  expect(new Set(payments).size).toBe(payments.length);
}

function createCommand(
  name: string,
  check: (model: Model) => boolean,
  run: (model: Model, world: FaultWorld) => Promise<void>,
): Step {
  return {
    check,
    run: async (model, world) => {
      await run(model, world);
      assertInvariants(world);
    },
    toString: () => name,
  };
}

const always = (): boolean => true;

function createSellCommand(kind: Flow, fault: NetworkFault, presses: number): Step {
  return createCommand(`sell ${kind}, ${fault.kind}, ${presses}×`, always, async (model, world) => {
    model.sales += 1;
    const sale = createSale(world, kind, model.sales);
    model.last = sale;
    world.network.money.splice(0, world.network.money.length, fault);
    await sell(world, sale, presses);
    await world.advance(2000);
  });
}

/** Several items with one tender; each has its own fault. */
function createBasketCommand(
  kinds: readonly Flow[],
  fault: readonly NetworkFault[],
  presses: number,
): Step {
  const name = `sell together ${kinds}, ${fault.map(({ kind }) => kind)}, ${presses}×`;
  return createCommand(name, always, async (model, world) => {
    const sales = kinds.map((kind) => {
      model.sales += 1;
      return createSale(world, kind, model.sales);
    });
    world.network.money.splice(0, world.network.money.length, ...fault);
    await sellBasket(world, sales, presses);
    await world.advance(30);
  });
}

const createBasketPressCommand = (givesUp: boolean): Step =>
  createCommand(givesUp ? 'give up the rest' : 'F12 again', always, async (_model, world) => {
    await handleBaskets(world, () => givesUp);
    await world.advance(2000);
  });

const lockCommand: Step = createCommand('lock', always, async (_model, world) => {
  world.till().payments.handleSessionChange();
});

/** The look-up after it is not emptied: its result decides. */
function createGuardedSellCommand(kind: Flow, code: string): Step {
  return createCommand(`sell ${kind}, done and ${code}`, always, async (model, world) => {
    const { reads } = world.network;
    reads.splice(
      0,
      reads.length,
      ...reads.filter((readFault) => readFault.kind !== 'not-listed-yet'),
    );
    model.sales += 1;
    world.network.money.splice(0, world.network.money.length, createGuardFault(code));
    await sell(world, createSale(world, kind, model.sales));
    await world.advance(2000);
  });
}

function createRepeatedSellCommand(fault: NetworkFault): Step {
  return createCommand(
    `the same again, ${fault.kind}`,
    (model) => model.last !== null,
    async ({ last }, world) => {
      if (last === null) return;
      world.network.money.splice(0, world.network.money.length, fault);
      await sell(world, last);
      await world.advance(2000);
    },
  );
}

function createCancelCommand(fault: NetworkFault): Step {
  return createCommand(`cancel the newest, ${fault.kind}`, always, async (_model, world) => {
    if (!listPaymentKinds(world.version).includes('cancel')) return;
    const ids = world
      .till()
      .database.prepare('SELECT id FROM intents ORDER BY created_at DESC')
      .all()
      .map((row) => String(row.id));
    const newest = world
      .till()
      .payments.listViews(ids)
      .find((candidate) => candidate.canCancel);
    if (!newest) return;
    world.network.money.splice(0, world.network.money.length, fault);
    await cancel(world, newest.id);
    await world.advance(2000);
  });
}

function createResendCommand(fault: NetworkFault): Step {
  return createCommand(`send again, ${fault.kind}`, always, async (_model, world) => {
    await world.advance(65_000);
    const payment = listOpenPayments(world).find((candidate) => candidate.canResend);
    if (!payment) return;
    world.network.money.splice(0, world.network.money.length, fault);
    await resend(world, payment.id);
    await world.advance(2000);
  });
}

const handOverCommand: Step = createCommand(
  'hand the money over',
  always,
  async (_model, world) => {
    const payment = listOpenPayments(world).find((candidate) => candidate.handOver === 'now');
    if (payment) await handOver(world, payment.id);
  },
);

const createRestartCommand = (isOrderly: boolean): Step =>
  createCommand(isOrderly ? 'quit and start' : 'power cut', always, async (_model, world) => {
    await assertNothingSent(world, async () => {
      await world.restart({ isOrderly });
      await world.advance(500);
    });
  });

const createWaitCommand = (milliseconds: number): Step =>
  createCommand(`wait ${milliseconds} ms`, always, (_model, world) => world.advance(milliseconds));

const createReadFaultCommand = (fault: NetworkFault, performedCounts: number): Step =>
  createCommand(`look-ups ${fault.kind} ${performedCounts}×`, always, async (_model, world) => {
    world.network.reads.push(...Array.from({ length: performedCounts }, () => fault));
  });

const omitStatusCommand: Step = createCommand(
  'rows without a status',
  always,
  async (_model, world) => {
    world.training.setFaults([STATUS_LEFT_OUT]);
  },
);

const createWrongDateCommand = (minutes: readonly number[]): Step =>
  createCommand(`Dates wrong by ${minutes}`, always, async (_model, world) => {
    world.network.dates.push(...minutes.map((offset) => offset * MINUTE_MS));
  });

/** The service performs the payment, and then answers with the code of a duplicate guard. */
const createGuardFault = (code: string): NetworkFault => ({
  kind: 'answers',
  status: 422,
  body: JSON.stringify({ code, message: `message of ${code}` }),
  isDone: true,
});

function createCommands(version: ServiceVersion) {
  const sellCommand = fc
    .tuple(fc.constantFrom(...listFlows(version)), networkFault, fc.constantFrom(1, 1, 1, 5))
    .map(([kind, fault, presses]) => createSellCommand(kind, fault, presses));
  const basketFlows = listFlows(version).filter((kind) => kind !== 'cash-out');
  const basketCommand = fc
    .tuple(
      fc.array(fc.constantFrom(...basketFlows), { minLength: 2, maxLength: 4 }),
      fc.array(networkFault, { minLength: 1, maxLength: 3 }),
      fc.constantFrom(1, 1, 3),
    )
    .map(([kinds, fault, presses]) => createBasketCommand(kinds, fault, presses));
  return fc.commands(
    [
      sellCommand,
      sellCommand,
      basketCommand,
      basketCommand,
      fc.constantFrom(false, false, true).map(createBasketPressCommand),
      fc.constant(lockCommand),
      fc
        .tuple(
          fc.constantFrom(...listFlows(version)),
          fc.constantFrom('R8', 'R12', 'R36', 'R50', 'R49'),
        )
        .map(([kind, code]) => createGuardedSellCommand(kind, code)),
      networkFault.map(createRepeatedSellCommand),
      networkFault.map(createCancelCommand),
      networkFault.map(createResendCommand),
      fc.constant(handOverCommand),
      fc.constant(omitStatusCommand),
      fc.boolean().map(createRestartCommand),
      fc.integer({ min: 0, max: 5 * MINUTE_MS }).map(createWaitCommand),
      wrongDates.map(createWrongDateCommand),
      fc
        .tuple(
          fc.constantFrom<NetworkFault>(
            { kind: 'not-listed-yet' },
            { kind: 'request-lost', how: 'reset' },
          ),
          fc.integer({ min: 1, max: 4 }),
        )
        .map(([fault, performedCounts]) => createReadFaultCommand(fault, performedCounts)),
    ],
    { maxCommands: 12 },
  );
}

const RUNS = getSampleSize('commands');

const SAMPLED_VERSIONS = sampleCases('versions of the model', SERVICE_VERSIONS, 2);

describe.each(SAMPLED_VERSIONS)('any commands in %s', (version) => {
  it('ends any command sequence with ledger, service, paper and screen in agreement', {
    timeout: 1_200_000,
  }, async () => {
    let attempts = 0;
    await fc.assert(
      fc.asyncProperty(createCommands(version), fc.nat(), async (commands, seed) => {
        const world = await createWorld({ version, random: createRandom(`model/${seed}`) });
        try {
          await fc.asyncModelRun(
            () => ({ model: { sales: 0, last: null }, real: world }),
            commands,
          );
          await heal(world);
          const tally = createTally();
          const faults = checkInvariants(world, tally);
          attempts += tally.attempts;
          expect(faults).toEqual([]);
          expect(isClean(tally)).toBe(true);
          assertInvariants(world);
        } finally {
          await world.close();
        }
      }),
      { numRuns: RUNS, seed: getNumericSeed(`model/${version}`) },
    );
    // A run without any sale would prove nothing.
    expect(attempts).toBeGreaterThan(RUNS / 2);
  });
});

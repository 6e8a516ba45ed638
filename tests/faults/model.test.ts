import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ServiceVersion } from '../../shared/contract/index.ts';
import { SERVICE_VERSIONS } from '../../shared/rules/index.ts';
import { createRandom } from '../support/random.ts';
import { getNumericSeed, getSampleSize, sampleCases } from '../support/sampling.ts';
import { assertNothingSent, handleBaskets, sellTogether } from './support/baskets.ts';
import {
  cancel,
  createSale,
  type Flow,
  handOver,
  listFlows,
  listPaymentKinds,
  openPayments,
  type Sale,
  sell,
  sendAgain,
} from './support/cashier.ts';
import { checkInvariants, createTally, heal, isClean } from './support/check-invariants.ts';
import { STATUS_LEFT_OUT } from './support/draw-faults.ts';
import type { NetworkFault } from './support/fake-network.ts';
import { createWorld, type FaultWorld, MINUTE_MS } from './support/world.ts';

/**
 * Commands over all flows against a service that loses requests and answers independently of each
 * other, with restarts in between. The model knows what the service performed and what left the
 * till; after each command, and once everything is mended:
 *
 * - nothing is performed twice, and what is sent again is the same request to the byte;
 * - the ledger and the service agree once everything is resolved, and nothing stays open;
 * - what the cashier was told at any moment agrees with what happened;
 * - there is one original ticket for each payment at most;
 * - a basket sends nothing by itself after a restart, and its shares add up to its cash.
 */

/** What the model says of the world so far. */
interface Model {
  /** Sales that were asked for; the same one again is a look-alike. */
  sales: number;
  last: Sale | null;
}

type Step = fc.AsyncCommand<Model, FaultWorld>;

const lost = fc.constantFrom<NetworkFault>(
  { kind: 'request-lost', how: 'reset' },
  { kind: 'request-lost', how: 'silence' },
  { kind: 'answer-lost', how: 'reset' },
  { kind: 'answer-lost', how: 'silence' },
);
const late = fc
  .integer({ min: 100, max: 14 * MINUTE_MS })
  .chain((milliseconds) =>
    fc.constantFrom<NetworkFault>(
      { kind: 'request-late', milliseconds },
      { kind: 'twice', milliseconds },
    ),
  );
const weather = fc.oneof(
  { weight: 3, arbitrary: fc.constant<NetworkFault>({ kind: 'well' }) },
  { weight: 4, arbitrary: lost },
  { weight: 2, arbitrary: late },
  { weight: 1, arbitrary: fc.constant<NetworkFault>({ kind: 'refused' }) },
  { weight: 1, arbitrary: fc.constant<NetworkFault>({ kind: 'keyless' }) },
);
const wrongDates = fc.array(fc.constantFrom(0, 0, 20, -20, 25, -40), { maxLength: 8 });

function checkNow(world: FaultWorld): void {
  world.look();
  const times = new Map<string, number>();
  for (const { externalId } of world.performed()) {
    times.set(externalId, (times.get(externalId) ?? 0) + 1);
  }
  expect([...times].filter(([, count]) => count > 1)).toEqual([]);
  // A key belongs to one body, a body to one key: no second request for the same money.
  const bodies = new Map<string, string>();
  for (const { key, target, body } of world.network.sent) {
    const request = `${target} ${body}`;
    expect(bodies.get(key) ?? request).toBe(request);
    bodies.set(key, request);
  }
  // Two cancels of one payment, the first of them refused, are the same to the byte.
  const payments = [...bodies.values()].filter((request) => request.includes('external_id'));
  expect(new Set(payments).size).toBe(payments.length);
}

function command(
  words: string,
  check: (model: Model) => boolean,
  run: (model: Model, world: FaultWorld) => Promise<void>,
): Step {
  return {
    check,
    run: async (model, world) => {
      await run(model, world);
      checkNow(world);
    },
    toString: () => words,
  };
}

const always = (): boolean => true;

function selling(kind: Flow, meets: NetworkFault, presses: number): Step {
  return command(`sell ${kind}, ${meets.kind}, ${presses}×`, always, async (model, world) => {
    model.sales += 1;
    const sale = createSale(world, kind, model.sales);
    model.last = sale;
    world.network.money.splice(0, world.network.money.length, meets);
    await sell(world, sale, presses);
    await world.advance(2000);
  });
}

/** Several things with one tender; each meets its own weather. */
function sellingTogether(
  kinds: readonly Flow[],
  meets: readonly NetworkFault[],
  presses: number,
): Step {
  const words = `sell together ${kinds}, ${meets.map(({ kind }) => kind)}, ${presses}×`;
  return command(words, always, async (model, world) => {
    const sales = kinds.map((kind) => {
      model.sales += 1;
      return createSale(world, kind, model.sales);
    });
    world.network.money.splice(0, world.network.money.length, ...meets);
    await sellTogether(world, sales, presses);
    await world.advance(30);
  });
}

const pressingAgain = (givesUp: boolean): Step =>
  command(givesUp ? 'give up the rest' : 'F12 again', always, async (_model, world) => {
    await handleBaskets(world, () => givesUp);
    await world.advance(2000);
  });

const locking: Step = command('lock', always, async (_model, world) => {
  world.till().payments.sessionChanged();
});

/** The one look-up after it is not blinded: what it finds decides. */
function sellingGuarded(kind: Flow, code: string): Step {
  return command(`sell ${kind}, done and ${code}`, always, async (model, world) => {
    const { reads } = world.network;
    reads.splice(0, reads.length, ...reads.filter((one) => one.kind !== 'not-listed-yet'));
    model.sales += 1;
    world.network.money.splice(0, world.network.money.length, guarding(code));
    await sell(world, createSale(world, kind, model.sales));
    await world.advance(2000);
  });
}

function sellingTheSame(meets: NetworkFault): Step {
  return command(
    `the same again, ${meets.kind}`,
    (model) => model.last !== null,
    async ({ last }, world) => {
      if (last === null) return;
      world.network.money.splice(0, world.network.money.length, meets);
      await sell(world, last);
      await world.advance(2000);
    },
  );
}

function cancelling(meets: NetworkFault): Step {
  return command(`cancel the newest, ${meets.kind}`, always, async (_model, world) => {
    if (!listPaymentKinds(world.version).includes('cancel')) return;
    const ids = world
      .till()
      .database.prepare('SELECT id FROM intents ORDER BY created_at DESC')
      .all()
      .map((row) => String(row.id));
    const newest = world
      .till()
      .payments.views(ids)
      .find((one) => one.mayCancel);
    if (!newest) return;
    world.network.money.splice(0, world.network.money.length, meets);
    await cancel(world, newest.id);
    await world.advance(2000);
  });
}

function sendingAgain(meets: NetworkFault): Step {
  return command(`send again, ${meets.kind}`, always, async (_model, world) => {
    await world.advance(65_000);
    const open = openPayments(world).find((one) => one.maySendAgain);
    if (!open) return;
    world.network.money.splice(0, world.network.money.length, meets);
    await sendAgain(world, open.id);
    await world.advance(2000);
  });
}

const handingOver: Step = command('hand the money over', always, async (_model, world) => {
  const open = openPayments(world).find((one) => one.handOver === 'now');
  if (open) await handOver(world, open.id);
});

const restarting = (isOrderly: boolean): Step =>
  command(isOrderly ? 'quit and start' : 'power cut', always, async (_model, world) => {
    await assertNothingSent(world, async () => {
      await world.restart({ isOrderly });
      await world.advance(500);
    });
  });

const waiting = (milliseconds: number): Step =>
  command(`wait ${milliseconds} ms`, always, (_model, world) => world.advance(milliseconds));

const blinding = (meets: NetworkFault, times: number): Step =>
  command(`look-ups ${meets.kind} ${times}×`, always, async (_model, world) => {
    world.network.reads.push(...Array.from({ length: times }, () => meets));
  });

const leavingStatusOut: Step = command('rows without a status', always, async (_model, world) => {
  world.training.setFaults([STATUS_LEFT_OUT]);
});

const misdating = (minutes: readonly number[]): Step =>
  command(`Dates wrong by ${minutes}`, always, async (_model, world) => {
    world.network.dates.push(...minutes.map((one) => one * MINUTE_MS));
  });

/** The service did it, and then guards against doing it twice. */
const guarding = (code: string): NetworkFault => ({
  kind: 'answers',
  status: 422,
  body: JSON.stringify({ code, message: `message of ${code}` }),
  isDone: true,
});

function commandsOf(version: ServiceVersion) {
  const sale = fc
    .tuple(fc.constantFrom(...listFlows(version)), weather, fc.constantFrom(1, 1, 1, 5))
    .map(([kind, meets, presses]) => selling(kind, meets, presses));
  const inBasket = listFlows(version).filter((kind) => kind !== 'cash-out');
  const together = fc
    .tuple(
      fc.array(fc.constantFrom(...inBasket), { minLength: 2, maxLength: 4 }),
      fc.array(weather, { minLength: 1, maxLength: 3 }),
      fc.constantFrom(1, 1, 3),
    )
    .map(([kinds, meets, presses]) => sellingTogether(kinds, meets, presses));
  return fc.commands(
    [
      sale,
      sale,
      together,
      together,
      fc.constantFrom(false, false, true).map(pressingAgain),
      fc.constant(locking),
      fc
        .tuple(
          fc.constantFrom(...listFlows(version)),
          fc.constantFrom('R8', 'R12', 'R36', 'R50', 'R49'),
        )
        .map(([kind, code]) => sellingGuarded(kind, code)),
      weather.map(sellingTheSame),
      weather.map(cancelling),
      weather.map(sendingAgain),
      fc.constant(handingOver),
      fc.constant(leavingStatusOut),
      fc.boolean().map(restarting),
      fc.integer({ min: 0, max: 5 * MINUTE_MS }).map(waiting),
      wrongDates.map(misdating),
      fc
        .tuple(
          fc.constantFrom<NetworkFault>(
            { kind: 'not-listed-yet' },
            { kind: 'request-lost', how: 'reset' },
          ),
          fc.integer({ min: 1, max: 4 }),
        )
        .map(([meets, times]) => blinding(meets, times)),
    ],
    { maxCommands: 12 },
  );
}

const RUNS = getSampleSize('commands');

const DRAWN = sampleCases('versions of the model', SERVICE_VERSIONS, 2);

describe.each(DRAWN)('any commands in %s', (version) => {
  it('end with every book in agreement', { timeout: 1_200_000 }, async () => {
    let attempts = 0;
    await fc.assert(
      fc.asyncProperty(commandsOf(version), fc.nat(), async (commands, seed) => {
        const world = await createWorld({ version, random: createRandom(`model/${seed}`) });
        try {
          await fc.asyncModelRun(
            () => ({ model: { sales: 0, last: null }, real: world }),
            commands,
          );
          await heal(world);
          const tally = createTally();
          const wrong = checkInvariants(world, tally);
          attempts += tally.attempts;
          expect(wrong).toEqual([]);
          expect(isClean(tally)).toBe(true);
          checkNow(world);
        } finally {
          await world.close();
        }
      }),
      { numRuns: RUNS, seed: getNumericSeed(`model/${version}`) },
    );
    // A model in which nothing is ever sold would prove nothing.
    expect(attempts).toBeGreaterThan(RUNS / 2);
  });
});

import type { Payment } from '../../shared/contract/index.ts';
import { SERVICE_VERSIONS } from '../../shared/rules/index.ts';
import { openReporter } from '../faults/chain/reporter.ts';
import { handleBaskets, listUnfinishedBaskets, sellBasket } from '../faults/support/baskets.ts';
import { closeByHand } from '../faults/support/by-hand.ts';
import {
  cancel,
  createSale,
  handOver,
  listFlows,
  listOpenPayments,
  resend,
  sell,
} from '../faults/support/cashier.ts';
import { checkInvariants } from '../faults/support/check-invariants.ts';
import {
  ANA,
  createWorld,
  type FaultWorld,
  LUIS,
  LUIS_APPROVAL,
  MINUTE_MS,
} from '../faults/support/fault-world.ts';
import { createTally } from '../faults/support/tally.ts';
import { createRandom, type Random } from '../support/random.ts';

/**
 * A shop in which something dies for ever in the middle of its payments: the real till without page
 * and shell, in virtual time. Later a part of what died may be repaired. People look every ten
 * minutes, and do what the till offers them.
 */

interface Part {
  kill(world: FaultWorld, random: Random): void;
  repair(world: FaultWorld): void;
}

const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const PARTS = {
  printer: {
    kill: ({ device }, random) => {
      device.lasting = random.pick(['unreachable', 'refuses', 'swallows', 'prints-in-silence']);
    },
    repair: ({ device }) => {
      device.lasting = 'prints';
    },
  },
  /** Its database cannot be reached from the beginning: `createDeadReporter`. */
  chain: { kill: () => {}, repair: () => {} },
  'disk almost full': {
    kill: (world) => world.setDiskAlmostFull(true),
    repair: (world) => world.setDiskAlmostFull(false),
  },
  'service for a day': {
    // At first some requests still arrive.
    kill: ({ network }, random) => {
      network.director = async ({ isMoney }, deliver) => {
        if (!isMoney || random.isLikely(0.5)) return { kind: 'not-sent', reason: 'refused' };
        await deliver();
        return { kind: 'unknown', reason: 'connection-lost', status: null };
      };
    },
    repair: ({ network }) => {
      network.director = null;
    },
  },
  "till's clock": {
    kill: (world, random) =>
      world.setTillClock(random.pick([25 * MINUTE_MS, -25 * MINUTE_MS, DAY_MS, -DAY_MS])),
    repair: (world) => world.setTillClock(0),
  },
  "service's second clock": {
    kill: ({ network }, random) => {
      const offsetMs = random.pick([25, -25]) * MINUTE_MS;
      network.drawLastingDate = () => (random.isLikely(0.5) ? offsetMs : 0);
    },
    repair: ({ network }) => {
      network.drawLastingDate = () => 0;
    },
  },
} as const satisfies Record<string, Part>;

export type DeadPart = keyof typeof PARTS;
export const DEAD_PARTS = Object.keys(PARTS) as readonly DeadPart[];

export interface DeadPartsRun {
  /** Virtual hours from the deaths until nothing was open; null if something still was. */
  readonly hours: number | null;
  /** Payments that were made. */
  readonly payments: number;
  /** What is still open, and each rule that was broken, in words. */
  readonly faults: readonly string[];
}

/** Two days after the longest failure that ends. */
const MAX_WAIT_MS = 3 * DAY_MS;
/** How often people look at the list of what is open. */
const VISIT_INTERVAL_MS = 10 * MINUTE_MS;
/** Nobody sends again later, because the customer has left. */
const CUSTOMER_WAITS_MS = 20 * MINUTE_MS;
const CHAIN_TIMEOUT_MS = 300;

/** Lets the parts die, and after some hours repairs those of `repaired`. */
export async function runWithDeadParts(
  seed: string,
  {
    dead,
    repaired,
    decidesAfterHours,
  }: {
    readonly dead: readonly DeadPart[];
    readonly repaired: readonly DeadPart[];
    /** When a supervisor asks the help line: no copy of a request can still be performed then. */
    readonly decidesAfterHours: number;
  },
): Promise<DeadPartsRun> {
  const random = createRandom(seed);
  const world = await createWorld({
    version: random.pick(SERVICE_VERSIONS),
    random,
    ...(dead.includes('chain') && { report: createDeadReporter(random) }),
  });
  try {
    await sellSome(world, random, 1);
    for (const part of dead) PARTS[part].kill(world, random);
    const diedAt = world.clock.uptime();
    await sellSome(world, random, 2);
    const repairAt = random.between(1, 8) * HOUR_MS;
    let hours: number | null = null;
    for (let waitedMs = 0; waitedMs < MAX_WAIT_MS && hours === null; ) {
      waitedMs += VISIT_INTERVAL_MS;
      await world.advance(VISIT_INTERVAL_MS);
      if (waitedMs === repairAt) for (const part of repaired) PARTS[part].repair(world);
      if (waitedMs === DAY_MS) PARTS['service for a day'].repair(world);
      if (random.isLikely(0.02)) await world.restart({ isOrderly: random.isLikely(0.5) });
      await act(world, random, waitedMs);
      if (waitedMs >= decidesAfterHours * HOUR_MS) await closeByHand(world);
      if (listOpen(world).length === 0) hours = (world.clock.uptime() - diedAt) / HOUR_MS;
    }
    // What people wait for must not come back.
    await world.advance(HOUR_MS);
    const tally = createTally();
    // Papers that a dead printer owes stay in the list of papers.
    const faults = checkInvariants(world, tally).filter((fault) => !fault.startsWith('no ticket'));
    const open = listOpen(world).map((words) => `still open: ${words}`);
    return { hours, payments: tally.attempts, faults: [...open, ...faults] };
  } finally {
    world.close();
  }
}

/** The connection to the chain's database never opens. */
function createDeadReporter(
  random: Random,
): NonNullable<Parameters<typeof createWorld>[0]['report']> {
  return (till, clock) =>
    openReporter(
      till,
      clock,
      async () => {
        await new Promise<void>((resolve) => {
          clock.after(CHAIN_TIMEOUT_MS, resolve);
        });
        return { ok: false, problem: { kind: 'unreachable', detail: 'dead' } };
      },
      random,
    );
}

/** Sells to two customers, some of whose requests or answers are lost; in v1.6 a payment is cancelled. */
async function sellSome(world: FaultWorld, random: Random, round: number): Promise<void> {
  for (const customer of [1, 2]) {
    const number = round * 10 + customer;
    const loss = random.pick(['request-lost', 'answer-lost', 'none'] as const);
    if (loss !== 'none') world.network.money.push({ kind: loss, how: 'reset' });
    const sale = createSale(world, random.pick(listFlows(world.version)), number);
    if (random.isLikely(0.3)) await sellBasket(world, [createSale(world, 'bill', number), sale]);
    else {
      const payment = await sell(world, sale);
      await world.advance(1000);
      if (payment !== null && random.isLikely(0.5)) await cancel(world, payment.id);
    }
    await world.advance(random.between(0, 3) * 1000);
  }
}

/** What a supervisor and a cashier do with what the till offers them. */
async function act(world: FaultWorld, random: Random, waitedMs: number): Promise<void> {
  // The till has locked itself since the last visit.
  world.attention.leaveAll();
  world.till().payments.handleSessionChange();
  await handleBaskets(world, () => random.isLikely(0.5));
  for (const payment of listOpenPayments(world)) {
    if (waitedMs <= CUSTOMER_WAITS_MS && payment.canResend && random.isLikely(0.5))
      await resend(world, payment.id);
  }
  for (const payment of listOpenPayments(world)) await finishPayment(world, payment);
  for (const payment of listOwedRefunds(world)) {
    world.attention.acknowledge(payment.id);
    await world.finish(() =>
      world.till().refunds.settle({ paymentId: payment.id, approval: LUIS_APPROVAL }, LUIS),
    );
  }
  await handleBaskets(world, () => true);
}

async function finishPayment(world: FaultWorld, payment: Payment): Promise<void> {
  const { id: paymentId, handOver: handOverState, toConfirm } = payment;
  const { payments } = world.till();
  if (toConfirm !== 'none') {
    world.attention.acknowledge(paymentId);
    await world.finish(() => payments.confirm({ paymentId }, LUIS));
  }
  if (handOverState === 'paper-first') {
    const input = { paymentId, reason: 'no slip can be printed', approval: LUIS_APPROVAL };
    await world.finish(() => payments.releaseCash(input, LUIS));
  }
  if (payments.listViews([paymentId])[0]?.handOver === 'now') await handOver(world, paymentId);
}

function listOwedRefunds(world: FaultWorld): readonly Payment[] {
  const owed = world.till().refunds.unsettled({}, ANA);
  return owed.ok ? owed.value : [];
}

/** What the till still has to decide, or a person to do. */
function listOpen(world: FaultWorld): readonly string[] {
  return [
    ...listOpenPayments(world).map(
      ({ kind, state, handOver: handOverState, toConfirm }) =>
        `${kind}, ${state}, ${handOverState}, ${toConfirm}`,
    ),
    ...listOwedRefunds(world).map(({ kind }) => `refund of a ${kind}`),
    ...listUnfinishedBaskets(world).map(({ state }) => `basket, ${state}`),
  ];
}

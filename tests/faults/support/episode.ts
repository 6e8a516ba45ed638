import type { ServiceVersion } from '../../../shared/contract/index.ts';
import { isTicketTextMissing, SERVICE_VERSIONS } from '../../../shared/rules/index.ts';
import { createRandom, type Random } from '../../support/random.ts';
import { openEpisodeChain } from '../chain/episode-chain.ts';
import type { FaultyChain } from '../chain/faulty-chain.ts';
import { assertNothingSent, handleBaskets, sellBasket } from './baskets.ts';
import {
  cancel,
  createSale,
  handOver,
  leavePayment,
  listFlows,
  listOpenPayments,
  listPaymentKinds,
  resend,
  type Sale,
  sell,
} from './cashier.ts';
import { checkInvariants, heal } from './check-invariants.ts';
import {
  drawDates,
  drawDenialFault,
  drawLookUpFault,
  drawMoneyFault,
  drawPrinterBehaviour,
  drawReadFault,
  isGuardAnswer,
} from './draw-faults.ts';
import { createWorld, type FaultWorld } from './fault-world.ts';
import { decideMissingText } from './missing-texts.ts';
import { STEP_MODES } from './port-steps.ts';
import { playRareScene, printAgain } from './rare-scenes.ts';
import { handleRefunds, isBeingCancelled, isRefunded, refundRandomPayment } from './refunds.ts';
import type { ReusedLedger } from './reused-ledger.ts';
import { countLedger, type Situations } from './situations.ts';
import { createTally, type Tally } from './tally.ts';

/**
 * The result of one run: several payments of every kind while the network, the printer, the clock,
 * the disk's port and the program fail at random; then all faults end, time passes, and the ledger
 * is compared with the service. The same seed gives the same run.
 */
export interface EpisodeResult {
  readonly version: ServiceVersion;
  readonly tally: Tally;
  /** The faults in words; empty if there are none. */
  readonly faults: readonly string[];
  readonly situations: Situations;
}

const MINUTE_MS = 60_000;

export async function runEpisode(
  seed: string,
  {
    inspect,
    chain = null,
    ledger = null,
  }: {
    readonly inspect?: (world: FaultWorld) => void | Promise<void>;
    readonly chain?: FaultyChain | null;
    readonly ledger?: ReusedLedger | null;
  } = {},
): Promise<EpisodeResult> {
  const random = createRandom(seed);
  const version = random.pick(SERVICE_VERSIONS);
  const share = chain && (await openEpisodeChain(chain, seed));
  const world = await createWorld({
    version,
    random,
    ledger,
    hasShopCopy: random.isLikely(0.5),
    ...(share && { report: share.openReporter }),
  });
  const tally = createTally();
  try {
    const customers = random.between(2, 5);
    const leavesStatusOut = random.isLikely(0.5);
    let lastSale: Sale | null = null;
    for (let number = 1; number <= customers; number += 1) {
      drawFaults(world, random, leavesStatusOut);
      await share?.drawFaults();
      if (random.isLikely(0.3)) await playRareScene(world, random, number);
      lastSale = await serveCustomer(world, random, number, lastSale, leavesStatusOut);
      await share?.syncRandomly(world);
      await passTime(world, random);
      await share?.syncRandomly(world);
    }
    await share?.endFaults();
    await heal(world);
    const faults = checkInvariants(world, tally);
    await share?.finish(world);
    await inspect?.(world);
    countLedger(world.till().database, version, world.situations);
    if (share !== null) faults.push(...(await share.checkChain(world, tally)));
    return { version, tally, faults, situations: world.situations };
  } finally {
    world.close();
    await share?.endFaults();
  }
}

/** Draws the faults for the next customer. */
function drawFaults(world: FaultWorld, random: Random, leavesStatusOut: boolean): void {
  const { network, device, training } = world;
  if (random.isLikely(0.7)) network.money.push(drawMoneyFault(random, leavesStatusOut));
  if (random.isLikely(0.2)) network.money.push(drawMoneyFault(random, leavesStatusOut));
  const isGuardAnswerDrawn = network.money.some(isGuardAnswer);
  for (let count = random.between(0, 4); count > 0 && random.isLikely(0.5); count -= 1) {
    network.reads.push(drawReadFault(random));
  }
  if (isGuardAnswerDrawn) {
    const otherReadFaults = network.reads.filter(({ kind }) => kind !== 'not-listed-yet');
    network.reads.splice(0, network.reads.length, ...otherReadFaults);
  }
  if (random.isLikely(0.3)) training.setFaults([drawLookUpFault(random, leavesStatusOut)]);
  if (random.isLikely(0.3)) network.dates.push(...drawDates(random));
  if (random.isLikely(0.3)) device.behaviours.push(drawPrinterBehaviour(random));
  if (random.isLikely(0.35)) {
    world.till().steps.arm(random.between(1, 120), random.pick(STEP_MODES));
  }
  if (random.isLikely(0.1)) {
    world.setTillClock(random.pick([0, 25, -25, 24 * 60, -24 * 60]) * MINUTE_MS);
  }
}

/** Serves one customer: a sale, perhaps the same as the last one's, perhaps cancelled. */
async function serveCustomer(
  world: FaultWorld,
  random: Random,
  number: number,
  lastSale: Sale | null,
  leavesStatusOut: boolean,
): Promise<Sale> {
  if (random.isLikely(0.25)) return await serveBasket(world, random, number);
  const isSame =
    lastSale !== null &&
    random.isLikely(0.2) &&
    !isRefunded(world, lastSale) &&
    !isBeingCancelled(world, lastSale);
  const sale = isSame
    ? lastSale
    : {
        ...createSale(world, random.pick(listFlows(world.version)), number),
        change: random.pick(['0.00', '7.50']),
      };
  const payment = await sell(world, sale, random.isLikely(0.2) ? 3 : 1);
  if (payment && random.isLikely(0.5)) {
    await world.advance(random.pick([0, 40, 1000, 65_000]));
    await leavePayment(world, payment.id);
  }
  if (random.isLikely(0.15)) {
    await world.restart({ isOrderly: random.isLikely(0.5), failsAtStart: random.isLikely(0.4) });
  }
  if (payment && listPaymentKinds(world.version).includes('cancel') && random.isLikely(0.4)) {
    await world.advance(random.between(1, 90) * 1000);
    if (random.isLikely(0.1)) refundRandomPayment(world, random);
    // A fault for the payment may be left over; it meets the cancel then.
    if (random.isLikely(0.4)) world.network.money.push(drawDenialFault(random, leavesStatusOut));
    await cancel(world, payment.id);
    if (random.isLikely(0.1)) refundRandomPayment(world, random);
  }
  return sale;
}

/** Serves one customer with several items; the till may end between any two of them. */
async function serveBasket(world: FaultWorld, random: Random, number: number): Promise<Sale> {
  const flows = listFlows(world.version).filter((flow) => flow !== 'cash-out');
  const sales = Array.from({ length: random.between(2, 4) }, (_, index) =>
    createSale(world, random.pick(flows), number * 100 + index),
  );
  const [first] = sales;
  if (first === undefined) throw new Error('an empty basket');
  // The same item twice, confirmed by the cashier: the service decides about it.
  if (random.isLikely(0.2)) sales.push(first);
  await sellBasket(world, sales, random.isLikely(0.3) ? 3 : 1);
  await world.advance(random.pick([0, 30, 200, 2000]));
  if (random.isLikely(0.2)) {
    world.attention.leaveAll();
    world.till().payments.handleSessionChange();
  }
  if (random.isLikely(0.4)) {
    await assertNothingSent(world, () => world.restart({ isOrderly: random.isLikely(0.3) }));
  }
  return first;
}

/** Passes the time until the next customer; the cashier may send again what can be sent again. */
async function passTime(world: FaultWorld, random: Random): Promise<void> {
  await world.advance(random.between(0, 3) * 30_000 + random.between(0, 5000));
  if (world.till().steps.hasEnded) await world.restart();
  for (const payment of listOpenPayments(world)) {
    if (payment.canResend && random.isLikely(0.7)) await resend(world, payment.id);
    if (payment.handOver === 'now' && random.isLikely(0.7)) await handOver(world, payment.id);
    if (isTicketTextMissing(payment) && random.isLikely(0.3)) {
      await decideMissingText(world, payment);
    }
  }
  if (random.isLikely(0.7)) await handleBaskets(world, () => random.isLikely(0.1));
  if (random.isLikely(0.4)) refundRandomPayment(world, random);
  if (random.isLikely(0.5)) await handleRefunds(world, random);
  if (random.isLikely(0.4)) await printAgain(world, random);
  await world.advance(random.between(0, 5) * MINUTE_MS);
  if (world.till().steps.hasEnded || random.isLikely(0.1)) await world.restart();
  world.recordShownPayments();
}

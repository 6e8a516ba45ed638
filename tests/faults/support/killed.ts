import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type {
  Order,
  Payment,
  PaymentKind,
  ServiceVersion,
  TrainingFault,
} from '../../../shared/contract/index.ts';
import { type ServiceUnderTest, startService } from '../../e2e/support/service.ts';
import { createRandom, type Random } from '../../support/random.ts';
import type { EpisodeResult } from './episode.ts';
import { emptyTally, type Tally } from './judge.ts';
import { type RealTill, startTill, type TillPage } from './real-till.ts';

/**
 * A run in which the till is a process of its own, on a ledger file and over HTTPS, and dies by
 * SIGKILL at moments drawn by chance while its payments are on their way. The seed draws the
 * moments; what they hit is the machine's.
 */

type Kind = Exclude<PaymentKind, 'cancel'>;
/** What moves money once the seed says so; it dies on the way. */
type Act = () => Promise<unknown>;

/** v1.6 twice: it alone takes payments back. */
const VERSIONS: readonly ServiceVersion[] = ['v1.6', 'v1.6', 'v3.3', 'v3.mx', 'v3.co'];
const KINDS: readonly Kind[] = ['bill', 'bill', 'top-up', 'gift-card', 'cash-out'];
/** A request that was cut off is certain after so long: its signature has died by then. */
const UNTIL_CERTAIN_MS = 17 * 60_000;
const CASH_OUT_BILLER = 20001;
const OWNER = { cashierId: 'ana', pin: '1234' };

const FAULTS: readonly (TrainingFault['fault'] | null)[] = [
  null,
  null,
  { kind: 'commit-and-cut' },
  { kind: 'cut-before-commit' },
  { kind: 'answer-late', milliseconds: 120 },
  { kind: 'commit-late', milliseconds: 150 },
];

interface Shop {
  readonly service: ServiceUnderTest;
  readonly version: ServiceVersion;
  readonly profile: string;
  readonly random: Random;
}

interface Open {
  readonly till: RealTill;
  readonly page: TillPage;
}

export async function killedEpisode(seed: string): Promise<EpisodeResult> {
  const random = createRandom(`killed/${seed}`);
  const version = random.pick(VERSIONS);
  const service = await startService();
  const profile = mkdtempSync(join(tmpdir(), 'mostrador-killed-'));
  const shop: Shop = { service, version, profile, random };
  let open = await openTill(shop);
  try {
    const customers = random.between(2, 3);
    for (let number = 1; number <= customers; number += 1) {
      const order = await orderOf(shop, open.page, number);
      await brew(shop);
      open = await actAndDie(shop, open, paying(open, order));
      const taken = await toTakeBack(shop, open.page);
      if (taken === null) continue;
      await brew(shop);
      open = await actAndDie(shop, open, takingBack(open, taken));
    }
    await service.setFaults([]);
    service.goOn(UNTIL_CERTAIN_MS);
    await resolveAll(open.page);
    const tally = emptyTally();
    const wrong = await compare(shop, open.page, tally);
    return { version, tally, wrong };
  } finally {
    await open.till.kill();
    await service.close();
    await service.remove();
    rmSync(profile, { recursive: true, force: true });
  }
}

async function openTill({ service, version, profile }: Shop): Promise<Open> {
  const file = join(profile, 'provisioning.json');
  const settings = { ...service.provisioning(version), cashOutBillers: [CASH_OUT_BILLER] };
  writeFileSync(file, JSON.stringify(settings));
  const till = await startTill(['--profile', profile, '--provision', file]);
  const page = await till.openPage();
  await page.get('staff.signIn', OWNER);
  return { till, page };
}

/** What the next requests meet. */
async function brew({ service, random }: Shop): Promise<void> {
  const fault = random.pick(FAULTS);
  const faults: TrainingFault[] =
    fault === null
      ? []
      : (['pay', 'cash-out', 'cancel'] as const).map((operation) => ({
          operation,
          times: 1,
          fault,
        }));
  if (random.isLikely(0.3)) {
    faults.push({ operation: 'transactions', times: 1, fault: { kind: 'look-up-empty' } });
  }
  await service.setFaults(faults);
}

function paying({ page }: Open, order: Order): Act {
  const cash = order.kind === 'cash-out' ? null : order.due;
  return () => page.call('payments.pay', { orderId: order.id, cash, acknowledged: [] });
}

const UNTIL_ANSWERED_TURNS = 20;

/** Often the newest payment, where it may be taken back: v1.6, paid, and no cash-out. */
async function toTakeBack({ random, version }: Shop, page: TillPage): Promise<Payment | null> {
  if (version !== 'v1.6' || !random.isLikely(0.8)) return null;
  for (let turn = 0; turn < UNTIL_ANSWERED_TURNS; turn += 1) {
    const [payment] = await page.get('payments.recent', { limit: 1 });
    if (payment?.mayCancel) return payment;
    if (payment === undefined || payment.state === 'rejected') return null;
    await page.call('payments.lookUpNow', { paymentId: payment.id });
    await pause(50);
  }
  return null;
}

function takingBack({ page }: Open, payment: Payment): Act {
  return () =>
    page.call('payments.cancel', {
      paymentId: payment.id,
      reason: 'the wrong account',
      approval: OWNER,
    });
}

/** The act, and then often the end, at any moment from before the intent to long after the answer. */
async function actAndDie(shop: Shop, open: Open, act: Act): Promise<Open> {
  const { random } = shop;
  const dies = random.isLikely(0.7);
  const after = random.pick([0, 1, 2, 4, 8, 16, 40, 120, 300]);
  const acting = act().catch(() => null);
  if (!dies) {
    await acting;
    return open;
  }
  await pause(after);
  await open.till.kill();
  await acting;
  return await openTill(shop);
}

async function orderOf(shop: Shop, page: TillPage, number: number): Promise<Order> {
  const kind = shop.random.pick(KINDS);
  const tail = `${shop.random.between(100, 999)}${number}`;
  for (;;) {
    const sale = await saleOf(page, kind, tail);
    const prepared =
      sale === null
        ? null
        : await page.call('payments.prepare', {
            ...sale,
            kind,
            nameOnAccount: null,
            balanceId: null,
          });
    if (prepared?.ok) return prepared.value;
    // The lists of a new till may still be on their way, and the account has to be asked once.
    await pause(50);
  }
}

async function saleOf(page: TillPage, kind: Kind, tail: string) {
  const wanted = {
    bill: { text: 'agua y drenaje', account: `12345685${tail}` },
    'top-up': { text: 'telcel tiempo aire', account: `559999${tail}` },
    'gift-card': { text: 'amazon m', account: `559999${tail}` },
    'cash-out': { text: 'banco azul', account: `123456781234${tail}` },
  }[kind];
  const kinds = {
    bill: 'utility',
    'top-up': 'top-up',
    'gift-card': 'gift-card',
    'cash-out': 'partner',
  } as const;
  const [found] = await page.get('catalog.search', {
    text: wanted.text,
    kinds: [kinds[kind]],
    limit: 1,
  });
  if (!found) return null;
  const { biller } = found;
  const amount = biller.amounts.kind === 'list' ? biller.amounts.amounts[0] : '100.00';
  return {
    billerId: biller.id,
    accountNumber: wanted.account,
    amount: { amount: amount ?? '100.00', currency: biller.currency },
  };
}

/** Time goes on and the service can be reached: whatever is open must come to its end. */
async function resolveAll(page: TillPage): Promise<void> {
  for (let turn = 0; turn < 200; turn += 1) {
    const payments = await page.get('payments.recent', { limit: 50 });
    const open = payments.filter((one) => ['sending', 'unknown', 'unclear'].includes(one.state));
    for (const { id } of open) await page.call('payments.lookUpNow', { paymentId: id });
    if (open.length === 0) return;
    await pause(50);
  }
}

async function compare(shop: Shop, page: TillPage, tally: Tally): Promise<string[]> {
  const wrong: string[] = [];
  const payments = await page.get('payments.recent', { limit: 50 });
  const performed = (await shop.service.inspect()).transactions;
  tally.attempts += payments.length;
  tally.paidAtService += performed.length;
  tally.paidInLedger += payments.filter(
    (one) => one.state === 'paid' && one.kind !== 'cancel',
  ).length;
  for (const { externalId } of performed) {
    const times = performed.filter((one) => one.externalId === externalId).length;
    const payment = payments.find((one) => one.externalId === externalId);
    if (times > 1) note(wrong, tally, 'paidTwice', `paid twice: ${externalId}`);
    if (payment?.state !== 'paid') {
      note(wrong, tally, 'lost', `lost: ${externalId}, ${payment?.state ?? 'not in the ledger'}`);
    }
  }
  for (const payment of payments) {
    const isDone =
      payment.kind === 'cancel'
        ? isTakenBack(payments.find((one) => one.id === payment.cancels))
        : performed.some((one) => one.externalId === payment.externalId);
    await judgeOne(page, payment, isDone, tally, wrong);
  }
  for (const payment of payments.filter(isTakenBack)) {
    if (payment.cancelledBy?.state === 'paid') continue;
    note(wrong, tally, 'lost', `taken back, and the ledger does not know: ${payment.externalId}`);
  }
  return wrong;

  function isTakenBack(payment: Payment | undefined): boolean {
    const row = performed.find((one) => one.externalId === payment?.externalId);
    return row?.status === 'refunded' || row?.status === 'reversed';
  }
}

async function judgeOne(
  page: TillPage,
  payment: Payment,
  isDone: boolean,
  tally: Tally,
  wrong: string[],
): Promise<void> {
  const name = `${payment.kind} ${payment.externalId}, ${payment.state}`;
  if (['sending', 'unknown', 'unclear'].includes(payment.state)) {
    note(wrong, tally, 'unresolved', `unresolved: ${name}`);
  }
  if (payment.state === 'paid' && !isDone) {
    note(wrong, tally, 'toldWrong', `paid in the ledger alone: ${name}`);
  }
  const jobs = await page.get('printing.ofPayment', { paymentId: payment.id });
  const originals = jobs.filter((job) => job.kind === 'original').length;
  if (payment.state === 'paid' && originals === 0) {
    note(wrong, tally, 'ticketsMissing', `no ticket: ${name}`);
  }
  if (originals > 1 || (payment.state !== 'paid' && originals > 0)) {
    note(wrong, tally, 'ticketsDoubled', `${originals} tickets: ${name}`);
  }
}

function note(wrong: string[], tally: Tally, what: keyof Tally, words: string): void {
  tally[what] += 1;
  wrong.push(words);
}

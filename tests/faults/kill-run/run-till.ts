import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import type { Provisioning } from '../../../shared/contract/index.ts';
import type { Random } from '../../support/random.ts';
import { createPayInput, LEDGER_FILE, signIn } from '../support/counter-actions.ts';
import { type RealTill, startTill, type TillPage } from '../support/real-till.ts';
import { type KillRunWorld, waitUntil } from './world.ts';

/** A till of a kill run: its own process, which is opened, killed and closed many times. */
export interface RunTill {
  readonly posNumber: string;
  /** The file of its ledger; read it only while the till is not open. */
  readonly ledgerFile: string;
  /**
   * The cashier opens the till, serves so many customers, and closes it. The till may be killed
   * during a payment or while it closes.
   */
  serveCustomers(count: number): Promise<void>;
  /** Opens the till, resolves its open payments, and closes it in order, once the condition is met. */
  openAndResolve(isReady?: () => Promise<boolean>): Promise<void>;
  kill(): Promise<void>;
  /** Whether the chain has confirmed all that is in the ledger. */
  isEverythingSent(): boolean;
  countKills(): number;
}

const BILLER_ID = 37;
const KILL_DELAYS_MS = [0, 1, 2, 4, 8, 16, 40, 120, 300];
const CLOSING_KILL_DELAYS_MS = [5, 20, 60, 120, 250, 500];

export function createRunTill(
  world: KillRunWorld,
  provisioning: Provisioning & { readonly posNumber: string },
  random: Random,
): RunTill {
  const { posNumber } = provisioning;
  const profile = join(world.folder, `till-${posNumber}`);
  mkdirSync(profile);
  const settingsFile = join(profile, 'provisioning.json');
  const ledgerFile = join(profile, LEDGER_FILE);
  let open: { readonly till: RealTill; readonly page: TillPage } | null = null;
  let customers = 0;
  let kills = 0;

  const openTill = async (): Promise<TillPage> => {
    writeFileSync(settingsFile, JSON.stringify(provisioning));
    const args = ['--profile', profile, '--provision', settingsFile];
    const till = await startTill(args, world.clockCommand);
    const page = await till.openPage();
    open = { till, page };
    await signIn(page);
    return page;
  };

  const close = async (): Promise<void> => {
    await open?.till.stop();
    open = null;
  };

  const kill = async (): Promise<void> => {
    if (open === null) return;
    kills += 1;
    await open.till.kill();
    open = null;
  };

  const serveCustomer = async (page: TillPage): Promise<void> => {
    customers += 1;
    const { value: order = null } = {
      value: null,
      ...(await page.call('payments.prepare', {
        kind: 'bill',
        billerId: BILLER_ID,
        accountNumber: `81${posNumber.padStart(4, '0')}${String(customers).padStart(4, '0')}`,
        nameOnAccount: null,
        amount: { amount: `${random.between(50, 900)}.00`, currency: 'MXN' },
        balanceId: null,
      })),
    };
    if (order === null) return;
    const payment = page.call('payments.pay', createPayInput(order)).catch(() => null);
    if (random.isLikely(0.2)) {
      await wait(random.pick(KILL_DELAYS_MS));
      await kill();
    }
    await payment;
  };

  return {
    posNumber,
    ledgerFile,
    kill,
    countKills: () => kills,
    serveCustomers: async (count) => {
      const page = await openTill();
      for (let served = 0; served < count && open !== null; served += 1) await serveCustomer(page);
      const fate = random.next();
      if (fate < 0.2) return await kill();
      const closing = close();
      if (fate < 0.4) {
        await wait(random.pick(CLOSING_KILL_DELAYS_MS));
        await kill();
      }
      await closing;
    },
    openAndResolve: async (isReady = async () => true) => {
      const page = await openTill();
      await resolvePayments(world, page);
      await waitUntil(`till ${posNumber} may be closed`, isReady);
      await close();
    },
    isEverythingSent: () => {
      const ledger = new DatabaseSync(ledgerFile, { readOnly: true });
      const row = ledger
        .prepare(
          `SELECT acked = (SELECT coalesce(max(number), 0) FROM chain_changes)
             AND list_before_at IS NULL AS is_sent FROM chain_state`,
        )
        .get();
      ledger.close();
      return row?.is_sent === 1;
    },
  };
}

/** It is certain 16 minutes after the last send that a payment was not performed. */
const CERTAIN_AFTER_MS = 17 * 60_000;

/** Looks up what is unresolved until it is resolved, which may need a later time. */
async function resolvePayments(world: KillRunWorld, page: TillPage): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const payments = await page.get('payments.unresolved', {});
    const open = payments.filter(({ state }) => ['sending', 'unknown', 'unclear'].includes(state));
    if (open.length === 0) return;
    if (attempt > 400) throw new Error(`unresolved: ${JSON.stringify(open)}`);
    for (const { id } of open) await page.call('payments.lookUpNow', { paymentId: id });
    if (attempt % 40 === 0) world.moveClockTo(world.now() + CERTAIN_AFTER_MS);
    await wait(50);
  }
}

import { setTimeout as wait } from 'node:timers/promises';
import type { TrainingFault } from '../../../shared/contract/index.ts';
import type { ConnectionGate } from '../../support/openssh/index.ts';
import { dumpDatabase, restoreDatabase } from '../../support/postgres/index.ts';
import { createRandom, type Random } from '../../support/random.ts';
import {
  countRefusedRows,
  findFaults,
  readChainPayments,
  readFolder,
  readLatePayments,
  readLedger,
  readRemadeFiles,
} from './reader.ts';
import { createRunTill, type RunTill } from './run-till.ts';
import {
  CHAIN_NAME,
  HOURS_BEHIND_UTC,
  type KillRunWorld,
  type Maker,
  startKillRunWorld,
  toLocalDay,
  toLocalTime,
  waitUntil,
} from './world.ts';

/**
 * The days of a chain in which everything is killed: tills, the processes that make the daily file,
 * and their database, with lines that are cut and a process that is frozen over midnight. The seed
 * draws what happens; what it interrupts depends on the machine.
 */
export interface KillRunSize {
  readonly tills: number;
  readonly days: number;
  /** How often each till is opened on a day, and how many customers it then serves. */
  readonly openings: number;
  readonly customers: number;
  /** How often something but a till fails on a day. */
  readonly strikes: number;
  /** How the rows stored since the evening of a day are lost on the next day. */
  readonly losses: readonly (null | 'failover' | 'restore')[];
  /** Tills that are open at the same time. */
  readonly concurrency: number;
}

export interface KillRunResult {
  /** What is lost, doubled or different. */
  readonly faults: readonly string[];
  readonly performed: number;
  /** Performed payments in the file of their day, and those that are listed as late. */
  readonly inFiles: number;
  readonly late: number;
  readonly tillKills: number;
  /** The payments that each loss of the database took from it for a while. */
  readonly lostRows: readonly number[];
  /** What happened, in order. */
  readonly events: readonly string[];
}

/** The state of a run. */
interface Run {
  readonly world: KillRunWorld;
  readonly size: KillRunSize;
  readonly random: Random;
  readonly tills: readonly RunTill[];
  readonly makers: Maker[];
  readonly days: string[];
  /** Late payments that a database listed which was restored since. */
  readonly late: { readonly day: string; readonly externalId: string }[];
  /** The payments that each loss of the database took from it. */
  readonly lostRows: number[];
  note(event: string): void;
}

const SERVICE_FAULTS: readonly TrainingFault['fault'][] = [
  { kind: 'commit-and-cut' },
  { kind: 'cut-before-commit' },
  { kind: 'answer-late', milliseconds: 120 },
  { kind: 'commit-late', milliseconds: 150 },
  { kind: 'failed-status' },
];

export async function runKillRun(seed: string, size: KillRunSize): Promise<KillRunResult> {
  const world = await startKillRunWorld();
  const tills: RunTill[] = [];
  const events: string[] = [];
  try {
    const random = createRandom(`${seed}/strikes`);
    for (let number = 1; number <= size.tills; number += 1) {
      const posNumber = String(number).padStart(2, '0');
      const provisioning = await world.enrollTill(posNumber);
      tills.push(
        createRunTill(world, { ...provisioning, posNumber }, createRandom(`${seed}/${posNumber}`)),
      );
    }
    const run: Run = {
      ...{ world, size, random, tills, makers: [], days: [], late: [], lostRows: [] },
      note: (event) => events.push(`${toLocalDay(world.now())}: ${event}`),
    };
    run.makers.push(world.startMaker(), world.startMaker());
    world.moveClockTo(toLocalTime(world.now(), 1, '10:00'));
    const [isWaitingFirst, isFrozenFirst] = [random.isLikely(0.5), random.isLikely(0.5)];
    let restore: RestoreDatabase | null = null;
    for (let day = 0; day < size.days; day += 1) {
      run.days.push(toLocalDay(world.now()));
      await runDay(run);
      if (day === 0) await setFirstDay(run);
      if (restore !== null) {
        await loseRows(run, restore);
        await runDay(run);
      }
      restore = null;
      if (size.losses[day] === 'failover') restore = await createStandby(run);
      if (size.losses[day] === 'restore') restore = await createBackup(run);
      const isEven = day % 2 === 0;
      await runNight(run, {
        isFrozen: isEven === isFrozenFirst,
        isWaitingForTills: isEven === isWaitingFirst,
      });
      world.moveClockTo(toLocalTime(world.now(), 0, '10:00'));
    }
    await settle(run);
    const record = {
      performed: await readServiceRecord(world),
      ledgers: new Map(tills.map((till) => [till.posNumber, readLedger(till.ledgerFile)])),
      chain: readChainPayments(world.getPsql()),
      late: mergeLatePayments(run.late, readLatePayments(world.getPsql())),
      remadeFiles: readRemadeFiles(world.getPsql()),
      refusedRows: countRefusedRows(world.getPsql()),
      files: readFolder(world.uploadFolder),
      seenFiles: world.listSeenFiles(),
      days: run.days,
      chainName: CHAIN_NAME,
      hoursBehindUtc: HOURS_BEHIND_UTC,
    };
    return {
      faults: findFaults(record),
      performed: record.performed.length,
      inFiles: record.performed.length - record.late.length,
      late: record.late.length,
      tillKills: tills.reduce((sum, till) => sum + till.countKills(), 0),
      lostRows: run.lostRows,
      events,
    };
  } catch (error) {
    const report = [...events, ...world.listMakerOutputs()].join('\n');
    throw new Error(`the run of seed ${seed} ended after:\n${report}`, { cause: error });
  } finally {
    for (const till of tills) await till.kill();
    await world.close();
  }
}

/** The tills sell, and everything else fails meanwhile. */
async function runDay(run: Run): Promise<void> {
  const { tills, size } = run;
  await Promise.all([
    forEachTill(run, tills, async (till) => {
      for (let opening = 0; opening < size.openings; opening += 1)
        await till.serveCustomers(size.customers);
    }),
    strikeRepeatedly(run),
  ]);
  await endFaults(run);
}

/** Tills that were open for seconds only have not told the chain its first day: no file is due then. */
async function setFirstDay({ world, tills }: Run): Promise<void> {
  const isSet = async (): Promise<boolean> =>
    (await world.sql('SELECT FROM chain.first_day')).length > 0;
  if (!(await isSet())) await tills[0]?.openAndResolve(isSet);
}

async function forEachTill(
  { size }: Run,
  tills: readonly RunTill[],
  work: (till: RunTill) => Promise<void>,
): Promise<void> {
  const remaining = [...tills];
  const workOff = async (): Promise<void> => {
    for (let till = remaining.shift(); till !== undefined; till = remaining.shift())
      await work(till);
  };
  await Promise.all(Array.from({ length: size.concurrency }, workOff));
}

async function strikeRepeatedly(run: Run): Promise<void> {
  const { size, random } = run;
  for (let strike = 0; strike < size.strikes; strike += 1) {
    await wait(random.between(100, 2_500));
    await applyStrike(run, random.pick(STRIKES));
  }
}

const STRIKES = ['backend', 'database', 'line', 'maker', 'service'] as const;
type Strike = (typeof STRIKES)[number];

async function applyStrike(run: Run, strike: Strike): Promise<void> {
  const { world, random, note } = run;
  note(`fault: ${strike}`);
  switch (strike) {
    case 'backend': {
      const [row] = await world.sql(
        `SELECT pid FROM pg_stat_activity WHERE datname = current_database()
           AND pid <> pg_backend_pid() ORDER BY backend_start DESC LIMIT 1`,
      );
      // It may have ended by itself.
      if (row !== undefined) sendSignal(Number(row.pid), 'SIGKILL');
      return;
    }
    case 'database':
      await world.getPostgres().kill();
      await wait(random.between(0, 1_500));
      return await world.getPostgres().start();
    case 'line':
      setDatabaseLines(world, {
        kind: random.pick(['cut', 'hang']),
        afterBytes: random.between(0, 8_000),
      });
      await wait(random.between(500, 3_000));
      setDatabaseLines(world, null);
      // A connection that hangs would stay for the two minutes of the processes' deadline.
      for (const gate of world.databaseGates) gate.cutConnections();
      return;
    case 'maker':
      return await replaceMaker(run, random.between(0, 1), random.pick(['SIGKILL', 'SIGTERM']));
    case 'service':
      await world.service.setFaults([
        { operation: 'pay', times: 2, fault: random.pick(SERVICE_FAULTS) },
        { operation: 'transactions', times: 1, fault: { kind: 'look-up-empty' } },
      ]);
  }
}

async function endFaults({ world }: Run): Promise<void> {
  setDatabaseLines(world, null);
  world.uploadGate.set(null);
  await world.service.setFaults([]);
  // After a killed backend the server recovers.
  await world.sql('SELECT 1');
}

function setDatabaseLines(
  { databaseGates }: KillRunWorld,
  fault: Parameters<ConnectionGate['set']>[0],
): void {
  for (const gate of databaseGates) gate.set(fault);
}

async function replaceMaker(
  { world, makers }: Run,
  index: number,
  signal: 'SIGKILL' | 'SIGTERM',
  ...options: readonly string[]
): Promise<void> {
  await makers[index]?.end(signal);
  makers[index] = world.startMaker(...options);
}

/** The state of the database at this moment; restoring it loses everything since. */
type RestoreDatabase = () => Promise<void>;

async function createStandby({ world, note }: Run): Promise<RestoreDatabase> {
  const primary = world.getPostgres();
  const standby = await world.startStandby();
  const [{ position } = {}] = await primary.sql('SELECT pg_current_wal_lsn() AS position');
  await waitUntil('the standby has everything', async () => {
    const [row] = await standby.sql('SELECT pg_last_wal_replay_lsn() >= $1 AS is_current', [
      position,
    ]);
    return row?.is_current === true;
  });
  await standby.kill();
  return async () => {
    note('failover to a standby that lost acknowledged rows');
    await primary.kill();
    await standby.start();
    await standby.promote();
    world.setPrimary(standby);
  };
}

async function createBackup({ world, makers, note }: Run): Promise<RestoreDatabase> {
  const { name } = world.chain.database;
  const backup = dumpDatabase(world.getPostgres(), name);
  return async () => {
    note('restore of a backup');
    for (const maker of makers) await maker.end('SIGTERM');
    await restoreDatabase(world.getPostgres(), name, backup);
  };
}

/**
 * Loses what the database stored since, and answers the journal of uploads as docs/chain.md says.
 */
async function loseRows(run: Run, restore: RestoreDatabase): Promise<void> {
  const { world, tills, makers, days, late, lostRows } = run;
  // A file that is made again after the last loss waits for all of them.
  await forEachTill(run, tills, (till) => till.openAndResolve());
  await listLatePayments(run);
  // An owner has handed these in, and the restored database knows nothing of them.
  late.push(...readLatePayments(world.getPsql()));
  const countRows = async (): Promise<number> =>
    Number((await world.sql('SELECT count(*) AS count FROM chain.payments'))[0]?.count);
  const rowsBefore = await countRows();
  await restore();
  lostRows.push(rowsBefore - (await countRows()));
  for (const index of makers.keys()) await replaceMaker(run, index, 'SIGKILL', '--accept-journal');
  // Until then a process that is started without the answer ends.
  await waitUntil('the uploads of the journal are taken over', async () => {
    const rows = await world.sql(
      'SELECT FROM chain.days WHERE uploaded_at IS NOT NULL OR handed_in_at IS NOT NULL',
    );
    return rows.length >= days.length - 1;
  });
}

async function listLatePayments(run: Run): Promise<void> {
  const { world } = run;
  const restartElected = async (): Promise<void> => {
    await replaceMaker(run, await waitForElected(run), 'SIGKILL');
    await waitForElected(run);
  };
  const isEmpty = async (query: string): Promise<boolean> => (await world.sql(query)).length === 0;
  const areFilesMade = () => isEmpty('SELECT FROM chain.days WHERE made_at IS NULL');
  if (!(await areFilesMade())) await restartElected();
  await waitUntil('every file is made', areFilesMade);
  // Rows that were under way when a file was made are searched a quarter of an hour later.
  await world.sql(`UPDATE chain.days SET made_at = made_at - interval '1 hour'`);
  await restartElected();
  await waitUntil('the late payments are listed', () =>
    isEmpty(`SELECT FROM chain.late_marks UNION ALL
      SELECT FROM chain.days WHERE searched_at IS NULL`),
  );
}

interface NightPlan {
  /** The elected process is frozen at midnight; otherwise it is killed. */
  readonly isFrozen: boolean;
  /** The tills that failed are opened again in time; otherwise the file is made without them. */
  readonly isWaitingForTills: boolean;
}

/** The day ends while the elected process is frozen or killed, and its reserve makes the file. */
async function runNight(run: Run, { isFrozen, isWaitingForTills }: NightPlan): Promise<void> {
  const { world, random, makers, tills, days, note } = run;
  const elected = await waitForElected(run);
  note(`the elected process is ${isFrozen ? 'frozen' : 'killed'} at midnight`);
  const frozen = isFrozen ? makers[elected] : undefined;
  frozen?.child.kill('SIGSTOP');
  if (!isFrozen) await makers[elected]?.end('SIGKILL');
  world.moveClockTo(toLocalTime(world.now(), 1, '00:06'));
  if (!isFrozen) makers[elected] = world.startMaker();
  await endLease(world);
  await waitForElected(run);
  if (random.isLikely(0.5)) frozen?.child.kill('SIGCONT');
  if (isWaitingForTills) {
    note('the tills that failed are opened again');
    const rows = await world.sql(
      `SELECT t.pos_number FROM chain.tills t LEFT JOIN chain.standing USING (till_id)
       WHERE is_closed IS NOT TRUE OR open_since IS NOT NULL`,
    );
    const awaited = tills.filter((till) => rows.some((row) => row.pos_number === till.posNumber));
    await forEachTill(run, awaited, (till) => till.openAndResolve());
  }
  // No till is waited for any longer.
  world.moveClockTo(toLocalTime(world.now(), 0, '00:41'));
  await strikeUpload(run);
  frozen?.child.kill('SIGCONT');
  await waitForElected(run);
  const day = days.at(-1);
  await waitUntil(`the file of ${day} is uploaded`, async () => {
    // A process that was just elected gives the tills five minutes.
    world.moveClockTo(world.now() + 10_000);
    const rows = await world.sql(
      `SELECT FROM chain.days WHERE day = '${day}' AND uploaded_at IS NOT NULL`,
    );
    return rows.length > 0;
  });
}

/** Often cuts the line of the upload, and kills the process that uploads. */
async function strikeUpload(run: Run): Promise<void> {
  const { world, random, note } = run;
  if (!random.isLikely(0.7)) return;
  if (random.isLikely(0.4)) {
    note('the line of the upload is cut');
    world.uploadGate.set({ kind: 'cut', afterBytes: random.between(0, 8_000) });
  }
  const elected = await waitForElected(run);
  await wait(random.between(0, 1_500));
  note('the process that uploads is killed');
  // After a failure a process pauses for minutes; its successor does not.
  world.uploadGate.set(null);
  await replaceMaker(run, elected, 'SIGKILL');
}

/** Ends the lease at once, because the database's clock cannot be moved to its end. */
async function endLease(world: KillRunWorld): Promise<void> {
  await world.sql(`UPDATE chain.leases SET until = '-infinity' WHERE name = 'maker'`);
}

/** Waits until a process that runs is elected; returns its index. */
async function waitForElected({ world, makers }: Run): Promise<number> {
  let index = -1;
  await waitUntil('a process is elected', async () => {
    const [row] = await world.sql(
      `SELECT holder FROM chain.leases WHERE name = 'maker' AND until > clock_timestamp()`,
    );
    if (row === undefined) return false;
    const [, pid] = String(row.holder).split(' ');
    index = makers.findIndex(({ child }) => String(child.pid) === pid);
    if (index < 0) await endLease(world);
    return index >= 0;
  });
  return index;
}

function sendSignal(pid: number, signal: 'SIGKILL'): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    const hasEnded = error instanceof Error && 'code' in error && error.code === 'ESRCH';
    if (!hasEnded) throw error;
  }
}

/** Without faults, every till reports everything, and the chain lists what is late. */
async function settle(run: Run): Promise<void> {
  const { tills, note } = run;
  note('everything settles');
  await endFaults(run);
  await forEachTill(run, tills, async (till) => {
    for (let opening = 0; opening < 8; opening += 1) {
      await till.openAndResolve();
      if (till.isEverythingSent()) return;
    }
    throw new Error(`till ${till.posNumber} has not sent everything`);
  });
  await listLatePayments(run);
}

/** A payment that the restored database lists again is the same late payment. */
function mergeLatePayments(...lists: readonly Run['late'][]): Run['late'] {
  const payments = lists.flat();
  return [...new Map(payments.map((late) => [`${late.day} ${late.externalId}`, late])).values()];
}

async function readServiceRecord({ service }: KillRunWorld) {
  const { transactions } = await service.inspect();
  return transactions.map(({ billerId, posNumber, createdAt, ...transaction }) => ({
    ...transaction,
    billerId: String(billerId),
    posNumber: posNumber ?? '',
    performedSecond: Date.parse(createdAt) / 1000,
  }));
}

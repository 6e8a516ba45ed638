import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OUTLIER_MEASURES, type OutlierMeasure } from '../../../shared/contract/index.ts';
import { getStartOfDayMs, subtractDays } from '../../../shared/dates/index.ts';
import { createRandom, type Random } from '../../../tests/support/random.ts';
import { type Audit, type AuditNote, createAudit } from '../../ledger/audit/index.ts';
import { type Database, openLedgerDatabase } from '../../ledger/index.ts';
import { createVirtualClock, toIsoTime, type VirtualClock } from '../../platform/index.ts';

/** A shop's year: cashiers, shifts, holidays and paydays, drawn by a seed. */
export interface MadeYear {
  readonly database: Database;
  readonly clock: VirtualClock;
  readonly audit: Audit;
  /** The planted oddities as `cashier week measure`, sorted. */
  readonly planted: readonly string[];
  close(): void;
}

export const TIME_ZONE = 'America/Mexico_City';
const HOUR_MS = 3_600_000;
const WEEKS = 53;
/** A Monday. */
const FIRST_DAY = '2025-01-06';
const LUIS = { id: 'luis', name: 'Luis' };
const HOLIDAYS = ['2025-02-03', '2025-05-01', '2025-09-16', '2025-12-25', '2026-01-01'];
const PAYDAYS = ['01', '15', '16', '30'];

interface MadeCashier {
  readonly id: string;
  readonly name: string;
  readonly opensAtHour: number;
  readonly payments: number;
  readonly isWorking: (weekday: number, week: number) => boolean;
}

const CASHIERS: readonly MadeCashier[] = [
  createFullTimeCashier('ana', 'Ana', 8, [24, 25]),
  createFullTimeCashier('beto', 'Beto', 14, [30, 31]),
  // Left the shop.
  {
    ...createFullTimeCashier('elsa', 'Elsa', 9, []),
    isWorking: (day, week) => day < 6 && week < 22,
  },
  // Began late in the year.
  {
    ...createFullTimeCashier('dino', 'Dino', 9, []),
    isWorking: (day, week) => day < 6 && week > 39,
  },
  // Part-time.
  { id: 'caro', name: 'Caro', opensAtHour: 10, payments: 22, isWorking: (day) => day >= 5 },
  // A supervisor who helps out.
  { ...LUIS, opensAtHour: 12, payments: 4, isWorking: (day) => day === 0 || day === 4 },
];

function createFullTimeCashier(
  id: string,
  name: string,
  opensAtHour: number,
  holidayWeeks: readonly number[],
): MadeCashier {
  const isWorking = (weekday: number, week: number): boolean =>
    weekday < 6 && !holidayWeeks.includes(week);
  return { id, name, opensAtHour, payments: 36, isWorking };
}

/** How often each happens per payment, and how many are planted. A drawer is counted every day. */
const HABITS: Readonly<
  Record<Exclude<OutlierMeasure, 'count-differences'>, { rate: number; planted: number }>
> = {
  'drawer-opened': { rate: 1 / 120, planted: 14 },
  cancels: { rate: 1 / 250, planted: 10 },
  overrides: { rate: 1 / 150, planted: 13 },
  'closed-by-hand': { rate: 1 / 2500, planted: 8 },
  refunds: { rate: 1 / 800, planted: 9 },
  reprints: { rate: 1 / 60, planted: 26 },
  'wrong-pins': { rate: 1 / 150, planted: 16 },
};
type CountedMeasure = keyof typeof HABITS;
const isCounted = (measure: OutlierMeasure): measure is CountedMeasure =>
  measure !== 'count-differences';

export function makeYear(seed: string, hasOddities: boolean): MadeYear {
  const random = createRandom(seed);
  const folder = mkdtempSync(join(tmpdir(), 'mostrador-outliers-'));
  const database = openLedgerDatabase(join(folder, 'ledger.sqlite'));
  const clock = createVirtualClock(getStartOfDayMs(FIRST_DAY, TIME_ZONE));
  const audit = createAudit({ database, clock });
  const planted = hasOddities ? drawOddities(random) : [];
  // Only the sums of sales are read, so they have no intents.
  database.prepare('PRAGMA foreign_keys = OFF').run();
  database.commit(() => {
    for (const { id, name } of CASHIERS) insertPerson(database, id, name);
    const habitFactors = new Map(
      CASHIERS.map(({ id }) => [id, OUTLIER_MEASURES.map(() => 0.75 + random.next() / 2)]),
    );
    for (let number = 0; number < WEEKS * 7; number += 1) {
      const day = subtractDays(FIRST_DAY, -number);
      const [week, weekday] = [Math.floor(number / 7), number % 7];
      for (const cashier of CASHIERS) {
        if (HOLIDAYS.includes(day) || !cashier.isWorking(weekday, week)) continue;
        const isOdd = (measure: OutlierMeasure): boolean =>
          planted.some(
            (oddity) =>
              oddity.cashier === cashier.id && oddity.measure === measure && oddity.day === day,
          );
        playShift({ database, clock, audit, random }, cashier, {
          day,
          isOdd,
          habitFactors: habitFactors.get(cashier.id) ?? [],
        });
      }
    }
  });
  return {
    database,
    clock,
    audit,
    planted: planted.map(({ cashier, week, measure }) => `${cashier} ${week} ${measure}`).sort(),
    close: () => {
      database.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export function insertPerson(database: Database, id: string, name: string): void {
  database
    .prepare(
      `INSERT INTO cashiers (id, name, role, pin_hash, created_at)
       VALUES (?, ?, 'cashier', '', '2025-01-01T00:00:00.000Z')`,
    )
    .run(id, name);
}

/** Inserts payments of 349.50 in the shop's currency, a minute apart. */
export function insertSales(
  database: Database,
  cashierId: string,
  startMs: number,
  count: number,
): void {
  database
    .prepare(
      `WITH RECURSIVE numbers (n) AS (SELECT 0 WHERE ?2 > 0 UNION ALL SELECT n + 1 FROM numbers WHERE n + 1 < ?2)
       INSERT INTO sales (at, intent_id, what, kind, biller_id, cashier_id, currency, amount, fee)
       SELECT strftime('%Y-%m-%dT%H:%M:%fZ', ?3 + n * 60, 'unixepoch'), ?1 || ?3 || '-' || n, 'sold',
         'bill', 40, ?1, 'MXN', 349500000, 0 FROM numbers`,
    )
    .run(cashierId, count, startMs / 1000);
}

interface Oddity {
  readonly cashier: string;
  /** The first day of the week. */
  readonly week: string;
  readonly day: string;
  readonly measure: OutlierMeasure;
}

/** One of each kind, each in a week in which that cashier works. */
function drawOddities(random: Random): Oddity[] {
  return OUTLIER_MEASURES.map((measure) => {
    for (;;) {
      const cashier = random.pick(CASHIERS);
      const [week, weekday] = [random.between(0, WEEKS - 1), random.between(0, 6)];
      const monday = subtractDays(FIRST_DAY, -7 * week);
      const day = subtractDays(monday, -weekday);
      if (HOLIDAYS.includes(day) || !cashier.isWorking(weekday, week)) continue;
      return { cashier: cashier.id, week: monday, day, measure };
    }
  });
}

function playShift(
  parts: Pick<MadeYear, 'database' | 'clock' | 'audit'> & { readonly random: Random },
  cashier: MadeCashier,
  shift: {
    readonly day: string;
    readonly isOdd: (measure: OutlierMeasure) => boolean;
    readonly habitFactors: readonly number[];
  },
): void {
  const { database, clock, audit, random } = parts;
  const { day, isOdd } = shift;
  const startMs = getStartOfDayMs(day, TIME_ZONE) + cashier.opensAtHour * HOUR_MS;
  const isPayday = PAYDAYS.some((end) => day.endsWith(end));
  const payments = drawCount(random, cashier.payments * (isPayday ? 1.7 : 1));
  insertSales(database, cashier.id, startMs, payments);
  const by = { id: cashier.id, name: cashier.name };
  const setTime = (): void =>
    void clock.jump(startMs + random.between(1, 7 * 60) * 60_000 - clock.now());
  for (const [index, measure] of OUTLIER_MEASURES.entries()) {
    if (!isCounted(measure)) continue;
    const { rate, planted } = HABITS[measure];
    const usual = drawCount(random, payments * rate * (shift.habitFactors[index] ?? 1));
    for (let count = usual + (isOdd(measure) ? planted : 0); count > 0; count -= 1) {
      setTime();
      audit.recordInTransaction(createNote(random, measure, by));
    }
  }
  clock.jump(startMs + 8 * HOUR_MS - clock.now());
  const difference = isOdd('count-differences') ? '-1400.00' : drawDifference(random);
  audit.recordInTransaction({
    kind: 'shift-closed',
    by,
    detail: { differences: [{ currency: 'MXN', difference }] },
  });
}

function createNote(
  random: Random,
  measure: CountedMeasure,
  by: NonNullable<AuditNote['by']>,
): AuditNote {
  const toNote = (kind: string, approvedBy: AuditNote['by'] = null): AuditNote => ({
    kind,
    by,
    approvedBy,
    detail: {},
  });
  switch (measure) {
    case 'drawer-opened':
      return toNote('drawer-opened', LUIS);
    case 'cancels':
      return toNote('cancel', LUIS);
    case 'overrides':
      return toNote(random.pick(['pay-out', 'x-report', 'close-claim']), LUIS);
    case 'closed-by-hand':
      return toNote('close-by-hand', LUIS);
    case 'refunds':
      return toNote(random.pick(['refund-handed-back', 'refund-decided']));
    case 'reprints':
      return toNote(
        random.pick(['reprint-receipt', 'reprint-gift-card', 'z-report-printed-again']),
      );
    case 'wrong-pins':
      // Typed to sign in, or while signed in.
      return random.isLikely(0.5)
        ? toNote('wrong-pin')
        : { kind: 'wrong-pin', by: null, detail: { cashierId: by.id } };
  }
}

/** Most drawers are right or nearly right; now and then a note is missing. */
function drawDifference(random: Random): string {
  if (random.isLikely(0.65)) return '0.00';
  const sign = random.isLikely(0.5) ? '-' : '';
  if (random.isLikely(0.03)) return `${sign}100.00`;
  return `${sign}${random.between(0, 39)}.50`;
}

/** Draws a count by chance (Poisson), by counting the arrivals in a unit of time. */
function drawCount(random: Random, expected: number): number {
  let count = -1;
  for (let time = 0; time < expected; count += 1) time -= Math.log(1 - random.next());
  return Math.max(0, count);
}

export const toTime = (day: string, hour: number): string =>
  toIsoTime(getStartOfDayMs(day, TIME_ZONE) + hour * HOUR_MS);

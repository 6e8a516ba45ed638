import type { AccountForecast } from '../../../shared/contract/index.ts';
import { subtractDays, toDay } from '../../../shared/dates/index.ts';
import { createMoney } from '../../../shared/money/index.ts';
import type { Database } from '../../ledger/index.ts';
import { type Clock, type Log, toIsoTime, yieldToEventLoop } from '../../platform/index.ts';
import type { DayUsage } from './day-usage.ts';
import { forecastUsage, type MissingUsage } from './forecast.ts';
import { buildUsageModel, type UsageModel } from './usage-model.ts';
import { readDayUsage, readFirstSaleDay, readUsageSince } from './usage-queries.ts';

/** The balance as the service gave it; amounts are decimal text in `currency`. */
export interface KnownBalance {
  readonly balance: string;
  readonly minimumBalance: string | null;
  readonly currency: string;
  /** ISO 8601 in UTC. */
  readonly at: string;
}

export interface AccountForecaster {
  /** Returns the last forecast; null until there is one, and without a balance. */
  getForecast(): AccountForecast | null;
  /** Computes the forecast again: call it after each reading of the balance. */
  refresh(): Promise<void>;
  stop(): void;
}

/** The days of history: twelve weeks, with six paydays. */
const HISTORY_DAYS = 84;
/** An older balance says nothing about today. */
const MAX_BALANCE_AGE_MS = 12 * 3_600_000;
/** A transfer needs about so long to reach the account. */
const SOON_MS = 2 * 3_600_000;

export function createAccountForecaster(ports: {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly getBalance: () => KnownBalance | null;
  readonly timeZone: () => string;
  /** ISO 3166-1 alpha-2; null if unknown. */
  readonly country: () => string | null;
  /** Called after each change of the forecast. */
  readonly onChange: () => void;
}): AccountForecaster {
  const { database, clock, log } = ports;
  let forecast: AccountForecast | null = null;
  /** The usual day as of a day; past days are read once. */
  let cachedModel: { readonly key: string; readonly model: UsageModel | null } | null = null;
  let pending: Promise<void> | null = null;
  let isStopped = false;

  /** Reads day by day and yields in between, so that payments are not delayed. */
  const readModel = async (today: string, timeZone: string, currency: string) => {
    const country = ports.country();
    const key = `${today} ${timeZone} ${currency} ${country}`;
    if (cachedModel?.key === key) return cachedModel.model;
    const history: DayUsage[] = [];
    const firstSaleDay = readFirstSaleDay(database, timeZone) ?? today;
    for (let age = HISTORY_DAYS; age > 0 && !isStopped; age -= 1) {
      const day = subtractDays(today, age);
      if (day < firstSaleDay) continue;
      history.push(readDayUsage(database, day, timeZone, currency));
      await yieldToEventLoop();
    }
    const model = buildUsageModel(history, today, country);
    cachedModel = { key, model };
    return model;
  };

  const compute = async (): Promise<AccountForecast | null> => {
    const timeZone = ports.timeZone();
    const currency = ports.getBalance()?.currency;
    if (currency === undefined) return null;
    const model = await readModel(toDay(clock.now(), timeZone), timeZone, currency);
    const balance = ports.getBalance();
    const now = clock.now();
    if (isStopped || balance === null || balance.currency !== currency) return null;
    if (now - Date.parse(balance.at) > MAX_BALANCE_AGE_MS) return null;
    const today = toDay(now, timeZone);
    const usage = forecastUsage({
      model,
      today: readDayUsage(database, today, timeZone, currency),
      available:
        Number(balance.balance) -
        Number(balance.minimumBalance ?? '0') -
        readUsageSince(database, Date.parse(balance.at), currency),
      now,
      timeZone,
    });
    const toTransfer = (missing: MissingUsage | null) =>
      missing === null
        ? null
        : {
            amount: createMoney(roundUpToTwoFigures(missing.amount), currency),
            coveredDay: missing.coveredDay,
            isToday: missing.coveredDay === today,
          };
    switch (usage.kind) {
      case 'too-little-history':
        return usage;
      case 'used-up':
        return { kind: usage.kind, transfer: toTransfer(usage.missing) };
      case 'ends-today':
        return {
          kind: usage.kind,
          endsAt: toIsoTime(usage.endsAt),
          marginMinutes: usage.marginMinutes,
          isSoon: usage.endsAt - now <= SOON_MS,
          transfer: toTransfer(usage.missing),
        };
      case 'lasts-today':
        return {
          kind: usage.kind,
          endsAt: usage.endsAt === null ? null : toIsoTime(usage.endsAt),
          transfer: toTransfer(usage.missing),
        };
    }
  };

  const refresh = async (): Promise<void> => {
    try {
      forecast = await compute();
    } catch (error) {
      forecast = null;
      if (!isStopped) log.warn({ err: error }, 'account-forecast: computation failed');
    }
    if (!isStopped) ports.onChange();
  };

  return {
    getForecast: () => forecast,
    refresh: () => {
      pending ??= refresh().finally(() => {
        pending = null;
      });
      return pending;
    },
    stop: () => {
      isStopped = true;
    },
  };
}

/** Rounds a positive number up to two figures, for a person who transfers it: 12,340 to 13,000. */
function roundUpToTwoFigures(value: number): string {
  const step = Math.max(10 ** (Math.floor(Math.log10(value)) - 1), 1);
  return (Math.ceil(value / step) * step).toFixed(0);
}

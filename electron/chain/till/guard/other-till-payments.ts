import { createMoney } from '../../../../shared/money/index.ts';
import { CHAIN_LOOKBACK_MS } from '../../../../shared/rules/index.ts';
import type {
  OtherTillPayment,
  OtherTillPayments,
  QueriedAccount,
} from '../../../counter/payments/index.ts';
import { type Clock, type Log, pause } from '../../../platform/index.ts';
import type { ChainConnection } from '../client/index.ts';
import type { OtherTillPaymentRow } from '../protocol/index.ts';
import type { ChainLogin } from './chain-login.ts';

/** The counter never waits for longer. */
const ANSWER_TIMEOUT_MS = 300;
/** What comes later than that may still be in time for the order that follows a consult. */
const QUERY_TIMEOUT_MS = 2_000;
/** Somebody else may have paid since. */
const CACHE_TTL_MS = 20_000;
/** After a database that did not answer in time, nobody waits for it for so long. */
const BACKOFF_DELAY_MS = 30_000;
/** A customer often brings several bills: a connection is kept for the next. */
const IDLE_CONNECTION_TTL_MS = 60_000;
const MAX_CACHE_ENTRIES = 50;

interface CachedLookUp {
  readonly at: number;
  readonly answer: Promise<readonly OtherTillPayment[]>;
  isAnswered: boolean;
}

export interface ChainOtherTillPayments extends OtherTillPayments {
  stop(): Promise<void>;
}

/**
 * Asks the chain what other tills paid to an account. What does not come in time, or not at all, is as
 * if nobody had paid: the chain is never on a till's way to pay.
 */
export function createOtherTillPayments(ports: {
  readonly isSet: () => boolean;
  readonly connect: ChainLogin['connect'];
  readonly clock: Clock;
  readonly log: Log;
}): ChainOtherTillPayments {
  const { clock, log } = ports;
  const asked = new Map<string, CachedLookUp>();
  let restsUntil = 0;
  let isStopped = false;
  let open: ChainConnection | null = null;
  let opening: Promise<ChainConnection | null> | null = null;
  let cancelClosing = (): void => {};

  const connection = async (): Promise<ChainConnection | null> => {
    if (open?.isUsable() === true) return open;
    opening ??= ports
      // What was paid can be read from a copy as well.
      .connect({ connectMs: QUERY_TIMEOUT_MS, deadlineMs: QUERY_TIMEOUT_MS, mayBeReadOnly: true })
      .then((entered) => {
        opening = null;
        if (!entered.ok) {
          log.info({ problem: entered.problem.kind }, 'other-till-payments: connect failed');
          return null;
        }
        if (isStopped) void entered.value.end();
        else open = entered.value;
        return entered.value;
      });
    return await opening;
  };

  const closeLater = (): void => {
    cancelClosing();
    cancelClosing = clock.after(IDLE_CONNECTION_TTL_MS, () => {
      void open?.end();
      open = null;
    });
  };

  const lookUp = async ({
    billerId,
    accountNumber,
  }: QueriedAccount): Promise<OtherTillPayment[]> => {
    const link = await connection();
    if (link === null || isStopped) throw new Error('no connection');
    // Loaded with the client, which is only there where there is a chain.
    const { findOtherTillPayments } = await import('../protocol/index.ts');
    const answer = await findOtherTillPayments(
      link,
      { biller: billerId, account: accountNumber, minutes: CHAIN_LOOKBACK_MS / 60_000 },
      { deadlineMs: QUERY_TIMEOUT_MS },
    );
    closeLater();
    if (!answer.ok) throw new Error(answer.problem.detail);
    return answer.value.map(toOtherTillPayment);
  };

  const begin = (account: QueriedAccount, now: number): CachedLookUp => {
    const entry: CachedLookUp = {
      at: now,
      isAnswered: false,
      answer: lookUp(account).then(
        (found) => {
          entry.isAnswered = true;
          if (clock.uptime() - now <= ANSWER_TIMEOUT_MS) restsUntil = 0;
          return found;
        },
        (error: unknown) => {
          restsUntil = clock.uptime() + BACKOFF_DELAY_MS;
          log.info({ err: error }, 'other-till-payments: look-up failed');
          return [];
        },
      ),
    };
    return entry;
  };

  const entryOf = (account: QueriedAccount): CachedLookUp => {
    const now = clock.uptime();
    for (const [name, one] of asked) if (now - one.at > CACHE_TTL_MS) asked.delete(name);
    const name = `${account.billerId} ${account.accountNumber}`;
    const known = asked.get(name);
    if (known !== undefined) return known;
    const entry = begin(account, now);
    if (asked.size < MAX_CACHE_ENTRIES) asked.set(name, entry);
    return entry;
  };

  return {
    prefetch: (account) => {
      if (ports.isSet() && !isStopped) entryOf(account);
    },
    listPaidLastDay: async (account) => {
      if (!ports.isSet() || isStopped) return [];
      const entry = entryOf(account);
      if (entry.isAnswered) return await entry.answer;
      const waited = clock.uptime() - entry.at;
      const isResting = clock.uptime() < restsUntil;
      if (isResting || waited >= ANSWER_TIMEOUT_MS) return [];
      const late = pause(clock, ANSWER_TIMEOUT_MS - waited).then(
        (): readonly OtherTillPayment[] => {
          if (!entry.isAnswered) restsUntil = clock.uptime() + BACKOFF_DELAY_MS;
          return [];
        },
      );
      return await Promise.race([entry.answer, late]);
    },
    stop: async () => {
      isStopped = true;
      cancelClosing();
      await open?.end();
    },
  };
}

function toOtherTillPayment(row: OtherTillPaymentRow): OtherTillPayment {
  return {
    at: new Date(row.at).toISOString(),
    amount: createMoney(row.amount, row.currency),
    isPaid: row.state === 'paid' || row.state === 'by-hand-paid',
    shop: row.shop,
    posNumber: row.pos_number,
    isMine: row.is_mine,
  };
}

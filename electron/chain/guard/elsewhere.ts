import { money } from '../../../shared/money/index.ts';
import { CHAIN_LOOKED_BACK } from '../../../shared/rules/index.ts';
import type { AskedAccount, ElsewherePayment, PaymentsElsewhere } from '../../payments/index.ts';
import { type Clock, type Log, pause } from '../../platform/index.ts';
import type { ChainConnection } from '../client/index.ts';
import type { SameElsewhere } from '../protocol/index.ts';
import type { ChainDoor } from './door.ts';

/** The counter never waits for longer. */
const MOST_WAITED_MS = 300;
/** What comes later than that may still be in time for the order that follows a consult. */
const DEADLINE_MS = 2_000;
/** Somebody else may have paid since. */
const FRESH_MS = 20_000;
/** After a database that did not answer in time, nobody waits for it for so long. */
const REST_MS = 30_000;
/** A customer often brings several bills: a connection is kept for the next. */
const KEPT_OPEN_MS = 60_000;
const MOST_KEPT = 50;

interface Asked {
  readonly at: number;
  readonly answer: Promise<readonly ElsewherePayment[]>;
  isAnswered: boolean;
}

export interface ChainElsewhere extends PaymentsElsewhere {
  stop(): Promise<void>;
}

/**
 * Asks the chain what other tills paid to an account. What does not come in time, or not at all, is as
 * if nobody had paid: the chain is never on a till's way to pay.
 */
export function createElsewhere(ports: {
  readonly isSet: () => boolean;
  readonly connect: ChainDoor['connect'];
  readonly clock: Clock;
  readonly log: Log;
}): ChainElsewhere {
  const { clock, log } = ports;
  const asked = new Map<string, Asked>();
  let restsUntil = 0;
  let isStopped = false;
  let open: ChainConnection | null = null;
  let opening: Promise<ChainConnection | null> | null = null;
  let cancelClosing = (): void => {};

  const connection = async (): Promise<ChainConnection | null> => {
    if (open?.isUsable() === true) return open;
    opening ??= ports
      // What was paid can be read from a copy as well.
      .connect({ connectMs: DEADLINE_MS, deadlineMs: DEADLINE_MS, mayBeReadOnly: true })
      .then((entered) => {
        opening = null;
        if (!entered.ok) {
          log.info({ problem: entered.problem.kind }, 'the chain was not asked');
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
    cancelClosing = clock.after(KEPT_OPEN_MS, () => {
      void open?.end();
      open = null;
    });
  };

  const lookUp = async ({ billerId, accountNumber }: AskedAccount): Promise<ElsewherePayment[]> => {
    const link = await connection();
    if (link === null || isStopped) throw new Error('no connection');
    // Loaded with the client, which is only there where there is a chain.
    const { same } = await import('../protocol/index.ts');
    const answer = await same(
      link,
      { biller: billerId, account: accountNumber, minutes: CHAIN_LOOKED_BACK / 60_000 },
      { deadlineMs: DEADLINE_MS },
    );
    closeLater();
    if (!answer.ok) throw new Error(answer.problem.detail);
    return answer.value.map(paymentOf);
  };

  const begin = (account: AskedAccount, now: number): Asked => {
    const entry: Asked = {
      at: now,
      isAnswered: false,
      answer: lookUp(account).then(
        (found) => {
          entry.isAnswered = true;
          if (clock.uptime() - now <= MOST_WAITED_MS) restsUntil = 0;
          return found;
        },
        (error: unknown) => {
          restsUntil = clock.uptime() + REST_MS;
          log.info({ why: String(error) }, 'what others paid to an account is not known');
          return [];
        },
      ),
    };
    return entry;
  };

  const entryOf = (account: AskedAccount): Asked => {
    const now = clock.uptime();
    for (const [name, one] of asked) if (now - one.at > FRESH_MS) asked.delete(name);
    const name = `${account.billerId} ${account.accountNumber}`;
    const known = asked.get(name);
    if (known !== undefined) return known;
    const entry = begin(account, now);
    if (asked.size < MOST_KEPT) asked.set(name, entry);
    return entry;
  };

  return {
    ask: (account) => {
      if (ports.isSet() && !isStopped) entryOf(account);
    },
    paid: async (account) => {
      if (!ports.isSet() || isStopped) return [];
      const entry = entryOf(account);
      if (entry.isAnswered) return await entry.answer;
      const waited = clock.uptime() - entry.at;
      const isResting = clock.uptime() < restsUntil;
      if (isResting || waited >= MOST_WAITED_MS) return [];
      const late = pause(clock, MOST_WAITED_MS - waited).then((): readonly ElsewherePayment[] => {
        if (!entry.isAnswered) restsUntil = clock.uptime() + REST_MS;
        return [];
      });
      return await Promise.race([entry.answer, late]);
    },
    stop: async () => {
      isStopped = true;
      cancelClosing();
      await open?.end();
    },
  };
}

function paymentOf(row: SameElsewhere): ElsewherePayment {
  return {
    at: new Date(row.at).toISOString(),
    amount: money(row.amount, row.currency),
    isPaid: row.state === 'paid' || row.state === 'by-hand-paid',
    shop: row.shop,
    posNumber: row.pos_number,
    isMine: row.is_mine,
  };
}

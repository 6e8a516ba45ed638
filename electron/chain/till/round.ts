import { beginChainEpoch, type Database } from '../../ledger/index.ts';
import { isoTime, type Log } from '../../platform/index.ts';
import type { ChainConnection, ChainResult } from '../client/index.ts';
import { type ChainHint, type ChainStatus, hello, push, standing } from '../protocol/index.ts';
import {
  changesAfter,
  firstKept,
  headOf,
  markAt,
  type Numbering,
  noteAcked,
  readNumbering,
} from './changes.ts';
import { leftToList, listNext } from './listing.ts';
import { rowsOf } from './rows.ts';

/** The most changes that one push answers for. */
const MOST_ROWS = 100;
/** A round that has more to tell leaves it to the next one. */
const MOST_PUSHES = 50;
/** How often a round asks anew where the two sides stand, if that changes under it. */
const MOST_TURNS = 5;

export interface RoundPorts {
  readonly database: Database;
  readonly ledgerId: string;
  /** In milliseconds since the epoch. */
  readonly now: () => number;
  /** What goes with a push. `isAll`: with it the chain has everything that is in the ledger now. */
  readonly status: (isAll: boolean) => ChainStatus;
  readonly onAnswer: (sent: ChainStatus, hints: readonly ChainHint[]) => void;
  /** The till is closing: its ledger is not used any longer. */
  readonly isStopped: () => boolean;
  /** Lets the counter's work come first, between two pushes. */
  readonly rest: () => Promise<void>;
  readonly log: Log;
}

export interface RoundResult {
  readonly session: number;
  /** False: there is more to tell. */
  readonly isAll: boolean;
}

/**
 * Tells the chain what it lacks, over one connection. Each side says where it stands, and the smaller
 * number holds. A ledger whose change at that number is not the one that the chain knows went back: its
 * numbering begins anew, and everything is named again.
 */
export async function tellChain(
  ports: RoundPorts,
  connection: ChainConnection,
  session: number | null,
): Promise<ChainResult<RoundResult>> {
  let current = session;
  for (let turn = 0; turn < MOST_TURNS; turn += 1) {
    if (current === null) {
      const greeted = await greet(ports, connection);
      if (!greeted.ok) return greeted;
      if (greeted.value === null) break;
      current = greeted.value;
    }
    const pushed = await pushAll(ports, connection, current);
    if (!pushed.ok) return pushed;
    if (pushed.value !== 'elsewhere') {
      return { ok: true, value: { session: current, isAll: pushed.value === 'all' } };
    }
    current = null;
  }
  const detail = 'the two sides do not agree where they stand';
  return { ok: false, problem: { kind: 'failed', detail, sqlState: null, host: connection.host } };
}

/** The new session; null if the two sides did not come together, which the next round tries again. */
async function greet(
  ports: RoundPorts,
  connection: ChainConnection,
): Promise<ChainResult<number | null>> {
  const { database, log } = ports;
  for (let turn = 0; turn < MOST_TURNS; turn += 1) {
    const stands = await standing(connection);
    if (!stands.ok) return stands;
    const numbering = numberingOf(ports);
    if (numbering === null) break;
    const theirs = stands.value?.epoch_key === numbering.epochKey ? stands.value.acked : 0;
    if (!isKept(database, theirs)) {
      log.warn({ theirs }, 'the chain’s database went back further than what is kept for it');
      database.commit(() => beginChainEpoch(database));
      continue;
    }
    const mark = markAt(database, theirs);
    const answer = await hello(connection, {
      ledger: ports.ledgerId,
      epochKey: numbering.epochKey,
      // Once the chain has that many, this ledger lacks whatever it has not told.
      head: headOf(database) + leftToList(database, ports.now()),
      marks: mark === null ? {} : { [theirs]: mark },
    });
    if (!answer.ok) return answer;
    if (ports.isStopped()) break;
    const { acked, rewound, session } = answer.value;
    // What had been sent before arrived late, between the question and the hello.
    if (rewound && acked !== theirs) continue;
    if (rewound) {
      log.warn({ theirs }, 'this ledger went back: its payments are told to the chain anew');
      database.commit(() => beginChainEpoch(database));
      continue;
    }
    if (acked !== numbering.acked) note(ports, numbering, acked);
    return { ok: true, value: session };
  }
  return { ok: true, value: null };
}

/** Whether everything behind that number is still there, and the mark at it. */
function isKept(database: Database, number: number): boolean {
  const first = firstKept(database);
  return number === 0 ? first <= 1 : first <= number;
}

async function pushAll(
  ports: RoundPorts,
  connection: ChainConnection,
  session: number,
): Promise<ChainResult<'all' | 'more' | 'elsewhere'>> {
  const { database } = ports;
  for (let turn = 0; turn < MOST_PUSHES; turn += 1) {
    const numbering = numberingOf(ports);
    if (numbering === null) return { ok: true, value: 'more' };
    const { acked } = numbering;
    const changes = changesAfter(database, acked, MOST_ROWS);
    const last = changes.at(-1);
    const to = last?.number ?? acked;
    // All of it is read in one turn, and so is the time up to which it is complete.
    const isAll = !numbering.isListing && to === headOf(database);
    const status = ports.status(isAll);
    const answer = await push(connection, {
      session,
      from: acked,
      to,
      mark: last?.mark ?? markAt(database, acked),
      rows: rowsOf(database, changes),
      status,
    });
    if (!answer.ok) return answer;
    if (ports.isStopped()) return { ok: true, value: isAll ? 'all' : 'more' };
    if (answer.value.acked !== to) return { ok: true, value: 'elsewhere' };
    if (to !== acked) note(ports, numbering, to);
    ports.onAnswer(status, answer.value.hints);
    if (answer.value.refused > 0) {
      ports.log.error({ refused: answer.value.refused }, 'the chain put rows of ours aside');
    }
    if (isAll) return { ok: true, value: 'all' };
    await ports.rest();
  }
  return { ok: true, value: 'more' };
}

/** As it is now, with the next of the earlier payments named; null where there is no chain any longer. */
function numberingOf({ database, isStopped, now }: RoundPorts): Numbering | null {
  if (isStopped()) return null;
  const numbering = readNumbering(database);
  if (numbering?.isListing !== true || headOf(database) > numbering.acked) return numbering;
  listNext(database, now());
  return readNumbering(database);
}

function note({ database, now }: RoundPorts, { epochKey }: Numbering, acked: number): void {
  database.commit(() => noteAcked(database, { epochKey, acked, at: isoTime(now()) }));
}

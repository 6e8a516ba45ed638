import { type Database, setChainTriggers } from '../../ledger/index.ts';
import { type Clock, type Log, pause } from '../../platform/index.ts';
import type { ChainConnection } from '../client/index.ts';
import type { ChainStatus } from '../protocol/index.ts';
import { createHintWork, type HintPorts } from './hints.ts';
import { type ChainLight, type ChainTrouble, lightOf } from './light.ts';
import { createPace } from './pace.ts';
import { tellChain } from './round.ts';

/** Nothing of a catch-up may be felt at the counter. */
const REST_MS = 25;
/** A till that is closed is not kept open by its chain. */
const GOODBYE_MS = 3_000;

/** Tells the chain what happens at this till. Nobody ever waits for it. */
export interface ChainTill {
  /** Something that the chain is told may have changed. */
  changed(): void;
  /** Null where no chain is set. */
  light(): ChainLight | null;
  start(): void;
  /** The settings changed, or the machine woke up. */
  wake(): void;
  /** Says goodbye, if that is quick. Resolves once the ledger is no longer used. */
  stop(): Promise<void>;
}

/** `no-password`: the vault does not give it. */
export type ChainConnected =
  | { readonly ok: true; readonly value: ChainConnection }
  | {
      readonly ok: false;
      readonly problem: { readonly kind: ChainTrouble; readonly detail: string };
    };

export interface ChainTillPorts extends HintPorts {
  readonly database: Database;
  readonly ledgerId: () => string;
  readonly clock: Clock;
  /** The time of what is written: the service's. Milliseconds since the epoch. */
  readonly now: () => number;
  readonly log: Log;
  /** Whether the settings name a chain. */
  readonly isSet: () => boolean;
  /** Names the database and this till's user there: no other one knows the session. */
  readonly place: () => string;
  /** A new connection; it and its calls answer or fail by deadlines of their own. */
  readonly connect: () => Promise<ChainConnected>;
  /** The database has just taken a hello over this connection. Never rejects. */
  readonly onHello: (connection: ChainConnection) => Promise<void>;
  readonly status: (how: {
    readonly isAll: boolean;
    readonly isClosing: boolean;
    readonly hints: readonly number[];
  }) => ChainStatus;
  /** The light may have changed. */
  readonly onChange: () => void;
  /** From 0 to 1. */
  readonly random: () => number;
}

type RoundEnd = 'all' | 'more' | ChainTrouble;

/** Throws `StorageError`, where the ledger cannot be told to note changes, or to stop. */
export function createChainTill(ports: ChainTillPorts): ChainTill {
  const { database, clock, log } = ports;
  const hints = createHintWork(ports);
  let isStarted = false;
  let isClosing = false;
  let isClosed = false;
  let session: number | null = null;
  let place = ports.place();
  let problem: ChainTrouble | null = null;
  let sentAt: number | null = null;
  let round: Promise<RoundEnd> | null = null;
  let open: ChainConnection | null = null;

  setChainTriggers(database, ports.isSet());

  const oneRound = async (): Promise<RoundEnd> => {
    // There was no room for them when the chain was set.
    setChainTriggers(database, true);
    const connected = await ports.connect();
    if (!connected.ok) return failed(connected.problem);
    const connection = connected.value;
    open = connection;
    try {
      const told = await tellChain(
        {
          ...ports,
          ledgerId: ports.ledgerId(),
          status: (isAll) => ports.status({ isAll, isClosing, hints: hints.done() }),
          onAnswer: (sent, found) => hints.answered(sent.hints, found),
          isStopped: () => isClosed,
          rest: () => pause(clock, REST_MS),
        },
        connection,
        session,
      );
      if (!told.ok) return failed(told.problem);
      const before = session;
      session = told.value.session;
      if (session !== before && !isClosing) await ports.onHello(connection);
      return told.value.isAll ? 'all' : 'more';
    } finally {
      open = null;
      await connection.end();
    }
  };

  const failed = (found: {
    readonly kind: ChainTrouble;
    readonly detail: string;
  }): ChainTrouble => {
    if (found.kind !== problem) log.warn({ problem: found }, 'the chain cannot be told');
    // The next hello ends whichever other session there is.
    if (found.kind === 'session-taken') session = null;
    return found.kind;
  };

  const runRound = (): Promise<RoundEnd> => {
    round ??= oneRound()
      .catch((error: unknown): RoundEnd => {
        log.error({ err: error }, 'the chain could not be told');
        return 'failed';
      })
      .then((end) => {
        round = null;
        const isTold = end === 'all' || end === 'more';
        if (isTold && problem !== null) log.info({}, 'the chain is told again');
        problem = isTold ? null : end;
        if (isTold) sentAt = ports.now();
        if (!isClosed) ports.onChange();
        return end;
      });
    return round;
  };

  const pace = createPace({ clock, random: ports.random, run: runRound });

  /** The chain hears that this till performs nothing until its next hello. */
  const sayGoodbye = async (): Promise<void> => {
    await round;
    if (problem === null) await runRound();
  };

  return {
    changed: pace.changed,
    light: () => (ports.isSet() ? lightOf(database, { problem, sentAt }) : null),
    start: () => {
      isStarted = true;
      if (!isClosing && ports.isSet()) pace.start();
    },
    wake: () => {
      if (isClosing) return;
      const isSet = ports.isSet();
      pace.stop();
      // A session that still holds is kept: the owner takes many hellos for two copies of one till.
      if (place !== ports.place()) session = null;
      place = ports.place();
      problem = null;
      try {
        setChainTriggers(database, isSet);
      } catch (error) {
        log.error({ err: error }, 'the ledger could not be told of the chain');
      }
      if (isSet && isStarted) pace.start();
    },
    stop: async () => {
      pace.stop();
      isClosing = true;
      let cancel = (): void => {};
      const isLate = new Promise<void>((resolve) => {
        cancel = clock.after(GOODBYE_MS, resolve);
      });
      if (isStarted && ports.isSet()) await Promise.race([sayGoodbye(), isLate]);
      cancel();
      // Nothing of a round that goes on touches the ledger from here on.
      isClosed = true;
      await open?.end();
    },
  };
}

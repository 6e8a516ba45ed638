import type { ChainConnection, ChainProblem, ChainResult } from '../../../client/index.ts';

/** A row as the till pushed it. */
export interface PushedRow {
  readonly change: string;
  readonly n: number;
  readonly [field: string]: unknown;
}

interface Standing {
  readonly ledger: string;
  readonly epochKey: string;
  readonly epoch: number;
  readonly acked: number;
  readonly mark: string | null;
  readonly session: number;
}

/**
 * The chain's database in memory, with the three functions that a till calls: fast enough for
 * thousands of syncs. `real-chain.test.ts` tests the real one against the same model.
 */
export interface FakeChain {
  /** By kind and key. */
  readonly rows: Map<string, PushedRow & { readonly epoch: number }>;
  readonly statuses: Record<string, unknown>[];
  getTillRow(): Standing | null;
  notices: { id: number; kind: string; key: string }[];
  overdueFile: { readonly day: string; readonly seconds: number } | null;
  /** Takes a snapshot of everything; the returned function restores it. */
  takeSnapshot(): () => void;
  connect(): Promise<ChainResult<ChainConnection>>;
}

const RANKS: Readonly<Record<string, number>> = {
  intent: 0,
  sent: 1,
  unknown: 2,
  unclear: 2,
  rejected: 3,
  'not-performed': 3,
  'by-hand-not-paid': 3,
};

export function createFakeChain(): FakeChain {
  let rows = new Map<string, PushedRow & { readonly epoch: number }>();
  let tillRow: Standing | null = null;

  const upsertRow = (row: PushedRow, epoch: number): void => {
    const key = `${row.change} ${String(row.id ?? row.payment ?? row.number)}`;
    const stored = rows.get(key);
    if (stored !== undefined && stored.epoch === epoch && stored.n >= row.n) return;
    if (stored !== undefined && stored.epoch > epoch) return;
    const getRank = (row: PushedRow): number => RANKS[String(row.state)] ?? 4;
    if (stored !== undefined && stored.epoch < epoch && getRank(row) < getRank(stored)) return;
    rows.set(key, { ...row, epoch });
  };

  const hello = ([ledger, epochKey, head, marks]: readonly unknown[]) => {
    const previous = tillRow;
    const session = (previous?.session ?? 0) + 1;
    if (previous === null || previous.ledger !== ledger || previous.epochKey !== epochKey) {
      tillRow = {
        ledger: String(ledger),
        epochKey: String(epochKey),
        epoch: (previous?.epoch ?? 0) + 1,
        acked: 0,
        mark: null,
        session,
      };
      return { session, epoch: tillRow.epoch, acked: 0, rewound: false };
    }
    const parsed: unknown = JSON.parse(String(marks));
    const mark: unknown = Reflect.get(Object(parsed), String(previous.acked));
    const rewound = Number(head) < previous.acked || (previous.acked > 0 && mark !== previous.mark);
    tillRow = { ...previous, session };
    return { session, epoch: previous.epoch, acked: previous.acked, rewound };
  };

  const push = (values: readonly unknown[]): Record<string, unknown> | 'taken' => {
    const [session, from, to, mark, pushed, status] = values;
    if (tillRow === null || tillRow.session !== session) return 'taken';
    const answer = {
      refused: 0,
      hints: [...chain.notices],
      overdue_day: chain.overdueFile?.day ?? null,
      overdue_seconds: chain.overdueFile?.seconds ?? null,
    };
    if (tillRow.acked !== from) return { acked: tillRow.acked, ...answer };
    for (const row of JSON.parse(String(pushed))) upsertRow(row, tillRow.epoch);
    const parsed = JSON.parse(String(status));
    chain.statuses.push(parsed);
    chain.notices = chain.notices.filter(({ id }) => !parsed.hints.includes(id));
    tillRow = { ...tillRow, acked: Number(to), mark: mark === null ? null : String(mark) };
    return { acked: tillRow.acked, ...answer, hints: [...chain.notices] };
  };

  const runQuery = (text: string, values: readonly unknown[]) => {
    if (text.includes('chain.standing_v1')) {
      return tillRow === null ? [] : [{ epoch_key: tillRow.epochKey, acked: tillRow.acked }];
    }
    if (text.includes('chain.hello_v2')) return [hello(values)];
    const answer = push(values);
    return answer === 'taken' ? answer : [answer];
  };

  const toProblem = (kind: ChainProblem['kind']): ChainResult<never> => ({
    ok: false,
    problem: { kind, detail: 'fake', sqlState: null, host: 'fake' },
  });

  const chain: FakeChain = {
    get rows() {
      return rows;
    },
    statuses: [],
    getTillRow: () => tillRow,
    notices: [],
    overdueFile: null,
    takeSnapshot: () => {
      const snapshot = { rows: new Map(rows), tillRow };
      return () => {
        rows = new Map(snapshot.rows);
        tillRow = snapshot.tillRow;
      };
    },
    connect: async () => ({
      ok: true,
      value: {
        host: 'fake',
        query: async (text, values = []) => {
          await Promise.resolve();
          const answer = runQuery(text, values);
          return answer === 'taken' ? toProblem('session-taken') : { ok: true, value: answer };
        },
        transaction: async () => toProblem('failed'),
        isUsable: () => true,
        end: async () => {},
      },
    }),
  };
  return chain;
}

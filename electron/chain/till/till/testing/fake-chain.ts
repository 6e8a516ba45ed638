import type { ChainConnection, ChainProblem, ChainResult } from '../../client/index.ts';

/** A row as it was pushed. */
export interface KeptRow {
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
 * The chain's database in memory, with the three functions that a till calls: fast enough for thousands of
 * rounds. `real-chain.test.ts` holds the real one to the same model.
 */
export interface FakeChain {
  /** By kind and key. */
  readonly rows: Map<string, KeptRow & { readonly epoch: number }>;
  readonly statuses: Record<string, unknown>[];
  standing(): Standing | null;
  hints: { id: number; kind: string; key: string }[];
  /** A picture of everything, to which it can be set back. */
  keep(): () => void;
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

export function fakeChain(): FakeChain {
  let rows = new Map<string, KeptRow & { readonly epoch: number }>();
  let standing: Standing | null = null;

  const keep = (row: KeptRow, epoch: number): void => {
    const name = `${row.change} ${String(row.id ?? row.payment ?? row.number)}`;
    const held = rows.get(name);
    if (held !== undefined && held.epoch === epoch && held.n >= row.n) return;
    if (held !== undefined && held.epoch > epoch) return;
    const rank = (one: KeptRow): number => RANKS[String(one.state)] ?? 4;
    if (held !== undefined && held.epoch < epoch && rank(row) < rank(held)) return;
    rows.set(name, { ...row, epoch });
  };

  const hello = ([ledger, epochKey, head, marks]: readonly unknown[]) => {
    const before = standing;
    const session = (before?.session ?? 0) + 1;
    if (before === null || before.ledger !== ledger || before.epochKey !== epochKey) {
      standing = {
        ledger: String(ledger),
        epochKey: String(epochKey),
        epoch: (before?.epoch ?? 0) + 1,
        acked: 0,
        mark: null,
        session,
      };
      return { session, epoch: standing.epoch, acked: 0, rewound: false };
    }
    const said: unknown = JSON.parse(String(marks));
    const mark: unknown = Reflect.get(Object(said), String(before.acked));
    const rewound = Number(head) < before.acked || (before.acked > 0 && mark !== before.mark);
    standing = { ...before, session };
    return { session, epoch: before.epoch, acked: before.acked, rewound };
  };

  const push = (values: readonly unknown[]): Record<string, unknown> | 'taken' => {
    const [session, from, to, mark, pushed, status] = values;
    if (standing === null || standing.session !== session) return 'taken';
    const answer = { refused: 0, hints: [...chain.hints] };
    if (standing.acked !== from) return { acked: standing.acked, ...answer };
    for (const row of JSON.parse(String(pushed))) keep(row, standing.epoch);
    const said = JSON.parse(String(status));
    chain.statuses.push(said);
    chain.hints = chain.hints.filter(({ id }) => !said.hints.includes(id));
    standing = { ...standing, acked: Number(to), mark: mark === null ? null : String(mark) };
    return { acked: standing.acked, ...answer, hints: [...chain.hints] };
  };

  const answerTo = (text: string, values: readonly unknown[]) => {
    if (text.includes('chain.standing_v1')) {
      return standing === null ? [] : [{ epoch_key: standing.epochKey, acked: standing.acked }];
    }
    if (text.includes('chain.hello_v1')) return [hello(values)];
    const answer = push(values);
    return answer === 'taken' ? answer : [answer];
  };

  const problem = (kind: ChainProblem['kind']): ChainResult<never> => ({
    ok: false,
    problem: { kind, detail: 'fake', sqlState: null, host: 'fake' },
  });

  const chain: FakeChain = {
    get rows() {
      return rows;
    },
    statuses: [],
    standing: () => standing,
    hints: [],
    keep: () => {
      const picture = { rows: new Map(rows), standing };
      return () => {
        rows = new Map(picture.rows);
        standing = picture.standing;
      };
    },
    connect: async () => ({
      ok: true,
      value: {
        host: 'fake',
        query: async (text, values = []) => {
          await Promise.resolve();
          const answer = answerTo(text, values);
          return answer === 'taken' ? problem('session-taken') : { ok: true, value: answer };
        },
        transaction: async () => problem('failed'),
        isUsable: () => true,
        end: async () => {},
      },
    }),
  };
  return chain;
}

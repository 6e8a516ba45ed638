/**
 * The owner's search by number among ten million payments of half a year (with --all; otherwise one
 * million), against the plain SQL that reads the same rows through the same index. Uses open
 * connections: connecting costs the same for each.
 */
import { type ChainConnection, connectToChain } from '../../electron/chain/client/index.ts';
import { searchPayments } from '../../electron/chain/owner/payment-search.ts';
import { silentLog, systemClock } from '../../electron/platform/index.ts';
import { insertPlainPayments } from './support/insert-payments.ts';
import { openLoadedChain } from './support/loaded-chain.ts';
import { createSamples, measureInTurns } from './support/measure-in-turns.ts';
import { type BenchResult, toBenchResult, type UnavailablePart } from './support/result.ts';

const ROWS = { short: 1_000_000, all: 10_000_000 };
const DAYS = 180;
const LIMIT = 50;
const MAX_RATIO = 2;
const ROUNDS = { rounds: 100, warmUp: 10 };
const QUERY_TIMEOUT_MS = 3_600_000;

interface Question {
  readonly name: string;
  /** The text that the owner types to find the payment with this number. */
  readonly toText: (payment: PlainPayment) => string;
  /** Conditions of the plain SQL on $1. */
  readonly condition: string;
}

interface PlainPayment {
  readonly authorization: string;
  readonly account: string;
  readonly externalId: string;
}

const QUESTIONS: readonly Question[] = [
  {
    name: 'an authorization',
    toText: ({ authorization }) => authorization,
    condition: 'p.authorization_id = $1',
  },
  {
    name: 'an external_id',
    toText: ({ externalId }) => externalId,
    condition: 'p.external_id = $1::uuid',
  },
  {
    name: 'an account',
    toText: ({ account }) => account,
    condition: `chain.account_key(p.account_number) ~>=~ $1
      AND chain.account_key(p.account_number) ~<~ ($1 || chr(1114111))`,
  },
  {
    name: 'the end of an account',
    toText: ({ account }) => account.slice(-9),
    condition: `reverse(chain.account_key(p.account_number)) ~>=~ reverse($1)
      AND reverse(chain.account_key(p.account_number)) ~<~ (reverse($1) || chr(1114111))`,
  },
];

const NO_FILTER = {
  ...{ from: null, to: null, shop: null, kind: null, state: null, amount: null, text: null },
} as const;

export async function run({
  isAll,
}: {
  readonly isAll: boolean;
}): Promise<BenchResult[] | UnavailablePart> {
  const rows = isAll ? ROWS.all : ROWS.short;
  const loaded = await openLoadedChain({
    size: { rows, days: DAYS },
    folderName: isAll ? 'mostrador-bench-chain-search' : null,
    config: ['shared_buffers = 512MB', 'max_wal_size = 4GB', 'maintenance_work_mem = 512MB'],
    load: (loading) => insertPlainPayments(loading, { rows, days: DAYS }),
  });
  if ('unavailableReason' in loaded) return loaded;
  const { postgres, chain } = loaded;
  try {
    const payments = await chain.database.sql(
      `SELECT authorization_id AS authorization, account_number AS account,
        external_id AS "externalId" FROM chain.payments WHERE number % $1 = 0`,
      [Math.floor(rows / (ROUNDS.rounds + ROUNDS.warmUp))],
    );
    const office = await connect(await chain.createLogin('office'));
    const admin = await connect(chain.admin);
    const results: BenchResult[] = [];
    for (const question of QUESTIONS) {
      const texts = payments.map((payment) => question.toText(payment as unknown as PlainPayment));
      results.push(await measureQuestion({ office, admin }, question, texts, rows));
    }
    await office.end();
    await admin.end();
    return results;
  } finally {
    await postgres.stop();
  }
}

async function connect(address: Parameters<typeof connectToChain>[0]): Promise<ChainConnection> {
  const connected = await connectToChain(address, { deadlineMs: QUERY_TIMEOUT_MS });
  if (!connected.ok) throw new Error(connected.problem.detail);
  return connected.value;
}

/** Each round searches another payment, so that no side reads what is in memory already. */
async function measureQuestion(
  connections: { readonly office: ChainConnection; readonly admin: ChainConnection },
  { name, condition }: Question,
  texts: readonly string[],
  rows: number,
): Promise<BenchResult> {
  const samples = createSamples();
  const context = {
    ...{
      now: Date.now(),
      timeZone: 'UTC',
      language: 'es-MX' as const,
      log: silentLog,
      clock: systemClock,
    },
  };
  const query = async (sql: string, values?: readonly unknown[]) => {
    const answer = await connections.office.query(sql, values);
    if (!answer.ok) throw new Error(answer.problem.detail);
    return answer;
  };
  const search = async (text: string): Promise<number> => {
    const page = await searchPayments(query, context, {
      filter: { ...NO_FILTER, text },
      cursor: null,
      limit: LIMIT,
    });
    if (!page.ok) throw new Error(JSON.stringify(page.problem));
    return page.value.payments.length;
  };
  const searchPlainly = async (text: string): Promise<number> => {
    const found = await connections.admin.query(
      `SELECT p.* FROM chain.payments p WHERE ${condition}
       ORDER BY p.created_at DESC, p.payment_id DESC LIMIT ${LIMIT + 1}`,
      [text],
    );
    if (!found.ok) throw new Error(found.problem.detail);
    return found.value.length;
  };
  await measureInTurns(`chain-search: ${name}`, ROUNDS, async (turn, isKept, round) => {
    const text = texts[(round + ROUNDS.warmUp) % texts.length] ?? '';
    const startedAt = performance.now();
    const count = turn === 'ours' ? await search(text) : await searchPlainly(text);
    const durationMs = performance.now() - startedAt;
    // By chance, another account begins like the end of this one.
    if (count === 0) throw new Error(`${name} ${text} was not found`);
    if (isKept) samples[turn].push(durationMs);
  });
  return toBenchResult({
    name: `${name} among ${rows.toLocaleString('en')} payments`,
    samples,
    minSamples: ROUNDS.rounds,
    limit: { of: 'ratio', most: MAX_RATIO },
  });
}

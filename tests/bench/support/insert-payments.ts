import type { TestChain } from '../../support/postgres/index.ts';
import { reportProgress } from './measure-in-turns.ts';

const ROWS_PER_STATEMENT = 500_000;
const WRITERS = 2;
/** Without a common factor with the number of accounts: each payment has its own account. */
const ACCOUNT_STEP = 7_919;

interface PlainPayments {
  readonly rows: number;
  readonly days: number;
  /** How many tills of 200 shops made them; one by default. */
  readonly tills?: number;
  /** SQL of the columns that are not the same in each payment; `n` is its number. */
  readonly state?: string;
  readonly kind?: string;
  readonly epoch?: string;
  /** SQL of the text that ends the account, after its own 12 digits. */
  readonly accountEnd?: string;
}

/**
 * Inserts payments of retired tills, evenly over the last days, as their tills would have reported
 * them but without the triggers of the table. Each has its own account and authorization, and no
 * account ends like an authorization. They are paid bills unless `state` and `kind` say otherwise.
 */
export async function insertPlainPayments(
  chain: TestChain,
  {
    rows,
    days,
    tills = 1,
    state = "'paid'",
    kind = "'bill'",
    epoch = '1',
    accountEnd = "''",
  }: PlainPayments,
): Promise<void> {
  const { sql } = chain.database;
  await sql(`SELECT chain.make_partitions_v1((now() - interval '${days} days')::date,
    ${Math.ceil(days / 28) + 1})`);
  await sql(`INSERT INTO chain.tills (till_id, role_name, shop, pos_number, enrolled_at, retired_at)
    SELECT gen_random_uuid(), 'former-' || n, 'Tienda ' || n % 200, '9' || lpad(n::text, 3, '0'),
      now() - interval '1 year', now() FROM generate_series(0, ${tills - 1}) AS n`);
  const restoreIndexes = await dropIndexes(chain);
  const insertPiece = async (since: number, until: number): Promise<void> => {
    await sql(`SET session_replication_role = replica;
      INSERT INTO chain.payments (intent_day, ledger_id, payment_id, till_id, epoch, number, state,
        state_epoch, told_state, kind, created_at, performed_second, biller_id, biller_name,
        account_number, account_shown, amount, currency, due, shop_currency, pos_number,
        external_id, authorization_id, cashier_id, cashier_name, service_version, is_drp, shift_id)
      SELECT (at AT TIME ZONE 'UTC')::date, till_id, id, till_id, ${epoch}, n, ${state}, ${epoch},
        ${state}, ${kind}, at, extract(epoch FROM at)::bigint, n % 400, 'CFE', account, account, 549,
        'MXN', 549, 'MXN', pos_number, id, 'A' || n, 'ana', 'Ana', 'v3.mx', false, 'shift-1'
      FROM generate_series(${since}, ${until}) AS n
        JOIN chain.tills ON role_name = 'former-' || n % ${tills},
        LATERAL (SELECT now() - n * (interval '${days} days' / ${rows}) AS at,
          (500000000000 + n::bigint * ${ACCOUNT_STEP})::text || ${accountEnd} AS account,
          gen_random_uuid() AS id) AS x`);
  };
  const pieces = Array.from({ length: Math.ceil(rows / ROWS_PER_STATEMENT) }, (_, n) => n);
  await forEachInParallel(pieces, async (piece) => {
    const since = piece * ROWS_PER_STATEMENT + 1;
    const until = Math.min(rows, since + ROWS_PER_STATEMENT - 1);
    reportProgress(
      `inserting payments ${since.toLocaleString('en')} of ${rows.toLocaleString('en')}`,
    );
    await insertPiece(since, until);
  });
  await restoreIndexes();
  await sql('VACUUM ANALYZE chain.payments');
}

/** Many rows and then their indexes take a quarter of the time. Returns what creates the indexes. */
async function dropIndexes({ database: { sql } }: TestChain): Promise<() => Promise<void>> {
  const indexes = await sql(
    `SELECT c.relname AS name, replace(pg_get_indexdef(c.oid), ' ON ONLY ', ' ON ') AS definition
    FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
    WHERE i.indrelid = 'chain.payments'::regclass AND NOT i.indisprimary`,
  );
  const [key] = await sql(`SELECT conname AS name, pg_get_constraintdef(oid) AS definition
    FROM pg_constraint WHERE conrelid = 'chain.payments'::regclass AND contype = 'p'`);
  await sql(`ALTER TABLE chain.payments DROP CONSTRAINT ${key?.name}`);
  for (const { name } of indexes) await sql(`DROP INDEX chain.${name}`);
  return async () => {
    await forEachInParallel(indexes, async ({ name, definition }) => {
      reportProgress(`creating the index ${name}`);
      await sql(String(definition));
    });
    await sql(`ALTER TABLE chain.payments ADD CONSTRAINT ${key?.name} ${key?.definition}`);
  };
}

/** Calls `work` for each value, as many at a time as there are writers. */
async function forEachInParallel<Value>(
  values: readonly Value[],
  work: (value: Value) => Promise<void>,
): Promise<void> {
  const waiting = [...values];
  const workNext = async (): Promise<void> => {
    for (let value = waiting.shift(); value !== undefined; value = waiting.shift())
      await work(value);
  };
  await Promise.all(Array.from({ length: WRITERS }, workNext));
}

import type { TestChain } from '../../support/postgres/index.ts';
import { reportProgress } from './measure-in-turns.ts';

const ROWS_PER_STATEMENT = 500_000;
/** Without a common factor with the number of accounts: each payment has its own account. */
const ACCOUNT_STEP = 7_919;

/**
 * Inserts paid payments of a retired till, evenly over the last days, as their till would have
 * reported them but without the triggers of the table. Each has its own account and authorization,
 * and no account ends like an authorization.
 */
export async function insertPlainPayments(
  chain: TestChain,
  { rows, days }: { readonly rows: number; readonly days: number },
): Promise<void> {
  const { sql } = chain.database;
  await sql(`SELECT chain.make_partitions_v1((now() - interval '${days} days')::date,
    ${Math.ceil(days / 28) + 1})`);
  await sql(`INSERT INTO chain.tills (till_id, role_name, shop, pos_number, enrolled_at, retired_at)
    VALUES (gen_random_uuid(), 'former', 'Centro', '9999', now() - interval '1 year', now())`);
  for (let first = 1; first <= rows; first += ROWS_PER_STATEMENT) {
    const last = Math.min(rows, first + ROWS_PER_STATEMENT - 1);
    reportProgress(
      `inserting payments ${first.toLocaleString('en')} of ${rows.toLocaleString('en')}`,
    );
    await sql(`SET session_replication_role = replica;
      INSERT INTO chain.payments (intent_day, ledger_id, payment_id, till_id, epoch, number, state,
        state_epoch, told_state, kind, created_at, performed_second, biller_id, biller_name,
        account_number, account_shown, amount, currency, due, shop_currency, pos_number,
        external_id, authorization_id, cashier_id, cashier_name, service_version, is_drp, shift_id)
      SELECT (at AT TIME ZONE 'UTC')::date, till_id, id, till_id, 1, n, 'paid', 1, 'paid', 'bill',
        at, extract(epoch FROM at)::bigint, n % 400, 'CFE', account, account, 549, 'MXN', 549,
        'MXN', '9999', id, 'A' || n, 'ana', 'Ana', 'v3.mx', false, 'shift-1'
      FROM (SELECT till_id FROM chain.tills WHERE role_name = 'former') AS t,
        generate_series(${first}, ${last}) AS n,
        LATERAL (SELECT now() - n * interval '${days} days' / ${rows} AS at,
          (500000000000 + n::bigint * ${ACCOUNT_STEP})::text AS account,
          gen_random_uuid() AS id) AS x`);
  }
  await sql('VACUUM ANALYZE chain.payments');
}

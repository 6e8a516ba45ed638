import type { TestChain } from '../../support/postgres/index.ts';

/** Inserts the list in which the service has exactly the payments of the chain. */
export async function insertServiceList({ database: { sql } }: TestChain): Promise<void> {
  await sql(`INSERT INTO chain.service_rows (id, external_id, second, biller_id, account_number,
      amount, currency, status, class)
    SELECT authorization_id, external_id::text, performed_second, biller_id, account_number,
      amount::numeric(20, 2)::text, currency, 'fulfilled', 'fulfilled' FROM chain.payments`);
  await sql('VACUUM ANALYZE chain.service_rows');
}

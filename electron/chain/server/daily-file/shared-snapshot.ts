import type { ChainQuery, ChainServerDatabase } from '../database/index.ts';

/** Longer than a query may take: one connection waits for the other. */
const IDLE_TIMEOUT = '3min';
/**
 * PostgreSQL sees no deadlock if a change of a table waits for one of the connections and the other
 * waits for that change.
 */
const LOCK_TIMEOUT = '5s';

/**
 * Runs `work` in two transactions, each with its own connection, that read the same state of the
 * database. Both are rolled back if `work` fails; the second commits before the first, so that its
 * changes remain if the first cannot commit.
 */
export async function runInSharedSnapshot<T>(
  database: ChainServerDatabase,
  work: (queries: readonly [ChainQuery, ChainQuery]) => Promise<T>,
): Promise<T> {
  return await database.transaction('snapshot', async (first) => {
    const [snapshot] = await first('SELECT quote_literal(pg_export_snapshot()) AS name');
    return await database.transaction('snapshot', async (second) => {
      await second(`SET TRANSACTION SNAPSHOT ${snapshot?.name}`);
      for (const query of [first, second]) {
        await query(`SET LOCAL idle_in_transaction_session_timeout = '${IDLE_TIMEOUT}'`);
        await query(`SET LOCAL lock_timeout = '${LOCK_TIMEOUT}'`);
      }
      return await work([first, second]);
    });
  });
}

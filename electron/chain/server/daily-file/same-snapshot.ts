import type { ChainQuery, ChainServerDatabase } from '../database/index.ts';

/** Runs `work` with two connections whose transactions read the same state of the database. */
export async function readSameSnapshotTwice<T>(
  database: ChainServerDatabase,
  work: (connections: readonly [ChainQuery, ChainQuery]) => Promise<T>,
): Promise<T> {
  return await database.transaction('snapshot', async (first) => {
    const [snapshot] = await first('SELECT quote_literal(pg_export_snapshot()) AS name');
    return await database.transaction('snapshot', async (second) => {
      await second(`SET TRANSACTION SNAPSHOT ${snapshot?.name}`);
      return await work([first, second]);
    });
  });
}

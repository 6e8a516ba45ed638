import type { Database } from '../index.ts';

/**
 * Wraps the ledger and records SQLite's query plan for each prepared statement. `walked` returns the
 * names of the tables that are scanned completely.
 */
export function recordQueryPlans(database: Database): {
  readonly watching: Database;
  readonly plans: readonly string[];
  walked(): string[];
} {
  const plans: string[] = [];
  return {
    watching: {
      ...database,
      prepare: (sql) => {
        const values = Array.from({ length: (sql.match(/\?/g) ?? []).length }, () => 1);
        const rows = database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...values);
        plans.push(rows.map((row) => String(row.detail)).join('\n'));
        return database.prepare(sql);
      },
    },
    plans,
    walked: () =>
      plans.flatMap((plan) => [...plan.matchAll(/^SCAN (.*)$/gm)].map(([, table = '']) => table)),
  };
}

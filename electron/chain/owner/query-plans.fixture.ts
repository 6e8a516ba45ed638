import { Client, types } from 'pg';
import type { ChainAddress } from '../client/index.ts';

/**
 * What the server read of the payments and shifts to answer one query, without tables of few rows:
 * at the beginning of a month its table is best read as a whole.
 */
export interface QueryCost {
  /** Rows read, also those that a condition excluded. */
  readonly rows: number;
  /** The tables that were read without an index. */
  readonly sequentialScans: readonly string[];
  /** Pairs of rows, of any tables, that a join has tried and that do not match. */
  readonly unmatchedPairs: number;
}

const FEW_ROWS = 500;

export interface ExplainingSession {
  query(text: string, values?: readonly unknown[]): Promise<Record<string, unknown>[]>;
  /** Returns what the queries since the last call read, also those inside functions. */
  takeCost(): QueryCost;
  end(): Promise<void>;
}

/**
 * Opens a superuser's session that reports the plan of each query as it was executed. The payments
 * and shifts must be there, and analyzed.
 */
export async function openExplainingSession(
  { hosts, database, ca }: ChainAddress,
  superuser: { readonly user: string; readonly password: string },
): Promise<ExplainingSession> {
  const [host = '', port] = (hosts[0] ?? '').split(':');
  const client = new Client({ ...superuser, host, port: Number(port), database, ssl: { ca } });
  let nodes: PlanNode[] = [];
  client.on('notice', ({ message = '' }) => {
    const [, plan] = /^duration: .* plan:\n(\{.*)$/s.exec(message) ?? [];
    if (plan !== undefined) nodes.push(...listNodes(JSON.parse(plan).Plan));
  });
  // As the till's own connection returns them.
  client.setTypeParser(types.builtins.INT8, Number);
  client.setTypeParser(types.builtins.DATE, String);
  client.setTypeParser(types.builtins.TIMESTAMPTZ, (text) => new Date(text).toISOString());
  await client.connect();
  const large = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE (relname LIKE 'payments\\_%' OR relname = 'shifts')
      AND relkind = 'r' AND reltuples >= $1`,
    [FEW_ROWS],
  );
  const largeTables = new Set(large.rows.map(({ name }) => name));
  await client.query(`LOAD 'auto_explain';
    SET auto_explain.log_min_duration = 0;
    SET auto_explain.log_analyze = on;
    SET auto_explain.log_timing = off;
    SET auto_explain.log_nested_statements = on;
    SET auto_explain.log_format = json;
    SET auto_explain.log_level = notice;
    SET client_min_messages = notice;`);
  return {
    query: async (text, values = []) => (await client.query(text, [...values])).rows,
    takeCost: () => {
      const read = nodes.filter((node) => largeTables.has(node['Relation Name'] ?? ''));
      const unmatchedPairs = nodes.reduce((sum, node) => sum + countUnmatchedPairs(node), 0);
      nodes = [];
      const executed = read.filter((node) => node['Actual Loops'] > 0);
      return {
        rows: executed.reduce((sum, node) => sum + countRows(node), 0),
        sequentialScans: executed
          .filter((node) => node['Node Type'] === 'Seq Scan' && countRows(node) > 0)
          .map((node) => String(node['Relation Name'])),
        unmatchedPairs,
      };
    },
    end: () => client.end(),
  };
}

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly 'Rows Removed by Join Filter'?: number;
  readonly Plans?: readonly PlanNode[];
}

function listNodes(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(listNodes)];
}

function countRows(node: PlanNode): number {
  const removed =
    (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
  return (node['Actual Rows'] + removed) * node['Actual Loops'];
}

function countUnmatchedPairs(node: PlanNode): number {
  return (node['Rows Removed by Join Filter'] ?? 0) * node['Actual Loops'];
}

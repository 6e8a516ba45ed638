import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  createChain,
  getSharedCluster,
  type TestChain,
} from '../../../../tests/support/postgres/index.ts';
import { silentLog } from '../../../platform/index.ts';
import { type ChainConnection, type ChainResult, connectToChain } from '../../client/index.ts';
import { type ChainRow, pushChanges, startSession } from '../../protocol/index.ts';
import {
  createSamplePayment,
  createSampleShift,
  createSampleStatus,
} from '../../protocol/testing/index.ts';
import { createMetricsReader } from './metrics-reader.ts';

/** `assets/chain-dashboard.json`, for Grafana. */
const dashboardSchema = z.object({
  panels: z.array(
    z.object({
      title: z.string(),
      targets: z.array(z.object({ expr: z.string().optional(), rawSql: z.string().optional() })),
    }),
  ),
});
const ROOT = join(import.meta.dirname, '../../../..');
const { panels } = dashboardSchema.parse(
  JSON.parse(readFileSync(join(ROOT, 'assets/chain-dashboard.json'), 'utf8')),
);
const DOCUMENTED_VIEWS = [
  ...readFileSync(join(ROOT, 'docs/chain.md'), 'utf8').matchAll(/^\| `chain\.(\w+)\(/gm),
].map(([, name]) => name);
const targets = panels.flatMap(({ title, targets }) =>
  targets.map((target) => ({ title, ...target })),
);
const sqlQueries = targets.flatMap(({ title, rawSql }) =>
  rawSql === undefined ? [] : [[title, rawSql] as const],
);

let chain: TestChain;
let till: ChainConnection;
let owner: ChainConnection;
beforeAll(async () => {
  chain = await createChain(await getSharedCluster());
  till = getValueOrThrow(await connectToChain(await chain.enrollTill()));
  await pushRows([
    createSamplePayment(),
    createSamplePayment({ state: 'unknown', performed: null, auth: null }),
    createSamplePayment({ amount: 'many' }),
    createSampleShift({
      closed_at: new Date().toISOString(),
      closed_by: 'Ana',
      counted: [{ currency: 'MXN', amount: '450.00' }],
      expected: [{ currency: 'MXN', amount: '500.00' }],
      difference: [{ currency: 'MXN', amount: '-50.00' }],
    }),
  ]);
  await chain.database.sql(`INSERT INTO chain.days (day, since_second, until_second, due_at, name)
    VALUES (now()::date - 1, 0, 1, now() - interval '1 hour', 'a.txt')`);
  owner = getValueOrThrow(await connectToChain(await chain.createLogin('office')));
});
afterAll(async () => {
  await owner.end();
  await till.end();
  await chain.drop();
});

async function pushRows(rows: readonly ChainRow[]): Promise<void> {
  const { session } = getValueOrThrow(
    await startSession(till, {
      ledgerId: randomUUID(),
      epochKey: randomUUID(),
      newestChangeNumber: 0,
      changeTokens: {},
    }),
  );
  getValueOrThrow(
    await pushChanges(till, {
      sessionNumber: session,
      afterChangeNumber: 0,
      lastChangeNumber: rows.length,
      lastChangeToken: 'mark',
      rows: rows.map((row, index) => ({ ...row, n: index + 1 })),
      status: createSampleStatus(),
    }),
  );
}

function getValueOrThrow<T>(result: ChainResult<T>): T {
  if (!result.ok) throw new Error(JSON.stringify(result.problem));
  return result.value;
}

describe.skipIf(process.platform === 'win32')('the dashboard', () => {
  it.each(sqlQueries)('reads rows for "%s" with the login of owners', async (_title, rawSql) => {
    // As Grafana replaces its macros.
    const hour = 3_600_000;
    const text = rawSql
      .replaceAll('$__timeFrom()', `'${new Date(Date.now() - 24 * hour).toISOString()}'`)
      .replaceAll('$__timeTo()', `'${new Date(Date.now() + hour).toISOString()}'`);
    expect(text).not.toContain('$');
    expect(getValueOrThrow(await owner.query(text)).length).toBeGreaterThan(0);
    const [, view = ''] = /chain\.(\w+)\(/.exec(rawSql) ?? [];
    expect(DOCUMENTED_VIEWS).toContain(view);
  });

  it('shows each number of /metrics, and no other', async () => {
    const maker = await chain.createLogin('maker');
    const { hosts, database, ca, user, password } = maker;
    const readMetrics = createMetricsReader(
      { hosts: [...hosts], database, ca, maker: { user, password: String(password) } },
      () => ({
        at: '',
        version: '',
        worst: 'green',
        services: [{ name: 'daily-file', light: 'green', says: '' }],
      }),
      silentLog,
    );
    const metrics = getValueOrThrow(
      await till.transaction(async (query) => {
        await query('SELECT chain.version_v1()');
        return await readMetrics();
      }),
    );
    const names = [...metrics.matchAll(/^# TYPE (\w+) gauge$/gm)].map(([, name]) => name);
    const expressions = targets.flatMap(({ expr }) => expr ?? []);
    const shown = expressions.flatMap((expr) => expr.match(/mostrador_chain_\w+/g) ?? []);
    expect([...new Set(shown)].sort()).toEqual(names.sort());
    // With its labels, each is a line of the output.
    for (const expr of expressions) expect(metrics).toContain(`\n${expr}`);
  });
});

import { expect, it } from 'vitest';
import { createVirtualClock, silentLog } from '../../../platform/index.ts';
import type { ChainConnection, ChainResult } from '../../client/index.ts';
import { createChainBillLayoutReader } from './bill-layout-reader.ts';

const REVISION = '5b0c6f5e-2f0c-4c1e-9a53-9d6a4b0f3f10';
const ROW = {
  revision: REVISION,
  layouts: '[{"gln":"7709998005730","billerId":3}]',
  patterns: '[]',
};

it('reads the layouts of the chain once an hour, and only if the till lacks them', async () => {
  const clock = createVirtualClock();
  const asked: unknown[] = [];
  const saved: unknown[] = [];
  let revision: string | null = null;
  let answer: ChainResult<Record<string, unknown>[]> = { ok: true, value: [ROW] };
  const refresh = createChainBillLayoutReader({
    billLayouts: {
      getChainRevision: () => revision,
      saveChainLayouts: (chainLayouts) => {
        saved.push(chainLayouts);
        revision = chainLayouts.revision;
      },
    },
    clock,
    log: silentLog,
  });
  const connection: ChainConnection = {
    host: 'db.lan',
    query: async (_text, values) => {
      asked.push(values?.[0]);
      return answer;
    },
    transaction: async () => ({
      ok: false,
      problem: { kind: 'failed', detail: '', sqlState: null, host: 'db.lan' },
    }),
    isUsable: () => true,
    end: async () => {},
  };
  await refresh(connection);
  await refresh(connection);
  expect(asked).toEqual([null]);
  expect(saved).toEqual([{ revision: REVISION, layouts: JSON.parse(ROW.layouts), patterns: [] }]);

  answer = { ok: true, value: [] };
  await clock.advance(61 * 60_000);
  await refresh(connection);
  answer = { ok: true, value: [{ ...ROW, layouts: 'no JSON' }] };
  await clock.advance(61 * 60_000);
  await refresh(connection);
  answer = {
    ok: false,
    problem: { kind: 'older', detail: '', sqlState: '42883', host: 'db.lan' },
  };
  await clock.advance(61 * 60_000);
  await refresh(connection);
  expect(asked).toEqual([null, REVISION, REVISION, REVISION]);
  expect(saved).toHaveLength(1);
});

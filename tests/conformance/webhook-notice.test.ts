import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunningService } from '../../electron/chain/server/config/index.ts';
import { createWebhookService } from '../../electron/chain/server/hooks/index.ts';
import { type ChainConnection, connectChain } from '../../electron/chain/till/client/index.ts';
import { pushChanges, startSession } from '../../electron/chain/till/protocol/index.ts';
import { samplePayment, sampleStatus } from '../../electron/chain/till/protocol/testing/index.ts';
import { silentLog, systemClock } from '../../electron/platform/index.ts';
import { startTrainingServer, type TrainingServer } from '../../electron/training/index.ts';
import { overHttps, payment } from '../../electron/training/test-support.ts';
import {
  createChain,
  getSharedCluster,
  type TestChain,
  type TestTill,
} from '../support/postgres/index.ts';

/** A till as the chain sees it: what it pushes, and the hints that come back. */
interface ReportingTill {
  push(rows: readonly ReturnType<typeof samplePayment>[], done?: readonly number[]): Promise<Hints>;
  end(): Promise<void>;
}
type Hints = readonly { readonly id: number; readonly kind: string; readonly key: string }[];

async function report(till: TestTill): Promise<ReportingTill> {
  const connection = await connected(till);
  const ledger = randomUUID();
  const begun = must(
    await startSession(connection, { ledger, epochKey: randomUUID(), head: 0, marks: {} }),
  );
  let at = 0;
  return {
    push: async (rows, done = []) => {
      const numbered = rows.map((row, index) => ({ ...row, n: at + index + 1 }));
      const pushed = must(
        await pushChanges(connection, {
          session: begun.session,
          from: at,
          to: at + rows.length,
          mark: 'mark',
          rows: numbered,
          status: sampleStatus({ hints: [...done] }),
        }),
      );
      at = pushed.acked;
      return pushed.hints;
    },
    end: () => connection.end(),
  };
}

async function connected(till: TestTill): Promise<ChainConnection> {
  return must(await connectChain(till));
}

function must<T>(result: { ok: true; value: T } | { ok: false; problem: object }): T {
  if (!result.ok) throw new Error(JSON.stringify(result.problem));
  return result.value;
}

describe.skipIf(process.platform === 'win32')('a hint', () => {
  let chain: TestChain;
  let training: TrainingServer;
  let client: ReturnType<typeof overHttps>;
  let receiver: RunningService;
  let one: ReportingTill;
  let other: ReportingTill;

  beforeAll(async () => {
    chain = await createChain(await getSharedCluster());
    const { hosts, database, ca, ...hook } = await chain.login('hook');
    const token = randomBytes(32).toString('base64url');
    const config = {
      hosts: [...hosts],
      database,
      ca,
      hook: { user: hook.user, password: String(hook.password) },
      hooks: { tokens: [token] },
    };
    let port = 0;
    const log = {
      ...silentLog,
      info: (fields: object) => {
        if ('port' in fields) port = Number(fields.port);
      },
    };
    receiver = await createWebhookService(config, 0, { clock: systemClock, log }).start();
    training = await startTrainingServer({
      webhook: { url: `http://127.0.0.1:${port}/hooks/${token}` },
    });
    client = overHttps(training);
    one = await report(await chain.enroll());
    other = await report(await chain.enroll());
  });
  afterAll(async () => {
    await client.close();
    await training.close();
    await receiver.stop();
    await Promise.all([one.end(), other.end()]);
    await chain.drop();
  });

  /** Webhooks are sent beside what causes them. */
  const hinted = async (key: string): Promise<void> => {
    for (let left = 200; left > 0; left -= 1) {
      const rows = await chain.database.sql('SELECT FROM chain.hints WHERE key = $1', [key]);
      if (rows.length > 0) return;
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
    throw new Error(`no hint ${key}`);
  };
  const pay = (externalId: string) => {
    const account = randomBytes(4).readUInt32BE().toString().padStart(10, '7').slice(0, 10);
    const over = { biller_id: 37, account_number: account, amount: 10, external_id: externalId };
    return client.ask('POST', '/bill/pay', { body: payment(over) });
  };

  it('at a payment goes from the service to the till that made it, until that has asked', async () => {
    const externalId = randomUUID();
    const paid = await pay(externalId);
    const row = samplePayment({ external: externalId, auth: String(paid.json?.id) });
    expect(await one.push([row])).toEqual([]);
    expect(await training.giveBack(externalId)).toBe(true);
    await hinted(externalId);
    await hinted(String(paid.json?.id));

    const names = [
      { kind: 'external-id', key: externalId },
      { kind: 'transaction', key: String(paid.json?.id) },
    ];
    const hints = await one.push([]);
    expect(hints).toEqual(names.map((name) => expect.objectContaining(name)));
    expect(await other.push([])).toEqual([]);
    // Its answer was lost, as far as the chain knows: it comes again, until the till is done.
    expect(await one.push([])).toEqual(hints);
    const done = hints.map(({ id }) => id);
    expect(await one.push([], done)).toEqual([]);
  });

  it('at a payment that was refused, and performed after all, waits until its till tells of it', async () => {
    const externalId = randomUUID();
    await training.setFaults([
      { operation: 'pay', times: 1, fault: { kind: 'refuse-then-commit', milliseconds: 0 } },
    ]);
    expect((await pay(externalId)).json?.code).toBe('R22');
    await hinted(externalId);
    expect(await other.push([])).toEqual([]);
    const rejected = { external: externalId, auth: null, state: 'rejected', code: 'R22' } as const;
    expect(await other.push([samplePayment(rejected)])).toEqual([
      expect.objectContaining({ kind: 'external-id', key: externalId }),
    ]);
    expect(await one.push([])).toEqual([]);
  });

  it('at a bill goes to every till: only a till knows which bills it keeps', async () => {
    const asked = { biller_id: 40, account_number: '501000000007' };
    const bill = await client.ask('POST', '/bills', { version: 'v3.mx', body: asked });
    expect(await training.rerunBill()).toBe(true);
    const key = String(bill.json?.id);
    await hinted(key);
    const hint = expect.objectContaining({ kind: 'bill', key });
    const [first] = await one.push([]);
    expect(first).toEqual(hint);
    expect(await other.push([])).toContainEqual(hint);
    expect(await one.push([], first === undefined ? [] : [first.id])).toEqual([]);
    expect(await other.push([])).toContainEqual(hint);
  });
});

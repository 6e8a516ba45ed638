import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ChainConnection, connectToChain } from '../../electron/chain/client/index.ts';
import { pushChanges, startSession } from '../../electron/chain/protocol/index.ts';
import {
  createSamplePayment,
  createSampleStatus,
} from '../../electron/chain/protocol/testing/index.ts';
import type { RunningService } from '../../electron/chain/server/config/index.ts';
import { createWebhookService } from '../../electron/chain/server/webhooks/index.ts';
import { silentLog, systemClock } from '../../electron/platform/index.ts';
import { startTrainingServer, type TrainingServer } from '../../electron/training/index.ts';
import { buildPaymentBody, createHttpsTestClient } from '../../electron/training/test-support.ts';
import { TEST_CERTIFICATE_FOLDER } from '../support/certificates.ts';
import {
  createChain,
  getSharedCluster,
  type TestChain,
  type TestTill,
} from '../support/postgres/index.ts';

/** A till as the chain sees it: it pushes rows and receives the hints. */
interface ReportingTill {
  push(
    rows: readonly ReturnType<typeof createSamplePayment>[],
    doneHintIds?: readonly number[],
  ): Promise<Hints>;
  close(): Promise<void>;
}
type Hints = readonly { readonly id: number; readonly kind: string; readonly key: string }[];

async function openReportingTill(till: TestTill): Promise<ReportingTill> {
  const connection = await openConnection(till);
  const ledger = randomUUID();
  const session = unwrap(
    await startSession(connection, {
      ledgerId: ledger,
      epochKey: randomUUID(),
      newestChangeNumber: 0,
      changeTokens: {},
    }),
  );
  let position = 0;
  return {
    push: async (rows, doneHintIds = []) => {
      const numbered = rows.map((row, index) => ({ ...row, n: position + index + 1 }));
      const result = unwrap(
        await pushChanges(connection, {
          sessionNumber: session.session,
          afterChangeNumber: position,
          lastChangeNumber: position + rows.length,
          lastChangeToken: 'mark',
          rows: numbered,
          status: createSampleStatus({ hints: [...doneHintIds] }),
        }),
      );
      position = result.acked;
      return result.hints;
    },
    close: () => connection.end(),
  };
}

async function openConnection(till: TestTill): Promise<ChainConnection> {
  return unwrap(await connectToChain(till));
}

function unwrap<Value>(result: { ok: true; value: Value } | { ok: false; problem: object }): Value {
  if (!result.ok) throw new Error(JSON.stringify(result.problem));
  return result.value;
}

describe.skipIf(process.platform === 'win32')('webhook hints', () => {
  let chain: TestChain;
  let training: TrainingServer;
  let client: ReturnType<typeof createHttpsTestClient>;
  let receiver: RunningService;
  let firstTill: ReportingTill;
  let secondTill: ReportingTill;

  beforeAll(async () => {
    chain = await createChain(await getSharedCluster());
    const { hosts, database, ca, ...hook } = await chain.createLogin('hook');
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
      strict: true,
      webhook: { url: `http://127.0.0.1:${port}/hooks/${token}` },
      certificateFolder: TEST_CERTIFICATE_FOLDER,
    });
    client = createHttpsTestClient(training);
    firstTill = await openReportingTill(await chain.enrollTill());
    secondTill = await openReportingTill(await chain.enrollTill());
  });
  afterAll(async () => {
    await client.close();
    await training.close();
    await receiver.stop();
    await Promise.all([firstTill.close(), secondTill.close()]);
    await chain.drop();
  });

  /** Waits for the hint: the service sends webhooks asynchronously. */
  const waitForHint = async (key: string): Promise<void> => {
    for (let attemptsLeft = 200; attemptsLeft > 0; attemptsLeft -= 1) {
      const rows = await chain.database.sql('SELECT FROM chain.hints WHERE key = $1', [key]);
      if (rows.length > 0) return;
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
    throw new Error(`no hint ${key}`);
  };
  const pay = (externalId: string) => {
    const account = randomBytes(4).readUInt32BE().toString().padStart(10, '7').slice(0, 10);
    const fields = { biller_id: 37, account_number: account, amount: 10, external_id: externalId };
    return client.ask('POST', '/bill/pay', { body: buildPaymentBody(fields) });
  };

  it('delivers a hint about a payment to the till that made it, until that till has used it', async () => {
    const externalId = randomUUID();
    const paid = await pay(externalId);
    const row = createSamplePayment({ external: externalId, auth: String(paid.json?.id) });
    expect(await firstTill.push([row])).toEqual([]);
    expect(await training.reverseTransaction(externalId)).toBe(true);
    await waitForHint(externalId);
    await waitForHint(String(paid.json?.id));

    const expectedHints = [
      { kind: 'external-id', key: externalId },
      { kind: 'transaction', key: String(paid.json?.id) },
    ];
    const hints = await firstTill.push([]);
    expect(hints).toEqual(
      expectedHints.map((expectedHint) => expect.objectContaining(expectedHint)),
    );
    expect(await secondTill.push([])).toEqual([]);
    // The chain repeats the hint until the till reports that it is done, because its answer may be
    // lost.
    expect(await firstTill.push([])).toEqual(hints);
    const doneHintIds = hints.map(({ id }) => id);
    expect(await firstTill.push([], doneHintIds)).toEqual([]);
  });

  it('holds a hint about a payment that was refused and then performed until its till pushes the payment', async () => {
    const externalId = randomUUID();
    await training.setFaults([
      { operation: 'pay', times: 1, fault: { kind: 'refuse-then-commit', milliseconds: 0 } },
    ]);
    expect((await pay(externalId)).json?.code).toBe('R22');
    await waitForHint(externalId);
    expect(await secondTill.push([])).toEqual([]);
    const rejected = { external: externalId, auth: null, state: 'rejected', code: 'R22' } as const;
    expect(await secondTill.push([createSamplePayment(rejected)])).toEqual([
      expect.objectContaining({ kind: 'external-id', key: externalId }),
    ]);
    expect(await firstTill.push([])).toEqual([]);
  });

  it('delivers a hint about a bill to every till, because only a till knows which bills it has', async () => {
    const account = { biller_id: 40, account_number: '501000000007' };
    const bill = await client.ask('POST', '/bills', { version: 'v3.mx', body: account });
    expect(await training.retryBill()).toBe(true);
    const key = String(bill.json?.id);
    await waitForHint(key);
    const expectedHint = expect.objectContaining({ kind: 'bill', key });
    const [billHint] = await firstTill.push([]);
    expect(billHint).toEqual(expectedHint);
    expect(await secondTill.push([])).toContainEqual(expectedHint);
    expect(await firstTill.push([], billHint === undefined ? [] : [billHint.id])).toEqual([]);
    expect(await secondTill.push([])).toContainEqual(expectedHint);
  });
});

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TRAINING_WORKER_URL } from '../../../tests/support/built-paths.ts';
import { buildPaymentBody, createHttpsTestClient } from '../test-support.ts';
import { type EmbeddedTraining, startEmbeddedTraining } from './embedded-training.ts';

const KEY = '5a2f0d1e-7f0e-4b8e-9a52-0c1d2e3f4a5b';
let folder = '';
let running: EmbeddedTraining | null = null;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mostrador-embedded-'));
});
afterEach(async () => {
  await running?.close();
  running = null;
  rmSync(folder, { recursive: true, force: true });
});

async function start(onProblem?: (reason: string) => void): Promise<EmbeddedTraining> {
  running = await startEmbeddedTraining({
    workerUrl: TRAINING_WORKER_URL,
    folder,
    ...(onProblem === undefined ? {} : { onProblem }),
  });
  return running;
}

async function withClient<Value>(
  training: EmbeddedTraining,
  work: (client: ReturnType<typeof createHttpsTestClient>) => Promise<Value>,
): Promise<Value> {
  const client = createHttpsTestClient(training);
  try {
    return await work(client);
  } finally {
    await client.close();
  }
}

describe('the training service in its own thread', () => {
  it('serves requests, applies faults and reports performed transactions', async () => {
    const training = await start();
    await withClient(training, async (client) => {
      await training.setFaults([{ operation: 'pay', times: 1, fault: { kind: 'commit-and-cut' } }]);
      expect(await training.listFaults()).toHaveLength(1);
      const body = buildPaymentBody({ external_id: 'cut' });
      await expect(client.ask('POST', '/bill/pay', { body })).rejects.toThrow();
      expect(await training.listFaults()).toEqual([]);
      expect((await training.inspect('cut')).transactions).toMatchObject([{ amount: '549.00' }]);
      await training.setBalance('5.00');
      expect((await training.inspect()).balance).toBe('5.00');
    });
  });

  it('keeps its state and its certificate after a restart', async () => {
    const body = buildPaymentBody({ external_id: 'before' });
    const first = await start();
    const paid = await withClient(first, (client) =>
      client.ask('POST', '/bill/pay', { body, key: KEY }),
    );
    await first.close();
    const second = await start();
    expect(second.caPem).toBe(first.caPem);
    await withClient(second, async (client) => {
      const again = await client.ask('POST', '/bill/pay', { body, key: KEY });
      expect([again.status, again.text]).toEqual([paid.status, paid.text]);
      expect((await client.ask('POST', '/bill/pay', { body })).json?.code).toBe('R49');
      expect((await client.ask('POST', '/account')).json?.balance).toBe(249_449.8);
    });
  });

  it('renames a damaged state file, reports it and starts with a new one', async () => {
    writeFileSync(join(folder, 'training.db'), 'this is no database, and never was one');
    const problems: string[] = [];
    const training = await start((reason) => problems.push(reason));
    expect((await training.inspect()).transactions).toEqual([]);
    expect(problems).toHaveLength(1);
    expect(readdirSync(folder)).toContain('training.db.unusable');
  });

  it('creates a new certificate when the old one is damaged', async () => {
    await (await start()).close();
    writeFileSync(join(folder, 'training-ca.pem'), 'nothing');
    const training = await start();
    expect(training.caPem).toContain('BEGIN CERTIFICATE');
    expect(readFileSync(training.caFile, 'utf8').trim()).toBe(training.caPem.trim());
  });

  it('rejects when it cannot start and after it is closed', async () => {
    const file = join(folder, 'a-file');
    writeFileSync(file, '');
    await expect(
      startEmbeddedTraining({ workerUrl: TRAINING_WORKER_URL, folder: join(file, 'below') }),
    ).rejects.toThrow(/did not start/);
    const training = await start();
    await training.close();
    await expect(training.listFaults()).rejects.toThrow(/has ended/);
    await training.close();
  });
});

describe('kill -9', () => {
  it('keeps every answered payment after kill -9', async () => {
    const program = `
      import { startEmbeddedTraining } from ${JSON.stringify(new URL('./embedded-training.ts', import.meta.url).href)};
      const training = await startEmbeddedTraining({
        workerUrl: new URL(${JSON.stringify(TRAINING_WORKER_URL.href)}),
        folder: ${JSON.stringify(folder)},
      });
      const { baseUrl, caPem, caFile, vendor, apiKey, secretKey } = training;
      process.stdout.write(JSON.stringify({ baseUrl, caPem, caFile, vendor, apiKey, secretKey }) + '\\n');
      setInterval(() => {}, 1000);
    `;
    const till = spawn(process.execPath, ['--input-type=module', '-e', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const answeredIds: string[] = [];
    try {
      const client = createHttpsTestClient(await readFirstLine(till));
      for (let index = 0; index < 5; index += 1) {
        const external_id = `answered-${index}`;
        const account_number = String(7_200_000_000 + index);
        const body = buildPaymentBody({ biller_id: 37, account_number, amount: 10, external_id });
        expect((await client.ask('POST', '/bill/pay', { body })).status).toBe(201);
        answeredIds.push(external_id);
      }
      till.kill('SIGKILL');
      await new Promise((resolve) => till.once('exit', resolve));
      await client.close();
    } finally {
      till.kill('SIGKILL');
    }
    const training = await start();
    const storedIds = (await training.inspect()).transactions.map(({ externalId }) => externalId);
    expect(storedIds).toEqual(answeredIds);
  });
});

async function readFirstLine(process: ChildProcess): Promise<EmbeddedTraining> {
  let text = '';
  for await (const chunk of process.stdout ?? []) {
    text += String(chunk);
    if (text.includes('\n')) return JSON.parse(text);
  }
  throw new Error('the process ended without a line');
}

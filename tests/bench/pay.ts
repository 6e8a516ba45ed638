/**
 * F12 to the first byte at the service, against a bare signed request after one synced write. Both
 * on a new TLS connection, as a till that pays every few minutes has it, to a server in another
 * thread that notes when the first byte arrives.
 *
 *     node tests/bench/pay.ts [--json]
 */
import { createHash, createHmac, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createAudit } from '../../electron/audit/index.ts';
import { testCash } from '../../electron/cash/testing/index.ts';
import { openDatabase } from '../../electron/ledger/index.ts';
import { createPayments } from '../../electron/payments/index.ts';
import { newUuid, silentLog, systemClock } from '../../electron/platform/index.ts';
import { createService } from '../../electron/service/index.ts';
import { createStaff, FIRST_SET_UP } from '../../electron/staff/index.ts';
import { type Biller, ok } from '../../shared/contract/index.ts';
import { money } from '../../shared/money/index.ts';
import { type FirstByteServer, startFirstByteServer } from './support/first-byte-server.ts';
import { type BenchResult, compared, runDirectly } from './support/result.ts';

const ROUNDS = 150;
const WARM_UP = 20;
const MOST = 1.5;

const BILLER: Biller = {
  id: 37,
  kind: 'utility',
  name: 'Telmex',
  country: 'MX',
  currency: 'MXN',
  type: 'Landline',
  billType: 'account_number',
  canCheckBalance: true,
  supportsPartialPayment: true,
  requiresNameOnAccount: false,
  hasExtraData: false,
  accountNumberDigits: '10',
  mask: '',
  hoursToFulfill: 24,
  amounts: { kind: 'any' },
  topUpRate: null,
  commission: null,
};

type Once = (round: number) => Promise<() => void>;

export async function run(): Promise<BenchResult[]> {
  const folder = mkdtempSync(join(tmpdir(), 'mostrador-bench-'));
  const server = await startFirstByteServer();
  const ours = await openOurs(join(folder, 'ledger.sqlite'), server);
  const bare = openBare(join(folder, 'bare.sqlite'), server);
  const samples = { ours: [] as number[], bare: [] as number[] };
  const measure = async (into: number[], once: Once, round: number): Promise<void> => {
    const press = await once(round);
    const arriving = server.next();
    const pressed = process.hrtime.bigint();
    press();
    const took = Number((await arriving) - pressed) / 1e6;
    if (round >= 0) into.push(took);
  };
  try {
    for (let round = -WARM_UP; round < ROUNDS; round += 1) {
      const steps = [
        () => measure(samples.ours, ours.once, round),
        () => measure(samples.bare, bare.once, round),
      ];
      for (const step of round % 2 === 0 ? steps : steps.reverse()) {
        await step();
        // The answer of one must not run into the next.
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    }
  } finally {
    await ours.close();
    bare.close();
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
  return [compared('F12 to the first byte at the service', samples, MOST)];
}

async function openOurs(file: string, server: FirstByteServer) {
  const database = openDatabase(file);
  const ports = { database, clock: systemClock, newId: newUuid, log: silentLog };
  const audit = createAudit(ports);
  const staff = createStaff({
    ...ports,
    audit,
    refusesObviousPins: false,
    onSession: () => {},
  });
  const cashier = { id: 'ana', name: 'Ana', role: 'owner' } as const;
  await staff.replaceAll([{ ...cashier, pin: '1111' }], FIRST_SET_UP);
  const service = createService(
    {
      baseUrl: server.origin,
      caPem: server.caPem,
      vendor: 'v',
      apiKey: 'k',
      secretKey: 's',
      version: 'v3.mx',
    },
    { clock: systemClock, log: silentLog },
  );
  const payments = createPayments({
    ...ports,
    service: () => service,
    connected: async () => ok(service),
    catalog: {
      biller: () => ({ biller: BILLER, isListed: true }),
      rates: () => ({ perUsd: { MXN: '20.00' }, fetchedAt: new Date().toISOString() }),
      state: () => ({ areRatesStale: false }),
      noteUse: () => {},
    },
    paper: { enqueue: () => {}, wake: () => {}, readyNow: async () => ({ ok: true, value: null }) },
    approve: async () => ({ ok: false, problem: { kind: 'not-signed-in' } }),
    audit,
    cash: testCash(ports),
    settings: () => ({
      posNumber: '07',
      customerFee: { kind: 'none' },
      keepWalkInBills: false,
      shopCopy: false,
      cashOutBillers: [],
      drpBillers: [],
      shopCurrency: 'MXN',
      timeZone: 'America/Mexico_City',
      version: 'v3.mx',
      locale: 'es-MX',
    }),
    onChange: () => {},
  });
  let serial = 1_000_000_000;
  return {
    once: async () => {
      serial += 1;
      const amount = money('150.00', 'MXN');
      const order = await payments.prepare(
        {
          kind: 'bill',
          billerId: 37,
          accountNumber: String(serial),
          nameOnAccount: null,
          amount,
          balanceId: null,
        },
        cashier,
      );
      if (!order.ok) throw new Error(JSON.stringify(order.problem));
      return () => {
        const paid = payments.pay(
          { orderId: order.value.id, cash: amount, acknowledged: [] },
          cashier,
        );
        if (paid instanceof Promise) throw new Error('a bill is paid at once');
        if (!paid.ok) throw new Error(JSON.stringify(paid.problem));
      };
    },
    close: async () => {
      payments.stop();
      await service.close();
      database.close();
    },
  };
}

function openBare(file: string, server: FirstByteServer) {
  const database = new DatabaseSync(file);
  database.exec(
    'PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL',
  );
  database.exec('CREATE TABLE intents (id TEXT PRIMARY KEY, key TEXT, body TEXT) STRICT');
  const insert = database.prepare('INSERT INTO intents VALUES (?, ?, ?)');
  const { port } = new URL(server.origin);
  const send = (round: number): void => {
    const externalId = randomUUID();
    const key = randomUUID();
    const body = `{"biller_id":37,"account_number":"${2_000_000_000 + round}","amount":150.00,"currency":"MXN","external_id":"${externalId}","pos_number":"07"}`;
    insert.run(externalId, key, body);
    const date = new Date().toUTCString();
    const md5 = createHash('md5').update(body).digest('base64');
    const signed = `application/json,${md5},/single/pay,${date}`;
    const checksum = createHmac('sha1', 's').update(signed).digest('base64');
    const sent = request(
      {
        host: 'localhost',
        port,
        path: '/single/pay',
        method: 'POST',
        agent: false,
        ca: server.caPem,
        headers: {
          Accept: 'application/vnd.v.v3.mx+json',
          'Content-Type': 'application/json',
          'Content-MD5': md5,
          'Content-Length': body.length,
          Date: date,
          Authorization: `APIAuth k:${checksum}`,
          'Idempotency-Key': key,
        },
      },
      (answer) => answer.resume(),
    );
    sent.on('error', () => sent.destroy());
    sent.end(body);
  };
  return { once: async (round: number) => () => send(round), close: () => database.close() };
}

await runDirectly(run, import.meta.main);

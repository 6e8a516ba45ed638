/**
 * F12 to the first byte at the service, against a bare signed request after one synced write. Both
 * on a new TLS connection, as a till that pays every few minutes has it, to a server in another
 * thread that notes when the first byte arrives.
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
import { type BenchResult, compared } from './support/result.ts';
import { inTurns, noSamples } from './support/rounds.ts';

const ROUNDS = { rounds: 150, warmUp: 20 };
const MOST = 1.2;

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
};

/** A payment that is ready for F12, to an account of its own. */
interface Ready {
  readonly account: string;
  readonly press: () => void;
}

export async function run(): Promise<BenchResult[]> {
  const folder = mkdtempSync(join(tmpdir(), 'mostrador-bench-'));
  const server = await startFirstByteServer();
  const both = {
    ours: await openOurs(join(folder, 'ledger.sqlite'), server),
    bare: openBare(join(folder, 'bare.sqlite'), server),
  };
  const samples = noSamples();
  try {
    await inTurns('pay', ROUNDS, async (turn, isKept, round) => {
      const { account, press } = await both[turn].ready(ROUNDS.warmUp + round);
      const pressed = process.hrtime.bigint();
      press();
      const took = Number((await server.arrivalOf(account)) - pressed) / 1e6;
      if (isKept) samples[turn].push(took);
      // The answer of one must not run into the next.
      await new Promise((resolve) => setTimeout(resolve, 5));
    });
  } finally {
    await both.ours.close();
    both.bare.close();
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
  return [
    compared({
      name: 'F12 to the first byte at the service',
      samples,
      least: ROUNDS.rounds,
      limit: { of: 'ratio', most: MOST },
    }),
  ];
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
  return {
    ready: async (number: number): Promise<Ready> => {
      const account = String(1_000_000_000 + number);
      const amount = money('150.00', 'MXN');
      const order = await payments.prepare(
        {
          kind: 'bill',
          billerId: 37,
          accountNumber: account,
          nameOnAccount: null,
          amount,
          balanceId: null,
        },
        cashier,
      );
      if (!order.ok) throw new Error(JSON.stringify(order.problem));
      return {
        account,
        press: () => {
          const input = { orderId: order.value.id, cash: amount, acknowledged: [] };
          const paid = payments.pay(input, cashier);
          if (paid instanceof Promise) throw new Error('a bill is paid at once');
          if (!paid.ok) throw new Error(JSON.stringify(paid.problem));
        },
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
  const send = (account: string): void => {
    const externalId = randomUUID();
    const key = randomUUID();
    const body = `{"biller_id":37,"account_number":"${account}","amount":150.00,"currency":"MXN","external_id":"${externalId}","pos_number":"07"}`;
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
  return {
    ready: async (number: number): Promise<Ready> => {
      const account = String(2_000_000_000 + number);
      return { account, press: () => send(account) };
    },
    close: () => database.close(),
  };
}

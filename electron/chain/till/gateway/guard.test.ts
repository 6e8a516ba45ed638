import { randomUUID } from 'node:crypto';
import { createServer, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type EnvironmentName, ok } from '../../../../shared/contract/index.ts';
import {
  createChain,
  getSharedCluster,
  type TestChain,
  type TestTill,
} from '../../../../tests/support/postgres/index.ts';
import { createVirtualClock, silentLog, systemClock } from '../../../platform/index.ts';
import type { TillSecrets } from '../../../settings/index.ts';
import { createChainLogin } from './chain-login.ts';
import { createEnvironmentCheckedConnectors } from './environment-checked-connectors.ts';
import { createChainFirstDayNegotiator } from './first-day-negotiator.ts';
import { createChainGateway, createTillChainConnectors } from './index.ts';
import {
  type ChainOtherTillPayments,
  createChainOtherTillPayments,
} from './other-till-payments.ts';
import { validateChainLogin } from './validate-chain-login.ts';

const today = new Date().toISOString().slice(0, 10);
let chain: TestChain;
let tillHere: TestTill;
let tillThere: TestTill;
const cleanUps: (() => unknown)[] = [];
beforeAll(async () => {
  chain = await createChain(await getSharedCluster());
  tillHere = await chain.enrollTill('Centro', '07');
  tillThere = await chain.joinTill('La Esquina', '11');
});
afterAll(async () => {
  for (const cleanUp of cleanUps) await cleanUp();
  await chain.drop();
});

function createLogin({ password, ...address }: TestTill) {
  const secrets: TillSecrets = { chainPassword: password };
  return createChainLogin({
    chain: () => ({ ...address, hosts: [...address.hosts] }),
    secrets: async () => secrets,
    changeSecrets: async () => ok(null),
    log: silentLog,
  });
}

/** Uses a virtual clock, because the server's speed depends on the machine. */
function createTestLookUps(
  till: TestTill,
  isSet = () => true,
  clock = createVirtualClock(),
  environment: EnvironmentName = 'sandbox',
): ChainOtherTillPayments {
  const otherTillPayments = createChainOtherTillPayments({
    isChainConfigured: isSet,
    connect: createEnvironmentCheckedConnectors(environment, createLogin(till)).connectForQueries,
    clock,
    log: silentLog,
  });
  cleanUps.push(otherTillPayments.stop);
  return otherTillPayments;
}

async function insertPayment(
  till: TestTill,
  account: string,
  overrides: Record<string, unknown> = {},
  testChain = chain,
) {
  const values = { minutes: 5, state: 'paid', amount: '549.00', ...overrides };
  await testChain.database.sql(
    `INSERT INTO chain.payments (intent_day, ledger_id, payment_id, till_id, epoch, number, state,
       state_epoch, told_state, kind, created_at, biller_id, biller_name, account_number,
       account_shown, amount, currency, due, shop_currency, pos_number, external_id, cashier_id,
       cashier_name, service_version, is_drp, shift_id)
     SELECT (x.at AT TIME ZONE 'UTC')::date, $1, $2, t.till_id, 1, 1, $3, 1, $3, 'bill', x.at, 40,
       'CFE', $4, $4, $5::numeric, 'MXN', $5::numeric, 'MXN', t.pos_number, $6, 'ana', 'Ana',
       'v3.mx', false, 's'
     FROM chain.tills t, (SELECT now() - make_interval(mins => $7) AS at) x WHERE t.role_name = $8`,
    [
      randomUUID(),
      randomUUID(),
      values.state,
      account,
      values.amount,
      randomUUID(),
      values.minutes,
      till.user,
    ],
  );
}

/** Starts a server that accepts every connection and never answers. */
async function startSilentServer(): Promise<TestTill> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => void sockets.add(socket));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  cleanUps.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { ...tillHere, hosts: [`127.0.0.1:${port}`] };
}

describe.skipIf(process.platform === 'win32')('payments of other tills to an account', () => {
  it("returns other tills' payments with shop, time and amount, newest first", async () => {
    await insertPayment(tillThere, '501000000007', { minutes: 70 });
    await insertPayment(tillThere, '501000000007', { minutes: 10, state: 'unknown', amount: '20' });
    await insertPayment(tillHere, '501000000007', { minutes: 3 });
    await insertPayment(tillThere, '501000000008', { state: 'rejected' });
    await insertPayment(tillThere, '501000000008', { minutes: 26 * 60 });
    const account = { billerId: 40, accountNumber: '501000000007' };
    const otherTillPayments = await vi.waitFor(
      async () => {
        // A look-up gives up after two seconds, and a busy machine may need longer to connect.
        const lookUps = createTestLookUps(tillHere);
        lookUps.prefetchPayments(account);
        expect(await lookUps.listPaymentsOfLastDay(account)).toHaveLength(3);
        return lookUps;
      },
      { timeout: 60_000 },
    );
    expect(await otherTillPayments.listPaymentsOfLastDay(account)).toMatchObject([
      { shop: 'Centro', isOfThisTill: true },
      { shop: 'La Esquina', posNumber: '11', isPaid: false, amount: { amount: '20.00' } },
      { isPaid: true, isOfThisTill: false, amount: { amount: '549.00', currency: 'MXN' } },
    ]);
    for (const accountNumber of ['501000000008', "' OR true --"]) {
      expect(
        await otherTillPayments.listPaymentsOfLastDay({ billerId: 40, accountNumber }),
      ).toEqual([]);
    }
    expect(await otherTillPayments.listPaymentsOfLastDay({ ...account, billerId: 41 })).toEqual([]);
  });

  it('queries no other payments without a chain', async () => {
    const till = await startSilentServer();
    const otherTillPayments = createTestLookUps(till, () => false);
    otherTillPayments.prefetchPayments({ billerId: 40, accountNumber: '1' });
    expect(
      await otherTillPayments.listPaymentsOfLastDay({ billerId: 40, accountNumber: '1' }),
    ).toEqual([]);
  });

  it.each([
    ['does not answer', startSilentServer],
    ['is down', async () => ({ ...tillHere, hosts: ['127.0.0.1:1'] })],
    ['rejects the login', async () => ({ ...tillHere, password: 'wrong' })],
    [
      'has another certificate',
      async () => ({
        ...tillHere,
        hosts: [tillHere.hosts[0]?.replace('127.0.0.1', '127.0.0.2') ?? ''],
      }),
    ],
  ])('returns no payments within 300 ms when the database %s', async (_case, till) => {
    const clock = createVirtualClock();
    const otherTillPayments = createTestLookUps(await till(), () => true, clock);
    const first = otherTillPayments.listPaymentsOfLastDay({
      billerId: 40,
      accountNumber: '501000000007',
    });
    await clock.advance(300);
    expect(await first).toEqual([]);
    // The next look-ups do not wait at all.
    expect(
      await otherTillPayments.listPaymentsOfLastDay({
        billerId: 40,
        accountNumber: '501000000009',
      }),
    ).toEqual([]);
  });
});

describe.skipIf(process.platform === 'win32')('the first day of a chain', () => {
  const addDays = (days: number): string =>
    new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10);
  const toSecond = (day: string): number => Date.parse(day) / 1000 + 6 * 3600;

  async function joinChain(till: TestTill, day: string, handsIn: boolean): Promise<string | null> {
    let chainFrom: string | null = null;
    const agreeOnFirstDay = createChainFirstDayNegotiator({
      reconciliation: {
        getHandover: () => ({ day, second: toSecond(day), handsIn }),
        setChainFrom: (from) => {
          chainFrom = from;
        },
      },
      clock: systemClock,
      log: silentLog,
    });
    const connected = await createLogin(till).connect();
    if (!connected.ok) throw new Error(connected.problem.detail);
    await agreeOnFirstDay(connected.value);
    await connected.value.end();
    return chainFrom;
  }
  const readFirstDay = async () => (await chain.database.sql('SELECT * FROM chain.first_day'))[0];

  it('sets the first day with the first till, moves it for a till that uploaded before, and fixes it with the first file', async () => {
    expect(await joinChain(tillHere, addDays(90), true)).toBeNull();
    expect(await readFirstDay()).toBeUndefined();
    // Two tills, one of which has uploaded until today, in any order.
    expect(await joinChain(tillThere, today, false)).toBe(today);
    expect(await joinChain(tillHere, addDays(1), true)).toBe(addDays(1));
    expect(await joinChain(tillThere, today, false)).toBe(addDays(1));
    expect(await readFirstDay()).toMatchObject({ second: String(toSecond(addDays(1))) });
    // A till that did not upload cannot move the day, nor can one with a day long ago.
    expect(await joinChain(tillThere, addDays(2), false)).toBe(addDays(1));
    expect(await joinChain(tillThere, addDays(-300), true)).toBe(addDays(1));
    await chain.database.sql('UPDATE chain.first_day SET settled_at = now()');
    expect(await joinChain(tillHere, addDays(2), true)).toBe(addDays(1));
  });

  it('asks again after ten minutes, and at once in a chain that the till joined later', async () => {
    const clock = createVirtualClock();
    let day = today;
    const askedDays: unknown[] = [];
    const agreeOnFirstDay = createChainFirstDayNegotiator({
      reconciliation: {
        getHandover: () => ({ day, second: toSecond(day), handsIn: false }),
        setChainFrom: () => {},
      },
      clock,
      log: silentLog,
    });
    const connection = {
      query: async (_text: string, [handoverDay]: readonly unknown[]) => {
        askedDays.push(handoverDay);
        return { ok: true, value: [{ day: addDays(-5) }] };
      },
    } as never;
    await agreeOnFirstDay(connection);
    await agreeOnFirstDay(connection);
    expect(askedDays).toEqual([today]);
    await clock.advance(10 * 60_000);
    await agreeOnFirstDay(connection);
    expect(askedDays).toEqual([today, today]);
    day = addDays(1);
    await agreeOnFirstDay(connection);
    expect(askedDays).toEqual([today, today, day]);
  });

  it('denies a till direct reads of the first day', async () => {
    const connected = await createLogin(tillHere).connect();
    if (!connected.ok) throw new Error(connected.problem.detail);
    const read = await connected.value.query('SELECT * FROM chain.first_day');
    expect(read).toMatchObject({ ok: false, problem: { kind: 'refused' } });
    await connected.value.end();
  });
});

describe.skipIf(process.platform === 'win32')('chain login validation', () => {
  const toChainSettings = ({ password: _, ...address }: TestTill) => ({
    ...address,
    hosts: [...address.hosts],
  });

  const toSecrets = ({ password }: TestTill, environment: EnvironmentName = 'sandbox') => ({
    environment,
    secrets: { chainPassword: password },
  });

  it('accepts a working chain login, and reports why another one fails', async () => {
    expect(
      await validateChainLogin(toChainSettings(tillHere), toSecrets(tillHere), silentLog),
    ).toEqual(ok(null));
    const validate = async (till: TestTill) =>
      await validateChainLogin(toChainSettings(till), toSecrets(till), silentLog);
    expect(await validate({ ...tillHere, password: 'wrong' })).toMatchObject({
      problem: { kind: 'chain', reason: 'refused' },
    });
    expect(await validate({ ...tillHere, hosts: ['127.0.0.1:1'] })).toMatchObject({
      problem: { kind: 'chain', reason: 'unreachable' },
    });
    const wrongHost = tillHere.hosts[0]?.replace('127.0.0.1', '127.0.0.2') ?? '';
    expect(await validate({ ...tillHere, hosts: [wrongHost] })).toMatchObject({
      problem: { kind: 'chain', reason: 'wrong-certificate' },
    });
    const admin = { ...tillHere, user: chain.admin.user, password: String(chain.admin.password) };
    expect(await validate(admin)).toMatchObject({ problem: { kind: 'chain' } });
  });
});

describe.skipIf(process.platform === 'win32')('a till of another environment', () => {
  it('rejects a till of another environment before it reports or reads, and when its chain is validated', async () => {
    const ownChain = await createChain(await getSharedCluster());
    cleanUps.push(ownChain.drop);
    const [productionTill, trainingTill] = [
      await ownChain.enrollTill('Centro', '07'),
      await ownChain.enrollTill('Centro', '08'),
    ];
    const createGateway = (till: TestTill, environment: EnvironmentName) => {
      const { password, ...address } = till;
      const secrets: TillSecrets = { chainPassword: password };
      const connectors = createTillChainConnectors({
        tillSettings: () =>
          ({ environment, chain: { ...address, hosts: [...address.hosts] } }) as never,
        settings: { readSecrets: async () => secrets, changeSecrets: async () => ok(null) },
        log: silentLog,
      });
      const otherTillPayments = createChainOtherTillPayments({
        isChainConfigured: () => true,
        connect: connectors.connectForQueries,
        clock: createVirtualClock(),
        log: silentLog,
      });
      cleanUps.push(otherTillPayments.stop);
      const gateway = createChainGateway({
        connectors,
        reconciliation: {
          getHandover: () => ({ day: today, second: Date.parse(today) / 1000, handsIn: false }),
          setChainFrom: () => {},
        },
        refreshers: {} as never,
        billLayouts: {
          getChainRevision: () => null,
          saveChainLayouts: ({ layouts }) => layoutsRead.push({ environment, layouts }),
        },
        clock: createVirtualClock(),
        log: silentLog,
      });
      return { ...gateway, otherTillPayments };
    };
    const layoutsRead: unknown[] = [];
    const { password, ...address } = trainingTill;
    const asTraining = { environment: 'training', secrets: { chainPassword: password } } as const;
    const validateAsTraining = async () =>
      validateChainLogin({ ...address, hosts: [...address.hosts] }, asTraining, silentLog);
    // A validation does not set the environment: the first till that reports does.
    expect(await validateAsTraining()).toEqual(ok(null));
    const connected = await createGateway(productionTill, 'production').connect();
    expect(connected.ok).toBe(true);
    if (connected.ok) await connected.value.end();
    await ownChain.database.sql('DELETE FROM chain.first_day');
    const trainingGateway = createGateway(trainingTill, 'training');
    expect(await trainingGateway.connect()).toMatchObject({
      problem: { kind: 'other-environment' },
    });
    expect(await ownChain.database.sql('SELECT * FROM chain.first_day')).toEqual([]);
    expect(layoutsRead).toEqual([{ environment: 'production', layouts: [] }]);
    expect(await validateAsTraining()).toMatchObject({
      problem: { kind: 'chain', reason: 'other-environment' },
    });
    const account = { billerId: 40, accountNumber: '501000000077' };
    await insertPayment(productionTill, account.accountNumber, {}, ownChain);
    // A look-up gives up after two seconds, and a busy machine may need longer to connect.
    await vi.waitFor(
      async () =>
        expect(
          await createGateway(productionTill, 'production').otherTillPayments.listPaymentsOfLastDay(
            account,
          ),
        ).toHaveLength(1),
      { timeout: 60_000 },
    );
    expect(await trainingGateway.otherTillPayments.listPaymentsOfLastDay(account)).toEqual([]);
  });
});

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
import type { Secrets } from '../../../settings/index.ts';
import { createChainLogin } from './chain-login.ts';
import { createEnvironmentLogins } from './environment-logins.ts';
import { createFirstDayAgreement } from './first-day-agreement.ts';
import { createChainGateway } from './index.ts';
import { type ChainOtherTillPayments, createOtherTillPayments } from './other-till-payments.ts';
import { validateChainLogin } from './validate-chain-login.ts';

const today = new Date().toISOString().slice(0, 10);
let chain: TestChain;
let here: TestTill;
let there: TestTill;
const ends: (() => unknown)[] = [];
beforeAll(async () => {
  chain = await createChain(await getSharedCluster());
  here = await chain.enroll('Centro', '07');
  there = await chain.enroll('La Esquina', '11');
});
afterAll(async () => {
  for (const end of ends) await end();
  await chain.drop();
});

function doorOf({ password, ...address }: TestTill) {
  const secrets: Secrets = { chainPassword: password };
  return createChainLogin({
    chain: () => ({ ...address, hosts: [...address.hosts] }),
    secrets: async () => secrets,
    changeSecrets: async () => ok(null),
    log: silentLog,
  });
}

/** Its time passes where a test lets it: how long the server takes depends on the machine. */
function asker(
  till: TestTill,
  isSet = () => true,
  clock = createVirtualClock(),
  environment: EnvironmentName = 'sandbox',
): ChainOtherTillPayments {
  const elsewhere = createOtherTillPayments({
    isSet,
    connect: createEnvironmentLogins(environment, doorOf(till)).connectToQuery,
    clock,
    log: silentLog,
  });
  ends.push(elsewhere.stop);
  return elsewhere;
}

async function paidBy(
  till: TestTill,
  account: string,
  over: Record<string, unknown> = {},
  at = chain,
) {
  const row = { minutes: 5, state: 'paid', amount: '549.00', ...over };
  await at.database.sql(
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
      row.state,
      account,
      row.amount,
      randomUUID(),
      row.minutes,
      till.user,
    ],
  );
}

/** Takes every connection, and never says a word. */
async function silentServer(): Promise<TestTill> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => void sockets.add(socket));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  ends.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { ...here, hosts: [`127.0.0.1:${port}`] };
}

describe.skipIf(process.platform === 'win32')('what others paid to an account', () => {
  it("returns other tills' payments with shop, time and amount, newest first", async () => {
    await paidBy(there, '501000000007', { minutes: 70 });
    await paidBy(there, '501000000007', { minutes: 10, state: 'unknown', amount: '20' });
    await paidBy(here, '501000000007', { minutes: 3 });
    await paidBy(there, '501000000008', { state: 'rejected' });
    await paidBy(there, '501000000008', { minutes: 26 * 60 });
    const account = { billerId: 40, accountNumber: '501000000007' };
    const elsewhere = await vi.waitFor(
      async () => {
        // It gives up after two seconds, which a busy machine may need to connect.
        const one = asker(here);
        one.prefetch(account);
        expect(await one.listPaidLastDay(account)).toHaveLength(3);
        return one;
      },
      { timeout: 60_000 },
    );
    expect(await elsewhere.listPaidLastDay(account)).toMatchObject([
      { shop: 'Centro', isMine: true },
      { shop: 'La Esquina', posNumber: '11', isPaid: false, amount: { amount: '20.00' } },
      { isPaid: true, isMine: false, amount: { amount: '549.00', currency: 'MXN' } },
    ]);
    for (const accountNumber of ['501000000008', "' OR true --"]) {
      expect(await elsewhere.listPaidLastDay({ billerId: 40, accountNumber })).toEqual([]);
    }
    expect(await elsewhere.listPaidLastDay({ ...account, billerId: 41 })).toEqual([]);
  });

  it('is not asked for without a chain', async () => {
    const till = await silentServer();
    const elsewhere = asker(till, () => false);
    elsewhere.prefetch({ billerId: 40, accountNumber: '1' });
    expect(await elsewhere.listPaidLastDay({ billerId: 40, accountNumber: '1' })).toEqual([]);
  });

  it.each([
    ['is frozen', silentServer],
    ['is dead', async () => ({ ...here, hosts: ['127.0.0.1:1'] })],
    ['lets nobody in', async () => ({ ...here, password: 'wrong' })],
    [
      'has another certificate',
      async () => ({ ...here, hosts: [here.hosts[0]?.replace('127.0.0.1', '127.0.0.2') ?? ''] }),
    ],
  ])('is nothing where the database %s, within the third of a second', async (_what, till) => {
    const clock = createVirtualClock();
    const elsewhere = asker(await till(), () => true, clock);
    const first = elsewhere.listPaidLastDay({ billerId: 40, accountNumber: '501000000007' });
    await clock.advance(300);
    expect(await first).toEqual([]);
    // The next customers do not wait for it at all.
    expect(
      await elsewhere.listPaidLastDay({ billerId: 40, accountNumber: '501000000009' }),
    ).toEqual([]);
  });
});

describe.skipIf(process.platform === 'win32')('the first day of a chain', () => {
  const dayIn = (days: number): string =>
    new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10);
  const secondOf = (day: string): number => Date.parse(day) / 1000 + 6 * 3600;

  async function join(till: TestTill, day: string, handsIn: boolean): Promise<string | null> {
    let said: string | null = null;
    const joining = createFirstDayAgreement({
      reconciliation: () => ({
        handover: () => ({ day, second: secondOf(day), handsIn }),
        setChainFrom: (from) => {
          said = from;
        },
        state: () => ({ today }) as never,
      }),
      clock: systemClock,
      log: silentLog,
    });
    const entered = await doorOf(till).connect();
    if (!entered.ok) throw new Error(entered.problem.detail);
    await joining(entered.value);
    await entered.value.end();
    return said;
  }
  const row = async () => (await chain.database.sql('SELECT * FROM chain.first_day'))[0];

  it('sets the first day with the first till, moves it for a till that uploaded before, and fixes it with the first file', async () => {
    expect(await join(here, dayIn(90), true)).toBeNull();
    expect(await row()).toBeUndefined();
    // Of two tills of which one has uploaded until today, in any order.
    expect(await join(there, today, false)).toBe(today);
    expect(await join(here, dayIn(1), true)).toBe(dayIn(1));
    expect(await join(there, today, false)).toBe(dayIn(1));
    expect(await row()).toMatchObject({ second: String(secondOf(dayIn(1))) });
    // A till that did not upload moves nothing, nor does one of long ago.
    expect(await join(there, dayIn(2), false)).toBe(dayIn(1));
    expect(await join(there, dayIn(-300), true)).toBe(dayIn(1));
    await chain.database.sql('UPDATE chain.first_day SET settled_at = now()');
    expect(await join(here, dayIn(2), true)).toBe(dayIn(1));
  });

  it('is no affair of the office, nor of another table of a till', async () => {
    const entered = await doorOf(here).connect();
    if (!entered.ok) throw new Error(entered.problem.detail);
    const read = await entered.value.query('SELECT * FROM chain.first_day');
    expect(read).toMatchObject({ ok: false, problem: { kind: 'refused' } });
    await entered.value.end();
  });
});

describe.skipIf(process.platform === 'win32')('a chain that is tried before it is kept', () => {
  const settings = ({ password: _, ...address }: TestTill) => ({
    ...address,
    hosts: [...address.hosts],
  });

  const held = ({ password }: TestTill, environment: EnvironmentName = 'sandbox') => ({
    environment,
    secrets: { chainPassword: password },
  });

  it('lets the till in, or says why not', async () => {
    expect(await validateChainLogin(settings(here), held(here), silentLog)).toEqual(ok(null));
    const problem = async (till: TestTill) =>
      await validateChainLogin(settings(till), held(till), silentLog);
    expect(await problem({ ...here, password: 'wrong' })).toMatchObject({
      problem: { kind: 'chain', reason: 'refused' },
    });
    expect(await problem({ ...here, hosts: ['127.0.0.1:1'] })).toMatchObject({
      problem: { kind: 'chain', reason: 'unreachable' },
    });
    const elsewhere = here.hosts[0]?.replace('127.0.0.1', '127.0.0.2') ?? '';
    expect(await problem({ ...here, hosts: [elsewhere] })).toMatchObject({
      problem: { kind: 'chain', reason: 'wrong-certificate' },
    });
    const admin = { ...here, user: chain.admin.user, password: String(chain.admin.password) };
    expect(await problem(admin)).toMatchObject({ problem: { kind: 'chain' } });
  });
});

describe.skipIf(process.platform === 'win32')(
  'a till of another environment than its chain',
  () => {
    it('says nothing there, learns nothing, and is told so when its chain is tried', async () => {
      const own = await createChain(await getSharedCluster());
      ends.push(own.drop);
      const [real, trial] = [await own.enroll('Centro', '07'), await own.enroll('Centro', '08')];
      const guardOf = (till: TestTill, environment: EnvironmentName) => {
        const { password, ...address } = till;
        const secrets: Secrets = { chainPassword: password };
        const guard = createChainGateway({
          tillSettings: () =>
            ({ environment, chain: { ...address, hosts: [...address.hosts] } }) as never,
          settings: { secrets: async () => secrets, changeSecrets: async () => ok(null) },
          reconciliation: () => ({
            handover: () => ({ day: today, second: Date.parse(today) / 1000, handsIn: false }),
            setChainFrom: () => {},
            state: () => ({ today }) as never,
          }),
          refreshers: {} as never,
          clock: createVirtualClock(),
          log: silentLog,
        });
        ends.push(guard.stop);
        return guard;
      };
      const { password, ...address } = trial;
      const asTraining = { environment: 'training', secrets: { chainPassword: password } } as const;
      const tried = async () =>
        validateChainLogin({ ...address, hosts: [...address.hosts] }, asTraining, silentLog);
      // To be tried decides nothing: the first one that reports does.
      expect(await tried()).toEqual(ok(null));
      const entered = await guardOf(real, 'production').connect();
      expect(entered.ok).toBe(true);
      if (entered.ok) await entered.value.end();
      await own.database.sql('DELETE FROM chain.first_day');
      const training = guardOf(trial, 'training');
      expect(await training.connect()).toMatchObject({ problem: { kind: 'other-environment' } });
      expect(await own.database.sql('SELECT * FROM chain.first_day')).toEqual([]);
      expect(await tried()).toMatchObject({
        problem: { kind: 'chain', reason: 'other-environment' },
      });
      const account = { billerId: 40, accountNumber: '501000000077' };
      await paidBy(real, account.accountNumber, {}, own);
      // It gives up after two seconds, which a busy machine may need to connect.
      await vi.waitFor(
        async () =>
          expect(
            await guardOf(real, 'production').otherTillPayments.listPaidLastDay(account),
          ).toHaveLength(1),
        { timeout: 60_000 },
      );
      expect(await training.otherTillPayments.listPaidLastDay(account)).toEqual([]);
    });
  },
);

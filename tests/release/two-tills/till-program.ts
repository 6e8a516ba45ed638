import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { LOCAL_TILL } from '../../../electron/chain/server/command/host/host.fixture.ts';
import { PROVISIONED_BY_FIRST_SET_UP } from '../../../electron/counter/staff/index.ts';
import { createTillHost, type Till, type TillHost } from '../../../electron/main/till/index.ts';
import { createTestHostPorts } from '../../../electron/main/till/testing/index.ts';
import {
  runRemoteCommand,
  startRemoteCommandServer,
} from '../../../electron/operations/headless/index.ts';
import { silentLog, systemClock, type Vault } from '../../../electron/platform/index.ts';
import { createSettings, type Settings } from '../../../electron/settings/index.ts';
import {
  type Provisioning,
  provisioningSchema,
  type Result,
} from '../../../shared/contract/index.ts';

/**
 * A whole till without a page, as a program: `node till-program.ts PROFILE POS SERVICES-FILE`. It answers
 * remote commands, and on standard input calls of `TillActions`: one line of JSON, `[name, input]`. An
 * answer is one line of JSON too, `{ value }` or `{ error }`.
 */
export type TillActions = ReturnType<typeof createTillActions>;

/** The zones of the business day and of the upload. */
export interface DayZones {
  readonly timeZone: string;
  readonly uploadTime: string;
  readonly uploadZone: string;
}

const OWNER = { id: 'carmen', name: 'Carmen', pin: '4821' } as const;
const BILLER_ID = 37;
const POLL_MS = 200;
/** What a person types to confirm a recovery key. */
const RECOVERY_KEY_END_LENGTH = 8;

/** A key store of this process. */
const vault: Vault = {
  getStrength: async () => 'strong',
  seal: async (text) => ({ ok: true, value: text }),
  open: async (text) => ({ ok: true, value: { text, needsReseal: false } }),
};

function openSettings(profileFolder: string): Settings {
  const file = join(profileFolder, 'settings.json');
  const settings = createSettings({
    store: {
      name: 'settings.json',
      read: () => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).settings : undefined),
      write: (value) => writeFileSync(file, JSON.stringify({ settings: value })),
    },
    vault,
    log: silentLog,
  });
  return getValue(settings);
}

function createProvisioning(posNumber: string, servicesFile: string): Provisioning {
  const { accountPrint: _, reconciliation: _r, ...till } = LOCAL_TILL;
  const { service, server, zones } = JSON.parse(readFileSync(servicesFile, 'utf8'));
  return provisioningSchema.parse({
    ...till,
    ...service,
    posNumber,
    // Only the main till knows the daily file's server, and has sent no file yet.
    reconciliation:
      posNumber === LOCAL_TILL.posNumber ? { ...server, ...zones, uploads: false } : undefined,
    // No step may depend on how long the one before it took.
    lockAfterMinutes: 0,
    cashiers: [{ ...OWNER, role: 'owner' }],
  });
}

function createTillActions(host: TillHost, settings: Settings) {
  const getTill = (): Till => {
    const till = host.till();
    if (till === null) throw new Error('the till is not open');
    return till;
  };
  const getCashier = () => {
    const cashier = getTill().staff.getCurrentCashier();
    if (cashier === null) throw new Error('nobody is signed in');
    return cashier;
  };
  const prepare = async (bill: Bill) =>
    getValue(
      await getTill().payments.prepare(
        {
          kind: 'bill',
          billerId: BILLER_ID,
          accountNumber: bill.accountNumber,
          nameOnAccount: null,
          amount: { amount: bill.amount, currency: 'MXN' },
          balanceId: null,
        },
        getCashier(),
      ),
    );
  const change = async (input: {
    readonly patch: object;
    readonly files?: Readonly<Record<string, string>>;
  }) =>
    await host.auditedSettings?.change(
      { revision: settings.getRevision(), files: {}, ...input },
      { by: { id: OWNER.id, name: OWNER.name }, approvedBy: null },
    );
  return {
    /** Types a code in F7, Settings, Chain. */
    join: async (code: string) => await change({ patch: {}, files: { 'chain.code': code } }),
    /** Sets the zones of the daily file in F7, Settings. */
    setDayZones: async (zones: DayZones) => await change({ patch: { reconciliation: zones } }),
    /** Resolves once the chain has everything. */
    waitUntilSynced: async () => {
      while (getTill().hasSyncedChain() !== true) await wait(POLL_MS);
      return true;
    },
    /** The chain's light of the status line. */
    getChainStatus: async () => getTill().status.getStatusLine().chain,
    /** The warnings that a cashier sees before the payment. */
    listWarnings: async (bill: Bill) => (await prepare(bill)).warnings,
    /** Pays in cash, whatever the warnings are; returns the external_id once it is paid. */
    pay: async (bill: Bill) => {
      const order = await prepare(bill);
      const { payments } = getTill();
      const sent = getValue(
        await payments.pay(
          {
            orderId: order.id,
            cash: order.due,
            acknowledged: order.warnings.map(({ kind }) => kind),
          },
          getCashier(),
        ),
      );
      for (;;) {
        const { state, externalId } = getValue(
          await payments.get({ paymentId: sent.id }, getCashier()),
        );
        if (state === 'paid') {
          await payments.acknowledge({ paymentId: sent.id, state }, getCashier());
          return externalId;
        }
        // An unknown outcome is looked up.
        if (state === 'rejected' || state === 'not-performed')
          throw new Error(`the payment is ${state}`);
        await wait(POLL_MS);
      }
    },
    /** The sales of today by till, as an owner sees them in F7, Chain. */
    readChainSales: async () => {
      const { chain } = getTill();
      const today = getValue(await chain.today({ day: null, shop: LOCAL_TILL.shop.name }));
      return today.sales.map(({ name, sums }) => ({
        name,
        sums: sums.map(({ count, amount }) => ({ count, amount })),
      }));
    },
    /** Creates the owner's recovery key, and confirms it. */
    createRecoveryKey: async () => {
      const { recovery } = getTill();
      const approval = { cashierId: OWNER.id, pin: OWNER.pin };
      const { offer, shown } = getValue(await recovery.createKey({ approval }));
      const end = shown.replaceAll(' ', '').slice(-RECOVERY_KEY_END_LENGTH);
      getValue(await recovery.confirmKey({ offer, end }));
      return shown;
    },
  };
}

interface Bill {
  readonly accountNumber: string;
  readonly amount: string;
}

function getValue<Value>(result: Result<Value>): Value {
  if (!result.ok) throw new Error(JSON.stringify(result.problem));
  return result.value;
}

async function run(profileFolder: string, posNumber: string, servicesFile: string): Promise<void> {
  mkdirSync(profileFolder, { recursive: true });
  const settings = openSettings(profileFolder);
  const host = createTillHost({
    ...createTestHostPorts(profileFolder),
    settings: { ok: true, value: settings },
    vault,
    clock: systemClock,
    emit: () => {},
  });
  const provisioning = createProvisioning(posNumber, servicesFile);
  getValue(await host.provision(provisioning, profileFolder, PROVISIONED_BY_FIRST_SET_UP));
  host.till()?.start();
  await startRemoteCommandServer({
    profileFolder,
    log: silentLog,
    run: (command) => runRemoteCommand(host, command),
  });
  const till = host.till();
  if (till === null) throw new Error('the till did not open');
  getValue(await till.staff.signIn(OWNER.id, OWNER.pin));
  while (till.catalog.search({ text: 'telmex', kinds: ['utility'], limit: 1 }).length === 0)
    await wait(POLL_MS);
  const actions: Readonly<Record<string, (input: never) => Promise<unknown>>> = createTillActions(
    host,
    settings,
  );
  const answer = (line: object): void => {
    process.stdout.write(`${JSON.stringify(line)}\n`);
  };
  answer({ value: 'open' });
  for await (const line of createInterface({ input: process.stdin })) {
    const [name, input] = JSON.parse(line);
    await actions[name]?.(input as never).then(
      (value) => answer({ value: value ?? null }),
      (error: unknown) => answer({ error: String(error) }),
    );
  }
}

const [profileFolder, posNumber, servicesFile] = process.argv.slice(2);
if (import.meta.main && profileFolder && posNumber && servicesFile)
  await run(profileFolder, posNumber, servicesFile);

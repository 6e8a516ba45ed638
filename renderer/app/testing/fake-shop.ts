import {
  applyDefaults,
  type CallName,
  type CatalogState,
  fail,
  ok,
  pageSettingsShape,
  type Role,
  type StatusLine,
  type TillCallResult,
  type TillState,
  type ValidatedCallInput,
} from '../../../shared/contract/index.ts';
import { createCashState } from './fake-values.ts';

/** The time of all reads. */
const FIXED_NOW = '2026-03-14T16:42:00Z';

/** Returns the response of a call. Receives the input after the contract's validation. */
export type FakeHandler<Name extends CallName> = (
  input: ValidatedCallInput<Name>,
) => TillCallResult<Name> | Promise<TillCallResult<Name>>;

/** Replaces the response of a call. */
export type FakeAnswers = <Name extends CallName>(name: Name, handler: FakeHandler<Name>) => void;

export interface SampleCashier {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  readonly pin: string;
}

/** A small shop in training: the state that the default responses read and change. */
export interface FakeShop {
  state: TillState;
  status: StatusLine;
  catalog: CatalogState;
  cashiers: readonly SampleCashier[];
  readonly answerAll: (answer: FakeAnswers) => void;
}

export const SAMPLE_CASHIERS: readonly SampleCashier[] = [
  { id: 'ana', name: 'Ana', role: 'cashier', pin: '1111' },
  { id: 'luis', name: 'Luis', role: 'supervisor', pin: '2222' },
  { id: 'carmen', name: 'Carmen', role: 'owner', pin: '3333' },
];

export function createFakeTillState(changes: Partial<TillState> = {}): TillState {
  return {
    isSetUp: true,
    storageProblem: null,
    storageFile: null,
    environment: 'training',
    version: 'v3.mx',
    language: 'es-MX',
    timeZone: 'America/Mexico_City',
    shopName: 'Abarrotes Lupita',
    helpLine: '55 1234 5678',
    posNumber: '07',
    currency: 'MXN',
    ...applyDefaults(pageSettingsShape, {}, 'training'),
    cashOutBillers: [],
    drpBillers: [],
    applicationVersion: '0.1.0',
    session: { cashier: null },
    lock: null,
    hasChain: false,
    hasCustomerScreen: false,
    ...changes,
  };
}

export function createFakeStatusLine(changes: Partial<StatusLine> = {}): StatusLine {
  return {
    service: {
      light: 'answering',
      reason: null,
      fault: null,
      lastAnswerAt: FIXED_NOW,
      clockOffSeconds: 0,
    },
    printer: { kind: 'screen', light: 'ready', at: FIXED_NOW, waitingJobs: 0, columns: 42 },
    account: {
      name: 'Abarrotes Lupita',
      balance: { amount: '12480.50', currency: 'MXN' },
      minimumBalance: { amount: '0.00', currency: 'MXN' },
      at: FIXED_NOW,
      isLow: false,
      forecast: null,
    },
    unresolved: 0,
    unfinishedBaskets: [],
    owed: 0,
    claims: { open: 0, due: 0, isTimeUncertain: false },
    dailyFile: null,
    chain: null,
    backup: null,
    disk: { light: 'room', freeMegabytes: 50_000 },
    hasRecoveryKey: true,
    refused: null,
    warned: { settingsEditedAt: null, settingsEdited: [], fileLeft: null },
    update: null,
    catalogAt: '2026-03-12T12:00:00Z',
    missingLists: [],
    areListsComing: false,
    ratesAt: '2026-03-14T12:05:00Z',
    isCatalogStale: false,
    areRatesStale: false,
    now: FIXED_NOW,
    ...changes,
  };
}

export function createFakeCatalogState(): CatalogState {
  return {
    lists: [
      { kind: 'utility', count: 6000, refreshedAt: '2026-03-12T12:00:00Z' },
      { kind: 'top-up', count: 150, refreshedAt: '2026-03-12T12:00:00Z' },
      { kind: 'gift-card', count: 30, refreshedAt: '2026-03-12T12:00:00Z' },
      { kind: 'partner', count: 10, refreshedAt: '2026-03-12T12:00:00Z' },
    ],
    ratesAt: '2026-03-14T12:05:00Z',
    isStale: false,
    areRatesStale: false,
    refreshing: null,
    lastFailure: null,
  };
}

export function createFakeShop(changes: Partial<TillState> = {}): FakeShop {
  const shop: FakeShop = {
    state: createFakeTillState(changes),
    status: createFakeStatusLine(),
    catalog: createFakeCatalogState(),
    cashiers: SAMPLE_CASHIERS,
    answerAll: (answer) => registerDefaultAnswers(answer, shop),
  };
  return shop;
}

function registerDefaultAnswers(answer: FakeAnswers, shop: FakeShop): void {
  const withState = (changes: Partial<TillState>): TillState => {
    shop.state = { ...shop.state, ...changes };
    return shop.state;
  };

  answer('till.state', () => ok(shop.state));
  answer('till.status', () => ok(shop.status));
  answer('till.connectionFault', () => ok({ fault: shop.status.service.fault }));
  answer('till.checkService', () => ok(shop.status));
  answer('till.reportScreen', () => ok({}));
  answer('till.setLanguage', ({ language }) => ok(withState({ language })));
  answer('staff.names', () => ok(shop.cashiers.map(({ id, name, role }) => ({ id, name, role }))));
  answer('staff.signIn', ({ cashierId, pin }) => {
    const signedInCashier = shop.cashiers.find((entry) => entry.id === cashierId);
    if (signedInCashier === undefined) return fail({ kind: 'not-found', what: 'cashier' });
    if (signedInCashier.pin !== pin) return fail({ kind: 'wrong-pin', waitSeconds: 0 });
    const { id, name, role } = signedInCashier;
    return ok(withState({ session: { cashier: { id, name, role } }, lock: null }).session);
  });
  answer('staff.signOut', () => ok(withState({ session: { cashier: null }, lock: null }).session));
  answer('staff.lock', ({ because }) => {
    const { cashier } = shop.state.session;
    const lock = cashier && { cashier, because, at: FIXED_NOW };
    return ok(withState({ session: { cashier: null }, lock }).lock);
  });
  answer('staff.reportActivity', () => ok({}));
  answer('staff.list', () =>
    ok(
      shop.cashiers.map(({ id, name, role }) => ({
        id,
        name,
        role,
        disabledAt: null,
        lockedOut: null,
      })),
    ),
  );

  answer('setup.checkKeys', () =>
    ok({ accountName: 'Abarrotes Lupita', balance: { amount: '5000.00', currency: 'MXN' } }),
  );
  answer('setup.testPrinter', ({ printer }) =>
    ok({
      kind: printer.kind,
      light: 'ready',
      at: FIXED_NOW,
      waitingJobs: 0,
      columns: printer.columns,
    }),
  );
  answer('setup.provision', (provisioning) =>
    ok(
      withState({
        isSetUp: true,
        environment: provisioning.environment,
        version: provisioning.version,
        language: provisioning.language,
        timeZone: provisioning.timeZone,
        posNumber: provisioning.posNumber,
        shopName: provisioning.shop.name,
        helpLine: provisioning.shop.helpLine ?? null,
      }),
    ),
  );
  answer('setup.checkFile', () =>
    fail({ kind: 'provisioning', field: 'environment', reason: 'required' }),
  );
  answer('setup.restore', () => fail({ kind: 'restore', reason: 'other-key' }));
  answer('setup.startTraining', ({ language }) =>
    ok(withState({ isSetUp: true, environment: 'training', language })),
  );

  answer('backup.findRescueBackup', () => ok(null));
  answer('recovery.state', () => ok({ confirmedAt: FIXED_NOW, keptBy: 'vault' }));
  answer('recovery.createKey', () =>
    ok({
      offer: 'offer-1',
      // In the format of a real key, but it opens nothing.
      shown: 'QQQQ PPPP ZZZZ RRRR YYYY 9999 XXXX 8888 GGGG FFFF 2222 TTTT VVVV DDDD WW',
    }),
  );
  answer('recovery.print', () => ok({}));
  answer('recovery.confirm', () => ok({ confirmedAt: FIXED_NOW, keptBy: 'vault' }));
  answer('recovery.resetPin', () => ok({}));
  answer('cash.state', () => ok(createCashState()));

  answer('catalog.state', () => ok(shop.catalog));
  answer('catalog.refresh', () => ok(shop.catalog));
  answer('catalog.search', () => ok([]));
  answer('catalog.suggested', () => ok([]));
  answer('customers.find', () => ok({ days: 0, storedCount: 0, customers: [] }));
  answer('catalog.rates', () =>
    ok({ perUsd: { USD: '1.00', MXN: '20.2181' }, fetchedAt: '2026-03-14T12:05:00Z' }),
  );
  answer('billCodes.list', () => ok([]));
  answer('billCodes.confirm', () => ok({}));
  // Without billers, every code is an account.
  answer('billCodes.read', ({ code }) => ok({ kind: 'account', accountNumber: code }));
  answer('payments.recent', () => ok([]));
  answer('history.notes', () => ok([]));
  answer('claims.ofPayment', () => ok(null));
  answer('claims.list', () => ok({ claims: [], isTimeUncertain: false }));
  answer('payments.unresolved', () => ok([]));
  answer('payments.paidAtOtherTills', () => ok([]));
  answer('refunds.unsettled', () => ok([]));
  answer('payments.current', () => ok(null));
  answer('basket.current', () => ok(null));
  answer('basket.unfinished', () => ok([]));
  answer('basket.takeOverCandidate', () => ok(null));
  answer('payments.acknowledge', () => ok({}));
  answer('printing.state', () => ok(shop.status.printer));
  answer('printing.recent', () => ok([]));
  answer('printing.unprintedPapers', () => ok([]));
  answer('printing.tape', () => ok(null));
  answer('training.state', () => ok({ baseUrl: 'https://127.0.0.1:4430', faults: [] }));
  answer('training.refund', () => ok({ isDone: true }));
  answer('training.setFaults', ({ faults }) => ok({ baseUrl: 'https://127.0.0.1:4430', faults }));
}

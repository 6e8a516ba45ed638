import { createTestCash } from '../../../electron/counter/cash/testing/index.ts';
import {
  createPayments,
  type OtherTillPayments,
} from '../../../electron/counter/payments/index.ts';
import { NO_OTHER_TILL_PAYMENTS } from '../../../electron/counter/payments/testing/index.ts';
import { createTestRefunds } from '../../../electron/counter/refunds/testing/index.ts';
import { createStaff, PROVISIONED_BY_FIRST_SET_UP } from '../../../electron/counter/staff/index.ts';
import {
  quickPersonSealer,
  quickPinHasher,
} from '../../../electron/counter/staff/testing/index.ts';
import { createAudit } from '../../../electron/ledger/audit/index.ts';
import { type Database, openLedgerDatabase } from '../../../electron/ledger/index.ts';
import { testCodes } from '../../../electron/ledger/testing/index.ts';
import { createUuid, silentLog, systemClock } from '../../../electron/platform/index.ts';
import { createBillPaymentService } from '../../../electron/service/index.ts';
import { type Biller, ok } from '../../../shared/contract/index.ts';
import { createMoney } from '../../../shared/money/index.ts';
import type { FirstByteServer } from './first-byte-server.ts';

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

/** A payment that is ready for F12, with its own account. */
export interface PreparedPayment {
  readonly account: string;
  readonly press: () => void;
}

/** Opens the till's payments with a ledger file and the real client. */
export async function openPaymentCounter(
  file: string,
  server: FirstByteServer,
  {
    firstAccount = 1_000_000_000,
    createListener = () => () => {},
    otherTillPayments = NO_OTHER_TILL_PAYMENTS,
  }: {
    readonly firstAccount?: number;
    /** Creates the listener for payment changes. */
    readonly createListener?: (database: Database) => () => void;
    readonly otherTillPayments?: OtherTillPayments;
  } = {},
) {
  const database = openLedgerDatabase(file, testCodes);
  const onChange = createListener(database);
  const ports = { database, clock: systemClock, createId: createUuid, log: silentLog };
  const audit = createAudit(ports);
  const staff = createStaff({
    ...ports,
    audit,
    sealer: quickPersonSealer,
    attemptFile: null,
    pins: quickPinHasher,
    shouldRefuseObviousPins: false,
    onSessionChange: () => {},
  });
  const cashier = { id: 'ana', name: 'Ana', role: 'owner' } as const;
  await staff.replaceAll([{ ...cashier, pin: '1111' }], PROVISIONED_BY_FIRST_SET_UP);
  const service = createBillPaymentService(
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
    waitForService: async () => ok(service),
    catalog: {
      biller: () => ({ biller: BILLER, isListed: true }),
      rates: () => ({ perUsd: { MXN: '20.00' }, fetchedAt: new Date().toISOString() }),
      state: () => ({ areRatesStale: false }),
      recordUse: () => {},
    },
    paper: {
      openDrawerForChange: () => {},
      enqueuePaymentPaper: () => {},
      wake: () => {},
      checkReady: async () => ({ ok: true, value: null }),
    },
    approve: async () => ({ ok: false, problem: { kind: 'not-signed-in' } }),
    audit,
    cash: createTestCash(ports),
    refunds: createTestRefunds(ports),
    otherTillPayments,
    settings: () => ({
      posNumber: '07',
      customerFee: { kind: 'none' },
      keepWalkInBills: false,
      shopCopy: false,
      cashOutBillers: [],
      drpBillers: [],
      shopCurrency: 'MXN',
      accountCurrency: 'MXN',
      timeZone: 'America/Mexico_City',
      version: 'v3.mx',
      locale: 'es-MX',
    }),
    onChange,
  });
  return {
    prepare: async (number: number): Promise<PreparedPayment> => {
      const account = String(firstAccount + number);
      const amount = createMoney('150.00', 'MXN');
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
          const result = payments.pay(input, cashier);
          if (result instanceof Promise) throw new Error('a bill is paid at once');
          if (!result.ok) throw new Error(JSON.stringify(result.problem));
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

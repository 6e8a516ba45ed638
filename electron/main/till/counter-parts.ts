import { ok } from '../../../shared/contract/index.ts';
import { getServiceStatus } from '../../back-office/status/index.ts';
import { createBillCodes } from '../../counter/bill-codes/index.ts';
import { createBills } from '../../counter/bills/index.ts';
import { createCash } from '../../counter/cash/index.ts';
import { createCatalog } from '../../counter/catalog/index.ts';
import { createClaims, createEvidenceKeyPair } from '../../counter/claims/index.ts';
import { createCustomers } from '../../counter/customers/index.ts';
import { createPayments } from '../../counter/payments/index.ts';
import { createRefundRecorder, createRefunds } from '../../counter/refunds/index.ts';
import { computeLoadSpreadFraction } from '../../platform/index.ts';
import { createPrinting, type Printing } from '../../printing/index.ts';
import { deriveKey } from '../../settings/keys/index.ts';
import { TRAINING_BILLERS_BY_LAYOUT } from '../../training/index.ts';
import { createTillCustomerScreen } from './customer-screen.ts';
import { toCashSettings, toPaymentSettings, toReceiptSettings } from './part-settings.ts';
import type { TillPorts } from './ports.ts';
import { getRequestTimeoutMs } from './service-config.ts';
import type { SharedParts } from './shared-parts.ts';

export type CounterParts = ReturnType<typeof createCounterParts>;

/** Creates the parts of a till that work at the counter: what is paid, printed and shown. */
export function createCounterParts(ports: TillPorts, shared: SharedParts) {
  const { database, createId, log } = ports;
  const { clock, audit, staff, connection, tillSettings, language, shopAccount, events } = shared;
  const { emit, emitStatus } = shared.pageEvents;

  const catalog = createCatalog({
    database,
    clock,
    service: connection.service,
    getCountry: () => tillSettings().country,
    getRatesWindowFraction: () =>
      computeLoadSpreadFraction(tillSettings().chainName, tillSettings().posNumber),
    log,
    onChange: (state) => {
      emit('catalog.changed', state);
      emitStatus();
    },
  });
  const printing = createPrinting({
    database,
    clock,
    createId,
    log,
    settings: () => ({
      ...tillSettings(),
      ...toReceiptSettings(tillSettings(), language()),
    }),
    ...(ports.receiptDelivery === undefined ? {} : { receiptDelivery: ports.receiptDelivery }),
    getViewer: staff.getSession,
    approve: staff.approve,
    audit,
    paperWorkerUrl: ports.paperWorkerUrl,
    onChange: (jobId, paymentId) => {
      emit('printing.changed', { jobId, paymentId });
      emitStatus();
    },
  });
  const cash = createCash({
    database,
    clock,
    createId,
    audit,
    paper: printing,
    identifyByPin: staff.identify,
    settings: () => toCashSettings(tillSettings(), shopAccount.getShopCurrency(), language()),
    onChange: () => events.emit('cashChanged'),
  });
  const emitPaymentChange = (paymentId: string) => events.emit('paymentChanged', paymentId);
  const refundRecorder = createRefundRecorder({
    database,
    catalog,
    audit,
    now: clock.now,
    random: Math.random,
  });
  const customers = createCustomers({
    database,
    clock,
    createId,
    audit,
    log,
    retentionDays: () => tillSettings().keepCustomerDays,
    clockBounds: shared.getServiceTimeRange,
  });
  const payments = createPayments({
    database,
    clock,
    createId,
    service: connection.service,
    waitForService: connection.waitForService,
    catalog,
    paper: printing,
    cash,
    refunds: refundRecorder,
    customers,
    approve: staff.approve,
    audit,
    settings: () =>
      toPaymentSettings(
        tillSettings(),
        shopAccount.getShopCurrency(),
        shopAccount.getAccountCurrency(),
      ),
    log,
    requestTimeoutMs: () => getRequestTimeoutMs(tillSettings()),
    onChange: emitPaymentChange,
    onBasketChange: (basketId) => events.emit('basketChanged', basketId),
    onLowBalance: shared.readAccount,
    otherTillPayments: shared.otherTillPayments,
  });
  const refunds = createRefunds({
    database,
    recorder: refundRecorder,
    clock,
    service: connection.service,
    waitForService: connection.waitForService,
    catalog,
    cash,
    audit,
    approve: staff.approve,
    getPayment: payments.getView,
    isBusy: payments.isSending,
    log,
    onChange: emitPaymentChange,
    random: Math.random,
  });
  const bills = createBills({
    database,
    clock,
    createId,
    log,
    waitForService: connection.waitForService,
    catalog,
    accountCurrency: shopAccount.getAccountCurrency,
    saveBalance: payments.saveBalance,
    withBillDeletionPaused: payments.withBillDeletionPaused,
    onChange: (bill) => emit('bills.changed', bill),
  });
  const billCodes = createBillCodes({
    database,
    clock,
    audit,
    log,
    catalog,
    settings: tillSettings,
    trainingBillers:
      tillSettings().environment === 'training' ? TRAINING_BILLERS_BY_LAYOUT : new Map(),
  });
  const { basket } = payments;

  return {
    catalog,
    printing,
    cash,
    payments,
    basket,
    refunds,
    bills,
    billCodes,
    claims: createTillClaims(ports, shared, printing),
    customers,
    customerScreen: createTillCustomerScreen(shared, {
      log,
      payments,
      basket,
      printing,
      window: ports.customerWindow,
    }),
  };
}

/** The claims, with the key that signs their sheets and the clocks that say when they are due. */
function createTillClaims(ports: TillPorts, shared: SharedParts, printing: Printing) {
  const { connection, keys, pageEvents, shopAccount, tillSettings, language } = shared;
  return createClaims({
    database: ports.database,
    clock: shared.clock,
    computerClock: ports.clock,
    createId: ports.createId,
    audit: shared.audit,
    log: ports.log,
    printing,
    getServiceClock: () => {
      const service = connection.service();
      return {
        serviceTime:
          service === null || service.health.lastAnswerAt === null
            ? null
            : service.getRequestDate(),
        isServiceTimeDisputed:
          getServiceStatus(connection, shared.clock.now()).light === 'dates-differ',
      };
    },
    openKeyPair: async () => {
      const key = await keys.open();
      return key.ok ? ok(createEvidenceKeyPair(deriveKey(key.value, 'evidence-signing'))) : key;
    },
    settings: () => ({
      ...toReceiptSettings(tillSettings(), language()),
      chainName: tillSettings().chainName,
      shopCurrency: shopAccount.getShopCurrency(),
    }),
    onChange: () => {
      pageEvents.emit('claims.changed', {});
      pageEvents.emitStatus();
    },
  });
}

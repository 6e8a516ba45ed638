import {
  type Cashier,
  fail,
  type Order,
  ok,
  type Result,
  type ValidatedCallInput,
} from '../../../../shared/contract/index.ts';
import type { Money } from '../../../../shared/money/index.ts';
import {
  getPaymentType,
  getServiceVersionInfo,
  toCanonicalAccountNumber,
} from '../../../../shared/rules/index.ts';
import type { BillPaymentService, MoneyRequest } from '../../../service/index.ts';
import type { PaymentPorts } from '../types.ts';
import { checkPaymentKind } from './amount-rules.ts';
import type { BalanceCache, CachedBalance } from './balance-cache.ts';
import {
  type Consultations,
  createMissingCurrencyProblem,
  resolveBillerAccount,
} from './consultations.ts';
import { findEarlierPayments } from './earlier-payments.ts';
import { findOtherTillWarning } from './other-till-payments.ts';
import { computeOrderPrice } from './pricing.ts';
import { listPrinterWarnings } from './required-paper.ts';

/** An order with all data that its payment needs, so that F12 computes nothing. */
export interface PreparedOrder {
  readonly order: Order;
  /** The input of the `prepare` call. */
  readonly input: ValidatedCallInput<'payments.prepare'>;
  /** Milliseconds since the epoch. */
  readonly preparedAt: number;
  readonly cashierId: string;
  /** The client that composed the request: no other client may send it. */
  readonly service: BillPaymentService;
  readonly request: MoneyRequest;
  readonly externalId: string;
  readonly idempotencyKey: string;
  readonly billId: string | null;
  /** The payment is for a saved bill, chosen by its balance. */
  readonly isSavedBill: boolean;
  readonly posNumber: string;
  /** A supervisor approved that the drawer is short of it; null if nobody did. */
  readonly drawerApproval: DrawerApproval | null;
}

/** The approval of a cash-out above the expected cash of the drawer. */
export interface DrawerApproval {
  readonly approverId: string;
  readonly reason: string;
  /** What the drawer was expected to hold when it was approved. */
  readonly available: Money;
}

/** Prepares an order: all steps before the cashier takes the money. */
export interface OrderPreparation {
  prepare(
    input: ValidatedCallInput<'payments.prepare'>,
    cashier: Cashier,
  ): Promise<Result<PreparedOrder>>;
}

export function createOrderPreparation(
  ports: Pick<
    PaymentPorts,
    | 'database'
    | 'clock'
    | 'createId'
    | 'waitForService'
    | 'catalog'
    | 'settings'
    | 'paper'
    | 'otherTillPayments'
  >,
  balances: BalanceCache,
  consultations: Pick<Consultations, 'getOrCreateBillId' | 'consult'>,
): OrderPreparation {
  const { clock, createId } = ports;

  /** Finds the balance that the input refers to; null if it refers to none, or to no biller. */
  function findBalance(
    input: ValidatedCallInput<'payments.prepare'>,
    service: BillPaymentService,
  ): Result<CachedBalance | null> {
    const entry = ports.catalog.biller(input.billerId);
    if (input.balanceId === null || entry === null) return ok(null);
    const cached = balances.findUsableBalance(input.balanceId, {
      billerId: input.billerId,
      accountNumber: toCanonicalAccountNumber(entry.biller, input.accountNumber),
      service,
    });
    return cached ? ok(cached) : fail({ kind: 'amount', reason: 'balance-first', limit: null });
  }

  /**
   * Gets the service's own fee. If the customer pays that fee, a biller that supports balances is
   * always consulted, so that the fee does not depend on the cashier's earlier steps. Null if that
   * fee is not needed, or if the service does not return one; an order that needs it then has
   * `isFeeUnnamed`.
   */
  async function getServiceFee(
    input: ValidatedCallInput<'payments.prepare'>,
    cached: CachedBalance | null,
    service: BillPaymentService,
  ): Promise<Money | null> {
    if (cached !== null && !cached.isSavedBill) return cached.balance.serviceFee;
    const needsConsult =
      ports.settings().customerFee.kind === 'service' &&
      input.kind === 'bill' &&
      !getServiceVersionInfo(service.version).paysOnlyBills;
    if (!needsConsult) return null;
    const { billerId, accountNumber, nameOnAccount } = input;
    const balance = await consultations.consult({ billerId, accountNumber, nameOnAccount });
    return balance.ok ? balance.value.serviceFee : null;
  }

  async function prepare(
    input: ValidatedCallInput<'payments.prepare'>,
    cashier: Cashier,
  ): Promise<Result<PreparedOrder>> {
    const connected = await ports.waitForService();
    if (!connected.ok) return connected;
    const service = connected.value;
    const settings = ports.settings();
    const balanceResult = findBalance(input, service);
    if (!balanceResult.ok) return balanceResult;
    const cached = balanceResult.value;
    // The service has already accepted the account of a saved bill: it is not validated again.
    const checked = resolveBillerAccount(
      ports.catalog,
      input,
      cached?.isSavedBill === true ? cached.balance : null,
    );
    if (!checked.ok) return checked;
    const { biller, account } = checked.value;
    const queriedAccount = { billerId: biller.id, accountNumber: account.accountNumber };
    ports.otherTillPayments.prefetchPayments(queriedAccount);
    const kindCheck = checkPaymentKind(input.kind, biller, settings.cashOutBillers);
    if (!kindCheck.ok) return kindCheck;
    const balance = cached?.balance ?? null;
    const isDrp =
      input.kind === 'bill' &&
      service.capabilities.hasDrp &&
      settings.drpBillers.includes(biller.id);
    const currency = balance?.amount?.currency ?? biller.currency;
    if (currency === '') return fail(createMissingCurrencyProblem(biller));
    const needsServiceFee = cached !== null || getPaymentType(biller, isDrp) !== 'full-balance';
    const serviceFee = needsServiceFee ? await getServiceFee(input, cached, service) : null;
    const priced = computeOrderPrice(input, currency, biller, balance, serviceFee, isDrp, ports);
    if (!priced.ok) return priced;

    const earlier = findEarlierPayments(
      ports.database,
      { biller, accountNumber: account.accountNumber, amount: priced.value.amount },
      clock.now(),
    );
    if (earlier.blockingPaymentId !== null)
      return fail({ kind: 'held', paymentId: earlier.blockingPaymentId });
    // The first answer of a run corrects the clock that dates and signs the request. Without it, a
    // wrong clock would keep an unknown payment unknown for as long as the clock is wrong.
    if (service.health.lastAnswerAt === null) await service.readAccount();
    const paperWarnings = await listPrinterWarnings(ports.paper, input.kind);
    if (!paperWarnings.ok) return paperWarnings;
    const bill =
      input.kind === 'cash-out'
        ? ok(null)
        : await consultations.getOrCreateBillId(service, biller, account, cached?.billId ?? null);
    if (!bill.ok) return bill;
    const otherTillWarnings = findOtherTillWarning(
      await ports.otherTillPayments.listPaymentsOfLastDay(queriedAccount),
      { kind: input.kind, billerId: biller.id, amount: priced.value.amount },
      { database: ports.database, now: clock.now() },
    );

    const externalId = createId();
    const operation = {
      billerId: biller.id,
      ...account,
      amount: priced.value.amount,
      externalId,
    };
    const request =
      input.kind === 'cash-out'
        ? service.compose({
            kind: 'cash-out',
            ...operation,
            posNumber: settings.posNumber,
            cashierId: cashier.id,
          })
        : service.compose({
            kind: 'pay',
            ...operation,
            posNumber: settings.posNumber === '' ? null : settings.posNumber,
            billId: bill.value,
          });
    return ok({
      order: {
        id: createId(),
        kind: input.kind,
        biller,
        ...account,
        ...priced.value,
        isDrp,
        warnings: [
          ...priced.value.warnings,
          ...earlier.warnings,
          ...otherTillWarnings,
          ...paperWarnings.value,
        ],
      },
      input,
      preparedAt: clock.now(),
      cashierId: cashier.id,
      service,
      request,
      externalId,
      idempotencyKey: createId(),
      billId: bill.value,
      isSavedBill: cached?.isSavedBill === true,
      posNumber: settings.posNumber,
      drawerApproval: null,
    });
  }

  return { prepare };
}

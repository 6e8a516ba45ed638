import {
  type Biller,
  type CallReceived,
  fail,
  type Order,
  ok,
  type Result,
} from '../../../../shared/contract/index.ts';
import type { Money } from '../../../../shared/money/index.ts';
import {
  getPaymentType,
  getVersionFacts,
  toServiceAccountNumber,
} from '../../../../shared/rules/index.ts';
import type { BillPaymentService, MoneyRequest } from '../../../service/index.ts';
import type { PaymentCashier, PaymentPorts } from '../types.ts';
import { checkKind } from './amount-rules.ts';
import type { BalanceCache, CachedBalance } from './balance-cache.ts';
import {
  type Consultations,
  createNoCurrencyProblem,
  resolveBillerAccount,
} from './consultations.ts';
import { findEarlierPayments } from './earlier-payments.ts';
import { findOtherTillWarning } from './other-till-payments.ts';
import { computeOrderPrice } from './pricing.ts';

/** An order with all that its payment needs, so that F12 finds nothing left to work out. */
export interface PreparedOrder {
  readonly order: Order;
  /** What it was made from, and when: milliseconds since the epoch. */
  readonly asked: CallReceived<'payments.prepare'>;
  readonly preparedAt: number;
  readonly cashierId: string;
  /** The client that composed the request: another one must not send it. */
  readonly service: BillPaymentService;
  readonly request: MoneyRequest;
  readonly externalId: string;
  readonly idempotencyKey: string;
  readonly billId: string | null;
  /** The bill is one that the shop keeps, and was chosen by its balance. */
  readonly isKept: boolean;
  readonly posNumber: string;
}

/** Works out an order: all that happens before the cashier takes the money. */
export interface OrderPreparation {
  prepare(
    input: CallReceived<'payments.prepare'>,
    cashier: PaymentCashier,
  ): Promise<Result<PreparedOrder>>;
}

export function createOrderPreparation(
  ports: Pick<
    PaymentPorts,
    'database' | 'clock' | 'newId' | 'connected' | 'catalog' | 'settings' | 'paper' | 'elsewhere'
  >,
  balances: BalanceCache,
  consultations: Pick<Consultations, 'billFor' | 'consult'>,
): OrderPreparation {
  const { clock, newId } = ports;

  /** The look-up that the amount was chosen by; null if none is named. */
  function balanceFor(
    input: CallReceived<'payments.prepare'>,
    service: BillPaymentService,
  ): Result<CachedBalance | null> {
    if (input.balanceId === null) return ok(null);
    const { billerId } = input;
    const biller = ports.catalog.biller(billerId)?.biller;
    const accountNumber = biller
      ? toServiceAccountNumber(biller, input.accountNumber)
      : input.accountNumber;
    const kept = balances.findUsable(input.balanceId, { billerId, accountNumber, service });
    return kept ? ok(kept) : fail({ kind: 'amount', reason: 'balance-first', limit: null });
  }

  /**
   * Where the fee is the service's, a biller that can be looked up is always looked up, so that it
   * has the same fee whatever the cashier did before. Null where the service names none or cannot
   * say; the order then says so.
   */
  async function namedFee(
    input: CallReceived<'payments.prepare'>,
    biller: Biller,
    kept: CachedBalance | null,
    service: BillPaymentService,
  ): Promise<Money | null> {
    if (kept !== null && !kept.isKept) return kept.balance.serviceFee;
    const isNamed =
      ports.settings().customerFee.kind === 'service' &&
      input.kind === 'bill' &&
      biller.canCheckBalance &&
      !getVersionFacts(service.version).paysOnlyBills;
    if (!isNamed) return null;
    const { billerId, accountNumber, nameOnAccount } = input;
    const asked = await consultations.consult({ billerId, accountNumber, nameOnAccount });
    return asked.ok ? asked.value.serviceFee : null;
  }

  async function prepare(
    input: CallReceived<'payments.prepare'>,
    cashier: PaymentCashier,
  ): Promise<Result<PreparedOrder>> {
    const connected = await ports.connected();
    if (!connected.ok) return connected;
    const service = connected.value;
    const settings = ports.settings();
    const found = balanceFor(input, service);
    if (!found.ok) return found;
    const kept = found.value;
    // The service already accepted a saved bill's account: our reading of the rules is not asked.
    const checked = resolveBillerAccount(
      ports.catalog,
      input,
      kept?.isKept === true ? kept.balance : null,
    );
    if (!checked.ok) return checked;
    const { biller, account } = checked.value;
    const asked = { billerId: biller.id, accountNumber: account.accountNumber };
    ports.elsewhere?.prefetch(asked);
    const usable = checkKind(input.kind, biller, settings.cashOutBillers);
    if (!usable.ok) return usable;
    const balance = kept?.balance ?? null;
    const isDrp =
      input.kind === 'bill' && service.capabilities.drp && settings.drpBillers.includes(biller.id);
    const currency = balance?.amount?.currency ?? biller.currency;
    if (currency === '') return fail(createNoCurrencyProblem(biller));
    const isAsked = kept !== null || getPaymentType(biller, isDrp) !== 'full-balance';
    const named = isAsked ? await namedFee(input, biller, kept, service) : null;
    const priced = computeOrderPrice(input, currency, biller, balance, named, isDrp, ports);
    if (!priced.ok) return priced;

    const earlier = findEarlierPayments(
      ports.database,
      { biller, accountNumber: account.accountNumber, amount: priced.value.amount },
      clock.now(),
    );
    if (earlier.heldBy !== null) return fail({ kind: 'held', paymentId: earlier.heldBy });
    // The first answer of a run corrects the clock that signs the request: without one, a wrong
    // clock would keep an unknown payment unknown for as long as it is wrong.
    if (service.health.lastAnswerAt === null) await service.account();
    if (input.kind === 'cash-out') {
      const paper = await ports.paper.readyNow();
      if (!paper.ok) return paper;
    }
    const bill =
      input.kind === 'cash-out'
        ? ok(null)
        : await consultations.billFor(service, biller, account, kept?.billId ?? null);
    if (!bill.ok) return bill;
    const elsewhere = findOtherTillWarning(
      (await ports.elsewhere?.listPaidLastDay(asked)) ?? [],
      { kind: input.kind, billerId: biller.id, amount: priced.value.amount },
      { database: ports.database, now: clock.now() },
    );

    const externalId = newId();
    const what = {
      billerId: biller.id,
      ...account,
      amount: priced.value.amount,
      externalId,
    };
    const request =
      input.kind === 'cash-out'
        ? service.compose({
            kind: 'cash-out',
            ...what,
            posNumber: settings.posNumber,
            cashierId: cashier.id,
          })
        : service.compose({
            kind: 'pay',
            ...what,
            posNumber: settings.posNumber === '' ? null : settings.posNumber,
            billId: bill.value,
          });
    return ok({
      order: {
        id: newId(),
        kind: input.kind,
        biller,
        ...account,
        ...priced.value,
        isDrp,
        warnings: [...priced.value.warnings, ...earlier.warnings, ...elsewhere],
      },
      asked: input,
      preparedAt: clock.now(),
      cashierId: cashier.id,
      service,
      request,
      externalId,
      idempotencyKey: newId(),
      billId: bill.value,
      isKept: kept?.isKept === true,
      posNumber: settings.posNumber,
    });
  }

  return { prepare };
}

import {
  type Balance,
  type Biller,
  type CallReceived,
  fail,
  type Order,
  type OrderWarning,
  ok,
  type Result,
} from '../../shared/contract/index.ts';
import { type Money, money } from '../../shared/money/index.ts';
import type { BillPaymentService, MoneyRequest } from '../service/index.ts';
import { type CheckedAccount, checkAccountNumber } from './account-number.ts';
import type { Balances } from './balances.ts';
import { earlierPayments } from './earlier.ts';
import {
  checkAgainstBalance,
  checkAmount,
  checkLimit,
  customerFee,
  dueOf,
  inShopCurrency,
  paymentType,
  remainsAfter,
} from './rules.ts';
import type { PayingCashier, PaymentPorts } from './types.ts';
import type { WalkIn } from './walk-in.ts';

/** An order with all that its payment needs, so that F12 finds nothing left to work out. */
export interface KeptOrder {
  readonly order: Order;
  readonly cashierId: string;
  /** The client that composed the request: another one must not send it. */
  readonly service: BillPaymentService;
  readonly request: MoneyRequest;
  readonly externalId: string;
  readonly idempotencyKey: string;
  readonly billId: string | null;
  readonly posNumber: string;
  readonly isDrp: boolean;
}

type PreparePorts = Pick<
  PaymentPorts,
  'database' | 'clock' | 'newId' | 'service' | 'catalog' | 'settings'
>;

/** Consults and orders: all that happens before the cashier takes the money. */
export interface Counter {
  consult(input: CallReceived<'payments.consult'>): Promise<Result<Balance>>;
  checkAccount(input: CallReceived<'payments.checkAccount'>): Result<CheckedAccount>;
  prepare(
    input: CallReceived<'payments.prepare'>,
    cashier: PayingCashier,
  ): Promise<Result<KeptOrder>>;
}

export function createCounter(ports: PreparePorts, balances: Balances, walkIn: WalkIn): Counter {
  const { clock, newId } = ports;

  function accountOf(input: {
    readonly billerId: number;
    readonly accountNumber: string;
    readonly nameOnAccount: string | null;
  }): Result<{ biller: Biller; account: CheckedAccount }> {
    const found = ports.catalog.biller(input.billerId);
    if (!found) return fail({ kind: 'not-found', what: 'biller' });
    const { biller } = found;
    if (biller.currency === '') {
      return fail({ kind: 'biller-unusable', reason: 'no-currency', billerKind: biller.kind });
    }
    const account = checkAccountNumber(biller, input.accountNumber, input.nameOnAccount);
    return account.ok ? ok({ biller, account: account.value }) : account;
  }

  async function consult(input: CallReceived<'payments.consult'>): Promise<Result<Balance>> {
    const service = ports.service();
    if (!service) return fail({ kind: 'not-set-up' });
    const checked = accountOf(input);
    if (!checked.ok) return checked;
    const { biller, account } = checked.value;
    if (!biller.canCheckBalance) return fail({ kind: 'not-offered', what: 'balance' });
    const answer = await service.consult({
      billerId: biller.id,
      ...account,
      currency: biller.currency,
    });
    if (!answer.ok) return answer;
    const { amount, billId, fee, nameOnAccount, dueDate } = answer.value;
    if (billId !== null) walkIn.remember(billId);
    const balance: Balance = {
      id: newId(),
      billerId: biller.id,
      accountNumber: account.accountNumber,
      amount: amount && money(amount.amount, amount.currency),
      nameOnAccount,
      dueDate,
      serviceFee: fee === null ? null : money(fee, ports.settings().shopCurrency),
    };
    balances.keep({ balance, service, billId }, clock.now());
    return ok(balance);
  }

  /** Version 3.3 pays a bill by its id: where no look-up made one, it is made now. */
  async function billFor(
    service: BillPaymentService,
    biller: Biller,
    account: CheckedAccount,
    known: string | null,
  ): Promise<Result<string | null>> {
    if (service.version !== 'v3.3' || known !== null) return ok(known);
    const made = await service.consult({
      billerId: biller.id,
      ...account,
      currency: biller.currency,
    });
    if (!made.ok) return made;
    if (made.value.billId !== null) walkIn.remember(made.value.billId);
    return ok(made.value.billId);
  }

  async function prepare(
    input: CallReceived<'payments.prepare'>,
    cashier: PayingCashier,
  ): Promise<Result<KeptOrder>> {
    const service = ports.service();
    if (!service) return fail({ kind: 'not-set-up' });
    const settings = ports.settings();
    const checked = accountOf(input);
    if (!checked.ok) return checked;
    const { biller, account } = checked.value;
    if (biller.kind !== 'utility' && biller.kind !== 'partner') {
      return fail({ kind: 'biller-unusable', reason: 'wrong-kind', billerKind: biller.kind });
    }

    const kept =
      input.balanceId === null
        ? null
        : balances.accepted(
            input.balanceId,
            { billerId: biller.id, accountNumber: account.accountNumber, service },
            clock.now(),
          );
    if (input.balanceId !== null && !kept) {
      return fail({ kind: 'amount', reason: 'balance-first', limit: null });
    }
    const balance = kept?.balance ?? null;
    const isDrp = service.capabilities.drp && settings.drpBillers.includes(biller.id);
    const currency = balance?.amount?.currency ?? biller.currency;
    const priced = price(input.amount, currency, biller, balance, isDrp);
    if (!priced.ok) return priced;

    const earlier = earlierPayments(
      ports.database,
      { billerId: biller.id, accountNumber: account.accountNumber, amount: priced.value.amount },
      clock.now(),
    );
    if (earlier.heldBy !== null) return fail({ kind: 'held', paymentId: earlier.heldBy });

    const bill = await billFor(service, biller, account, kept?.billId ?? null);
    if (!bill.ok) return bill;

    const externalId = newId();
    const request = service.compose({
      kind: 'pay',
      billerId: biller.id,
      ...account,
      amount: priced.value.amount,
      externalId,
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
        warnings: [...priced.value.warnings, ...earlier.warnings],
      },
      cashierId: cashier.id,
      service,
      request,
      externalId,
      idempotencyKey: newId(),
      billId: bill.value,
      posNumber: settings.posNumber,
      isDrp,
    });
  }

  /** Everything about the amount: rules, limits, rate, fee, what is due and what remains. */
  function price(
    asked: Money,
    currency: string,
    biller: Biller,
    balance: Balance | null,
    isDrp: boolean,
  ): Result<
    Pick<Order, 'amount' | 'fee' | 'amountInShopCurrency' | 'due' | 'rate' | 'remains' | 'warnings'>
  > {
    const settings = ports.settings();
    const rates = ports.catalog.rates();
    const amount = checkAmount(asked, currency);
    if (!amount.ok) return amount;
    const fits = checkAgainstBalance(paymentType(biller, isDrp), amount.value, balance);
    if (!fits.ok) return fits;
    const large = checkLimit(amount.value, rates);
    if (!large.ok) return large;
    const inShop = inShopCurrency(amount.value, settings.shopCurrency, rates);
    if (!inShop.ok) return inShop;

    const warnings: OrderWarning[] = [];
    if (large.value) warnings.push({ kind: 'large-amount', usd: large.value });
    const { rate } = inShop.value;
    if (rate && ports.catalog.state().areRatesStale) {
      warnings.push({ kind: 'stale-rate', fetchedAt: rate.fetchedAt });
    }
    const fee = customerFee(settings.customerFee, biller.kind, balance, settings.shopCurrency);
    return ok({
      amount: amount.value,
      fee,
      amountInShopCurrency: inShop.value.amount,
      due: dueOf(inShop.value.amount, fee),
      rate,
      remains: remainsAfter(amount.value, balance),
      warnings,
    });
  }

  return {
    consult,
    prepare,
    checkAccount: (input) => {
      const checked = accountOf(input);
      return checked.ok ? ok(checked.value.account) : checked;
    },
  };
}

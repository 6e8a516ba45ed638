import {
  assertNever,
  type Balance,
  type Biller,
  type CallReceived,
  fail,
  type Order,
  type OrderWarning,
  ok,
  type Result,
  type TopUpCheck,
} from '../../shared/contract/index.ts';
import { type Money, money } from '../../shared/money/index.ts';
import {
  type CheckedAccount,
  checkAccountNumber,
  paymentType,
  versionFacts,
} from '../../shared/rules/index.ts';
import type { BillPaymentService, MoneyRequest } from '../service/index.ts';
import type { Balances, KeptBalance } from './balances.ts';
import { earlierPayments } from './earlier.ts';
import {
  checkAgainstBalance,
  checkAmount,
  checkKind,
  checkLimit,
  checkOffer,
  customerFee,
  dueOf,
  inShopCurrency,
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
}

type PreparePorts = Pick<
  PaymentPorts,
  'database' | 'clock' | 'newId' | 'connected' | 'catalog' | 'settings' | 'paper'
>;

/** Consults and orders: all that happens before the cashier takes the money. */
export interface Counter {
  consult(input: CallReceived<'payments.consult'>): Promise<Result<Balance>>;
  checkAccount(input: CallReceived<'payments.checkAccount'>): Result<CheckedAccount>;
  checkTopUp(input: CallReceived<'payments.checkTopUp'>): Promise<Result<TopUpCheck>>;
  prepare(
    input: CallReceived<'payments.prepare'>,
    cashier: PayingCashier,
  ): Promise<Result<KeptOrder>>;
}

export function createCounter(ports: PreparePorts, balances: Balances, walkIn: WalkIn): Counter {
  const { clock, newId } = ports;

  function accountOf(
    input: {
      readonly billerId: number;
      readonly accountNumber: string;
      readonly nameOnAccount: string | null;
    },
    taken: Balance | null = null,
  ): Result<{ biller: Biller; account: CheckedAccount }> {
    const found = ports.catalog.biller(input.billerId);
    if (!found) return fail({ kind: 'not-found', what: 'biller' });
    const { biller } = found;
    if (biller.currency === '') {
      return fail({ kind: 'biller-unusable', reason: 'no-currency', billerKind: biller.kind });
    }
    if (taken !== null) {
      const nameOnAccount = biller.requiresNameOnAccount ? taken.nameOnAccount : null;
      return ok({ biller, account: { accountNumber: taken.accountNumber, nameOnAccount } });
    }
    const account = checkAccountNumber(biller, input.accountNumber, input.nameOnAccount);
    return account.ok ? ok({ biller, account: account.value }) : account;
  }

  async function consult(input: CallReceived<'payments.consult'>): Promise<Result<Balance>> {
    const connected = await ports.connected();
    if (!connected.ok) return connected;
    const service = connected.value;
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
    if (billId !== null) walkIn.remember(billId, answer.value.billWasThere);
    const balance: Balance = {
      id: newId(),
      billerId: biller.id,
      accountNumber: account.accountNumber,
      amount: amount && money(amount.amount, amount.currency),
      nameOnAccount,
      dueDate,
      serviceFee: fee === null ? null : money(fee, ports.settings().shopCurrency),
    };
    balances.keep({ balance, service, billId, isKept: false });
    return ok(balance);
  }

  /** A version that pays only bills needs its id: where no look-up made one, it is made now. */
  async function billFor(
    service: BillPaymentService,
    biller: Biller,
    account: CheckedAccount,
    known: string | null,
  ): Promise<Result<string | null>> {
    if (!versionFacts(service.version).paysOnlyBills || known !== null) return ok(known);
    const made = await service.consult({
      billerId: biller.id,
      ...account,
      currency: biller.currency,
    });
    if (!made.ok) return made;
    const { billId, billWasThere } = made.value;
    if (billId !== null) walkIn.remember(billId, billWasThere);
    return ok(billId);
  }

  async function checkTopUp(
    input: CallReceived<'payments.checkTopUp'>,
  ): Promise<Result<TopUpCheck>> {
    const connected = await ports.connected();
    if (!connected.ok) return connected;
    const service = connected.value;
    const checked = accountOf(input);
    if (!checked.ok) return checked;
    const { biller, account } = checked.value;
    const usable = checkKind('top-up', biller, ports.settings().cashOutBillers);
    if (!usable.ok) return usable;
    const amount = checkAmount(input.amount, biller.currency);
    if (!amount.ok) return amount;
    const answer = await service.check(
      { billerId: biller.id, ...account, currency: biller.currency },
      amount.value,
    );
    if (!answer.ok) return answer;
    const { received, bonus, total, currency, promotions } = answer.value;
    return ok({
      received: money(received, currency),
      bonus: money(bonus, currency),
      total: total === null ? null : money(total, currency),
      promotions: [...promotions],
    });
  }

  /** The look-up that the amount was chosen by; null where none is named. */
  function balanceFor(
    input: CallReceived<'payments.prepare'>,
    service: BillPaymentService,
  ): Result<KeptBalance | null> {
    if (input.balanceId === null) return ok(null);
    const { billerId, accountNumber } = input;
    const kept = balances.accepted(input.balanceId, { billerId, accountNumber, service });
    return kept ? ok(kept) : fail({ kind: 'amount', reason: 'balance-first', limit: null });
  }

  async function prepare(
    input: CallReceived<'payments.prepare'>,
    cashier: PayingCashier,
  ): Promise<Result<KeptOrder>> {
    const connected = await ports.connected();
    if (!connected.ok) return connected;
    const service = connected.value;
    const settings = ports.settings();
    const found = balanceFor(input, service);
    if (!found.ok) return found;
    const kept = found.value;
    // The service has taken a kept bill's account already; it need not pass our reading of the rules.
    const checked = accountOf(input, kept?.isKept === true ? kept.balance : null);
    if (!checked.ok) return checked;
    const { biller, account } = checked.value;
    const usable = checkKind(input.kind, biller, settings.cashOutBillers);
    if (!usable.ok) return usable;
    const balance = kept?.balance ?? null;
    const isDrp =
      input.kind === 'bill' && service.capabilities.drp && settings.drpBillers.includes(biller.id);
    const currency = balance?.amount?.currency ?? biller.currency;
    const priced = price(input, currency, biller, balance, isDrp);
    if (!priced.ok) return priced;

    const earlier = earlierPayments(
      ports.database,
      { billerId: biller.id, accountNumber: account.accountNumber, amount: priced.value.amount },
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
        : await billFor(service, biller, account, kept?.billId ?? null);
    if (!bill.ok) return bill;

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
        warnings: [...priced.value.warnings, ...earlier.warnings],
      },
      cashierId: cashier.id,
      service,
      request,
      externalId,
      idempotencyKey: newId(),
      billId: bill.value,
      posNumber: settings.posNumber,
    });
  }

  /** Everything about the amount: rules, limits, rate, fee, what is due and what remains. */
  function price(
    { kind, amount: asked }: Pick<CallReceived<'payments.prepare'>, 'kind' | 'amount'>,
    currency: string,
    biller: Biller,
    balance: Balance | null,
    isDrp: boolean,
  ): Result<
    Pick<Order, 'amount' | 'fee' | 'amountInShopCurrency' | 'due' | 'rate' | 'remains' | 'warnings'>
  > {
    const checkFor = (of: typeof kind, value: Money): Result<null> => {
      switch (of) {
        case 'bill':
          return checkAgainstBalance(paymentType(biller, isDrp), value, balance);
        case 'top-up':
        case 'gift-card':
          return checkOffer(biller.amounts, value);
        case 'cash-out':
          return ok(null);
        default:
          return assertNever(of);
      }
    };
    const settings = ports.settings();
    const rates = ports.catalog.rates();
    const amount = checkAmount(asked, currency);
    if (!amount.ok) return amount;
    const fits = checkFor(kind, amount.value);
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
    // What is handed out is what was asked for: a cash-out carries no fee of the shop.
    const fee =
      kind === 'cash-out'
        ? null
        : customerFee(settings.customerFee, biller.kind, balance, settings.shopCurrency);
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
    checkTopUp,
    prepare,
    checkAccount: (input) => {
      const checked = accountOf(input);
      return checked.ok ? ok(checked.value.account) : checked;
    },
  };
}

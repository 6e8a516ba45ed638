import {
  type Balance,
  type Biller,
  fail,
  ok,
  type Problem,
  type Result,
  type TopUpCheck,
  type ValidatedCallInput,
} from '../../../../shared/contract/index.ts';
import { createMoney, isSameCurrency, type Money } from '../../../../shared/money/index.ts';
import {
  getServiceVersionInfo,
  type ValidAccount,
  validateAccount,
} from '../../../../shared/rules/index.ts';
import type { BillPaymentService } from '../../../service/index.ts';
import type { PaymentCatalogPort, PaymentPorts } from '../types.ts';
import { checkPaymentKind, toCheckedAmount } from './amount-rules.ts';
import type { BalanceCache } from './balance-cache.ts';
import type { WalkInBills } from './walk-in-bills.ts';

type FailedConsultation = Extract<
  Awaited<ReturnType<BillPaymentService['consult']>>,
  { ok: false }
>;

/** Queries about an account before an order for it. No money moves. */
export interface Consultations {
  consult(input: ValidatedCallInput<'payments.consult'>): Promise<Result<Balance>>;
  checkAccount(
    input: ValidatedCallInput<'payments.checkAccount'>,
  ): Result<{ accountNumber: string }>;
  checkTopUp(input: ValidatedCallInput<'payments.checkTopUp'>): Promise<Result<TopUpCheck>>;
  /**
   * Returns the id of the bill to pay: `existingBillId`, or in a version that pays only bills that
   * of a new consultation, which creates a bill at the service. Null if no bill is needed.
   */
  getOrCreateBillId(
    service: BillPaymentService,
    biller: Biller,
    account: ValidAccount,
    existingBillId: string | null,
  ): Promise<Result<string | null>>;
}

export function createConsultations(
  ports: Pick<
    PaymentPorts,
    'createId' | 'waitForService' | 'catalog' | 'customers' | 'settings' | 'otherTillPayments'
  >,
  balances: BalanceCache,
  walkIn: WalkInBills,
): Consultations {
  /** Returns an amount in the account's currency if that is the shop's; null otherwise. */
  function toShopMoney(amount: string | null): Money | null {
    const money = toAccountMoney(amount);
    return money?.currency === ports.settings().shopCurrency ? money : null;
  }

  /** Converts an amount in the account's currency; null while that is unknown. */
  function toAccountMoney(amount: string | null): Money | null {
    const { shopCurrency, accountCurrency } = ports.settings();
    if (amount === null || accountCurrency === null) return null;
    const isShopCurrency = isSameCurrency(accountCurrency, shopCurrency);
    return createMoney(amount, isShopCurrency ? shopCurrency : accountCurrency);
  }

  /** Records the bill that a failed consultation created at the service, so that it is deleted. */
  function recordFailure({ problem, failedBill }: FailedConsultation): Result<never> {
    if (failedBill !== undefined)
      walkIn.recordUnpayableBill(failedBill.id, failedBill.existedBefore);
    return fail(problem);
  }

  async function consult(input: ValidatedCallInput<'payments.consult'>): Promise<Result<Balance>> {
    const connected = await ports.waitForService();
    if (!connected.ok) return connected;
    const service = connected.value;
    const checked = resolveBillerAccount(ports.catalog, input);
    if (!checked.ok) return checked;
    const { biller, account } = checked.value;
    if (!biller.canCheckBalance) return fail({ kind: 'not-offered', what: 'balance' });
    ports.otherTillPayments.prefetchPayments({
      billerId: biller.id,
      accountNumber: account.accountNumber,
    });
    const answer = await service.consult({
      billerId: biller.id,
      ...account,
      currency: biller.currency,
    });
    if (!answer.ok) return recordFailure(answer);
    const { amount, billId, fee, nameOnAccount, dueDate, amountInChainCurrency } = answer.value;
    const { accountCurrency } = ports.settings();
    const currency = amount?.currency || biller.currency || (amount && accountCurrency) || '';
    if (billId !== null) walkIn.recordConsultedBill(billId, answer.value.billExistedBefore);
    if (currency === '') return fail(createMissingCurrencyProblem(biller));
    const balance: Balance = {
      id: ports.createId(),
      billerId: biller.id,
      accountNumber: account.accountNumber,
      amount: amount && createMoney(amount.amount, currency),
      // If this is null, the rates are used.
      amountInShopCurrency: toShopMoney(amountInChainCurrency),
      nameOnAccount,
      dueDate,
      serviceFee: toAccountMoney(fee),
    };
    balances.save({ balance, service, billId, isSavedBill: false });
    ports.customers?.cacheAccountHolder(balance);
    return ok(balance);
  }

  async function getOrCreateBillId(
    service: BillPaymentService,
    biller: Biller,
    account: ValidAccount,
    existingBillId: string | null,
  ): Promise<Result<string | null>> {
    if (!getServiceVersionInfo(service.version).paysOnlyBills || existingBillId !== null)
      return ok(existingBillId);
    const consulted = await service.consult({
      billerId: biller.id,
      ...account,
      currency: biller.currency,
      needsBalance: false,
    });
    if (!consulted.ok) return recordFailure(consulted);
    const { billId, billExistedBefore } = consulted.value;
    if (billId !== null) walkIn.recordConsultedBill(billId, billExistedBefore);
    return ok(billId);
  }

  async function checkTopUp(
    input: ValidatedCallInput<'payments.checkTopUp'>,
  ): Promise<Result<TopUpCheck>> {
    const connected = await ports.waitForService();
    if (!connected.ok) return connected;
    const service = connected.value;
    const checked = resolveBillerAccount(ports.catalog, input);
    if (!checked.ok) return checked;
    const { biller, account } = checked.value;
    const kindCheck = checkPaymentKind('top-up', biller, ports.settings().cashOutBillers);
    if (!kindCheck.ok) return kindCheck;
    const amount = toCheckedAmount(input.amount, biller.currency);
    if (!amount.ok) return amount;
    ports.otherTillPayments.prefetchPayments({
      billerId: biller.id,
      accountNumber: account.accountNumber,
    });
    const answer = await service.checkTopUp(
      { billerId: biller.id, ...account, currency: biller.currency },
      amount.value,
    );
    if (!answer.ok) return answer;
    const {
      receivedAmount: received,
      bonusAmount: bonus,
      totalAmount: total,
      currency,
      promotions,
    } = answer.value;
    return ok({
      received: createMoney(received, currency),
      bonus: createMoney(bonus, currency),
      total: total === null ? null : createMoney(total, currency),
      promotions: [...promotions],
    });
  }

  return {
    consult,
    getOrCreateBillId,
    checkTopUp,
    checkAccount: (input) => {
      const checked = resolveBillerAccount(ports.catalog, input);
      return checked.ok ? ok({ accountNumber: checked.value.account.accountNumber }) : checked;
    },
  };
}

/**
 * Finds the biller and validates the account. `consultedBalance` is the balance of an account that the
 * service has already accepted: it is not validated.
 */
export function resolveBillerAccount(
  catalog: Pick<PaymentCatalogPort, 'biller'>,
  input: {
    readonly billerId: number;
    readonly accountNumber: string;
    readonly nameOnAccount: string | null;
  },
  consultedBalance: Balance | null = null,
): Result<{ biller: Biller; account: ValidAccount }> {
  const entry = catalog.biller(input.billerId);
  if (!entry) return fail({ kind: 'not-found', what: 'biller' });
  const { biller } = entry;
  // If the biller list omits the currency, a balance can supply it.
  if (biller.currency === '' && !biller.canCheckBalance)
    return fail(createMissingCurrencyProblem(biller));
  if (consultedBalance !== null) {
    const nameOnAccount = biller.requiresNameOnAccount ? consultedBalance.nameOnAccount : null;
    return ok({
      biller,
      account: { accountNumber: consultedBalance.accountNumber, nameOnAccount },
    });
  }
  const account = validateAccount(biller, input.accountNumber, input.nameOnAccount);
  return account.ok ? ok({ biller, account: account.value }) : account;
}

export function createMissingCurrencyProblem(biller: Biller): Problem {
  return { kind: 'biller-unusable', reason: 'no-currency', billerKind: biller.kind };
}

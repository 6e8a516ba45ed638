import {
  type Balance,
  type Biller,
  type CallReceived,
  fail,
  ok,
  type Problem,
  type Result,
  type TopUpCheck,
} from '../../../../shared/contract/index.ts';
import { createMoney, isSameCurrency, type Money } from '../../../../shared/money/index.ts';
import {
  getVersionFacts,
  type ValidAccount,
  validateAccount,
} from '../../../../shared/rules/index.ts';
import type { BillPaymentService } from '../../../service/index.ts';
import type { PaymentCatalog, PaymentPorts } from '../types.ts';
import { checkAmount, checkKind } from './amount-rules.ts';
import type { BalanceCache } from './balance-cache.ts';
import type { WalkInBills } from './walk-in-bills.ts';

type FailedConsultation = Extract<
  Awaited<ReturnType<BillPaymentService['consult']>>,
  { ok: false }
>;

/** Questions about an account before an order is made for it. No money moves. */
export interface Consultations {
  consult(input: CallReceived<'payments.consult'>): Promise<Result<Balance>>;
  checkAccount(input: CallReceived<'payments.checkAccount'>): Result<{ accountNumber: string }>;
  checkTopUp(input: CallReceived<'payments.checkTopUp'>): Promise<Result<TopUpCheck>>;
  /**
   * A version that pays only bills needs a bill's id: if no consultation made a bill, one is made
   * now.
   */
  billFor(
    service: BillPaymentService,
    biller: Biller,
    account: ValidAccount,
    known: string | null,
  ): Promise<Result<string | null>>;
}

export function createConsultations(
  ports: Pick<
    PaymentPorts,
    'newId' | 'connected' | 'catalog' | 'customers' | 'settings' | 'elsewhere'
  >,
  balances: BalanceCache,
  walkIn: WalkInBills,
): Consultations {
  /** An amount of the service in its account's currency, where the shop's is the same. */
  function ofTheService(amount: string | null): Money | null {
    const { shopCurrency, accountCurrency } = ports.settings();
    const isShops = accountCurrency === null || isSameCurrency(accountCurrency, shopCurrency);
    return amount !== null && isShops ? createMoney(amount, shopCurrency) : null;
  }

  /** Where the account does not tell its currency, it is taken for the shop's. */
  function inAccountCurrency(amount: string): Money {
    const { shopCurrency, accountCurrency } = ports.settings();
    const isShops = accountCurrency === null || isSameCurrency(accountCurrency, shopCurrency);
    return createMoney(amount, isShops ? shopCurrency : accountCurrency);
  }

  /** What a consultation that failed has left at the service is deleted there. */
  function leaving({ problem, failedBill }: FailedConsultation): Result<never> {
    if (failedBill !== undefined) walkIn.recordFailedBill(failedBill.id, failedBill.wasThere);
    return fail(problem);
  }

  async function consult(input: CallReceived<'payments.consult'>): Promise<Result<Balance>> {
    const connected = await ports.connected();
    if (!connected.ok) return connected;
    const service = connected.value;
    const checked = resolveBillerAccount(ports.catalog, input);
    if (!checked.ok) return checked;
    const { biller, account } = checked.value;
    if (!biller.canCheckBalance) return fail({ kind: 'not-offered', what: 'balance' });
    ports.elsewhere?.prefetch({ billerId: biller.id, accountNumber: account.accountNumber });
    const answer = await service.consult({
      billerId: biller.id,
      ...account,
      currency: biller.currency,
    });
    if (!answer.ok) return leaving(answer);
    const { amount, billId, fee, nameOnAccount, dueDate, amountInChainCurrency } = answer.value;
    if (biller.currency === '' && !amount?.currency) return fail(createNoCurrencyProblem(biller));
    if (billId !== null) walkIn.recordBill(billId, answer.value.billWasThere);
    const balance: Balance = {
      id: ports.newId(),
      billerId: biller.id,
      accountNumber: account.accountNumber,
      amount: amount && createMoney(amount.amount, amount.currency),
      // Without the account it would be a guess whose currency that is; the rates need none.
      amountInShopCurrency:
        ports.settings().accountCurrency === null ? null : ofTheService(amountInChainCurrency),
      nameOnAccount,
      dueDate,
      serviceFee: fee === null ? null : inAccountCurrency(fee),
    };
    balances.save({ balance, service, billId, isKept: false });
    ports.customers?.rememberName(balance);
    return ok(balance);
  }

  async function billFor(
    service: BillPaymentService,
    biller: Biller,
    account: ValidAccount,
    known: string | null,
  ): Promise<Result<string | null>> {
    if (!getVersionFacts(service.version).paysOnlyBills || known !== null) return ok(known);
    const made = await service.consult({
      billerId: biller.id,
      ...account,
      currency: biller.currency,
    });
    if (!made.ok) return leaving(made);
    const { billId, billWasThere } = made.value;
    if (billId !== null) walkIn.recordBill(billId, billWasThere);
    return ok(billId);
  }

  async function checkTopUp(
    input: CallReceived<'payments.checkTopUp'>,
  ): Promise<Result<TopUpCheck>> {
    const connected = await ports.connected();
    if (!connected.ok) return connected;
    const service = connected.value;
    const checked = resolveBillerAccount(ports.catalog, input);
    if (!checked.ok) return checked;
    const { biller, account } = checked.value;
    const usable = checkKind('top-up', biller, ports.settings().cashOutBillers);
    if (!usable.ok) return usable;
    const amount = checkAmount(input.amount, biller.currency);
    if (!amount.ok) return amount;
    ports.elsewhere?.prefetch({ billerId: biller.id, accountNumber: account.accountNumber });
    const answer = await service.check(
      { billerId: biller.id, ...account, currency: biller.currency },
      amount.value,
    );
    if (!answer.ok) return answer;
    const { received, bonus, total, currency, promotions } = answer.value;
    return ok({
      received: createMoney(received, currency),
      bonus: createMoney(bonus, currency),
      total: total === null ? null : createMoney(total, currency),
      promotions: [...promotions],
    });
  }

  return {
    consult,
    billFor,
    checkTopUp,
    checkAccount: (input) => {
      const checked = resolveBillerAccount(ports.catalog, input);
      return checked.ok ? ok({ accountNumber: checked.value.account.accountNumber }) : checked;
    },
  };
}

/** The biller and the account that is asked about. `taken`: the service has taken it already. */
export function resolveBillerAccount(
  catalog: Pick<PaymentCatalog, 'biller'>,
  input: {
    readonly billerId: number;
    readonly accountNumber: string;
    readonly nameOnAccount: string | null;
  },
  taken: Balance | null = null,
): Result<{ biller: Biller; account: ValidAccount }> {
  const found = catalog.biller(input.billerId);
  if (!found) return fail({ kind: 'not-found', what: 'biller' });
  const { biller } = found;
  // A balance names the currency that the list leaves out.
  if (biller.currency === '' && !biller.canCheckBalance)
    return fail(createNoCurrencyProblem(biller));
  if (taken !== null) {
    const nameOnAccount = biller.requiresNameOnAccount ? taken.nameOnAccount : null;
    return ok({ biller, account: { accountNumber: taken.accountNumber, nameOnAccount } });
  }
  const account = validateAccount(biller, input.accountNumber, input.nameOnAccount);
  return account.ok ? ok({ biller, account: account.value }) : account;
}

export function createNoCurrencyProblem(biller: Biller): Problem {
  return { kind: 'biller-unusable', reason: 'no-currency', billerKind: biller.kind };
}

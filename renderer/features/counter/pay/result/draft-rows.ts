import type { Order, Payment } from '../../../../../shared/contract/index.ts';
import {
  getAccountLabel,
  maskAccount,
  type ReceiptTexts,
} from '../../../../../shared/i18n/index.ts';
import { type Money, parseAmount } from '../../../../../shared/money/index.ts';
import { formatAccountNumber, getAccountKind } from '../../../../../shared/rules/index.ts';
import { type DraftRow, formatMoneyInSentence } from '../../../../components/index.ts';
import type { Draft, Step } from '../flow/index.ts';
import { getFixedAmount, getPaymentCurrency } from '../flow/index.ts';
import type { FeeEstimate } from '../form/index.ts';

const NO_FEE_ESTIMATE: FeeEstimate = { fee: null, getTotal: () => null };

/** The draft of the receipt, with the lines known so far, in the receipt's words. */
export function createDraftRows(
  step: Step,
  words: ReceiptTexts,
  locale: string,
  known: FeeEstimate = NO_FEE_ESTIMATE,
): readonly DraftRow[] {
  const write = (value: Money) => formatMoneyInSentence(value, locale);
  switch (step.step) {
    case 'account':
    case 'repeat':
    case 'balance':
      return createAccountRows(step.draft, words);
    case 'amount': {
      const { draft } = step;
      const parsed = parseAmount(draft.amountText, getPaymentCurrency(draft), locale);
      const amount = getFixedAmount(draft) ?? (parsed.ok ? parsed.value : null);
      return [
        ...createAccountRows(draft, words),
        ...(amount ? createAmountRows(amount, known, words, write) : []),
      ];
    }
    case 'check':
      return [
        ...createAccountRows(step.draft, words),
        ...createAmountRows(step.amount, known, words, write),
      ];
    case 'decide':
      return [
        ...createAccountRows(step.draft, words),
        ...createOrderRows(step.order, words, write),
      ];
    case 'cash': {
      const parsed = parseAmount(step.text, step.order.due.currency, locale);
      return [
        ...createAccountRows(step.draft, words),
        ...createOrderRows(step.order, words, write),
        ...(parsed.ok ? [createRuledRow('cash', words.cash, write(parsed.value))] : []),
      ];
    }
    case 'confirm':
      return [
        ...createAccountRows(step.draft, words),
        ...createOrderRows(step.order, words, write),
        ...(step.cash && step.change
          ? createCashRows(step.cash, step.change, words, write)
          : [createMoneyOutRow(words.toHandOver, write(step.order.due))]),
      ];
    case 'paying':
      return createDraftRows(step.from, words, locale, known);
    case 'payment':
      return createPaymentRows(step.payment, words, write);
    case 'ended':
      return [];
  }
}

type MoneyFormatter = (value: Money) => string;

/** An amount before its order is made: with the fee and the total where they are known. */
function createAmountRows(
  amount: Money,
  { fee, getTotal }: FeeEstimate,
  words: ReceiptTexts,
  write: MoneyFormatter,
): readonly DraftRow[] {
  const total = getTotal(amount);
  return [
    createRow('amount', words.amount, write(amount)),
    ...(fee === null ? [] : [createRow('fee', words.fee, write(fee))]),
    ...(total === null
      ? []
      : [{ ...createRuledRow('total', words.total, write(total)), isStrong: true }]),
  ];
}

function createAccountRows(draft: Draft, words: ReceiptTexts): readonly DraftRow[] {
  const accountNumber = draft.accountNumber.trim();
  const account = { accountNumber, accountShown: formatAccountNumber(draft.biller, accountNumber) };
  const name = draft.nameOnAccount.trim();
  return [
    { id: 'biller', label: draft.biller.name, isStrong: true },
    ...(accountNumber === ''
      ? []
      : [
          createRow(
            'account',
            getAccountLabel(words, getAccountKind(draft.biller)),
            maskAccount(account),
          ),
        ]),
    ...(draft.biller.requiresNameOnAccount && name !== ''
      ? [createRow('name', words.nameOnAccount, name)]
      : []),
  ];
}

function createOrderRows(
  order: Order,
  words: ReceiptTexts,
  write: MoneyFormatter,
): readonly DraftRow[] {
  const isForeign = order.rate !== null;
  const hasTotal = isForeign || order.fee !== null;
  return [
    createRow('amount', words.amount, write(order.amount)),
    ...(isForeign
      ? [
          createRow(
            'inShop',
            `${words.amountInShopCurrency} ${order.due.currency}`,
            write(order.amountInShopCurrency),
          ),
        ]
      : []),
    ...(order.fee === null ? [] : [createRow('fee', words.fee, write(order.fee))]),
    ...(hasTotal
      ? [{ ...createRuledRow('total', words.total, write(order.due)), isStrong: true }]
      : []),
  ];
}

function createPaymentRows(
  payment: Payment,
  words: ReceiptTexts,
  write: MoneyFormatter,
): readonly DraftRow[] {
  const hasTotal = payment.fee !== null || payment.due.currency !== payment.amount.currency;
  return [
    { id: 'biller', label: payment.billerName, isStrong: true },
    createRow('account', getAccountLabel(words, payment.accountIs), maskAccount(payment)),
    createRow('amount', words.amount, write(payment.amount)),
    ...(payment.fee === null ? [] : [createRow('fee', words.fee, write(payment.fee))]),
    ...(hasTotal
      ? [{ ...createRuledRow('total', words.total, write(payment.due)), isStrong: true }]
      : []),
    ...(payment.cash && payment.change && !isCashReturned(payment)
      ? createCashRows(payment.cash, payment.change, words, write)
      : []),
    ...createMoneyOutRows(payment, words, write),
    ...(payment.authorization === null
      ? []
      : [createRow('authorization', words.authorization, payment.authorization)]),
  ];
}

/** The money for the customer: to be handed over until it was; nothing if there is none. */
function createMoneyOutRows(
  payment: Payment,
  words: ReceiptTexts,
  write: MoneyFormatter,
): readonly DraftRow[] {
  const isCancel = payment.kind === 'cancel';
  switch (payment.handOver) {
    case 'none':
    case 'never':
      return [];
    case 'not-yet':
    case 'paper-first':
    case 'now':
      return [
        createMoneyOutRow(isCancel ? words.toGiveBack : words.toHandOver, write(payment.due)),
      ];
    case 'done':
      return [createMoneyOutRow(isCancel ? words.givenBack : words.handedOver, write(payment.due))];
  }
}

function createMoneyOutRow(label: string, value: string): DraftRow {
  return { ...createRuledRow('moneyOut', label, value), isStrong: true };
}

/** Nothing was taken: the customer gets the cash back, and there is no change to show. */
function isCashReturned({ state }: Payment): boolean {
  return state === 'rejected' || state === 'not-performed' || state === 'by-hand-not-paid';
}

function createCashRows(
  cash: Money,
  change: Money,
  words: ReceiptTexts,
  write: MoneyFormatter,
): readonly DraftRow[] {
  return [
    createRuledRow('cash', words.cash, write(cash)),
    { ...createRow('change', words.change, write(change)), isStrong: true },
  ];
}

function createRow(id: string, label: string, value: string): DraftRow {
  return { id, label, value };
}

function createRuledRow(id: string, label: string, value: string): DraftRow {
  return { id, label, value, isRuled: true };
}

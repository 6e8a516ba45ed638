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

/** Returns the rows of the draft receipt that are known so far, in the receipt's words. */
export function createDraftRows(
  step: Step,
  texts: ReceiptTexts,
  locale: string,
  feeEstimate: FeeEstimate = NO_FEE_ESTIMATE,
): readonly DraftRow[] {
  const format = (value: Money) => formatMoneyInSentence(value, locale);
  switch (step.step) {
    case 'account':
    case 'repeat':
    case 'balance':
      return createAccountRows(step.draft, texts);
    case 'amount': {
      const { draft } = step;
      const parsed = parseAmount(draft.amountText, getPaymentCurrency(draft), locale);
      const amount = getFixedAmount(draft) ?? (parsed.ok ? parsed.value : null);
      return [
        ...createAccountRows(draft, texts),
        ...(amount ? createAmountRows(amount, feeEstimate, texts, format) : []),
      ];
    }
    case 'check':
      return [
        ...createAccountRows(step.draft, texts),
        ...createAmountRows(step.amount, feeEstimate, texts, format),
      ];
    case 'decide':
      return [
        ...createAccountRows(step.draft, texts),
        ...createOrderRows(step.order, texts, format),
      ];
    case 'cash': {
      const parsed = parseAmount(step.text, step.order.due.currency, locale);
      return [
        ...createAccountRows(step.draft, texts),
        ...createOrderRows(step.order, texts, format),
        ...(parsed.ok ? [createRuledRow('cash', texts.cash, format(parsed.value))] : []),
      ];
    }
    case 'confirm':
      return [
        ...createAccountRows(step.draft, texts),
        ...createOrderRows(step.order, texts, format),
        ...(step.cash && step.change
          ? createCashRows(step.cash, step.change, texts, format)
          : [createMoneyOutRow(texts.toHandOver, format(step.order.due))]),
      ];
    case 'paying':
      return createDraftRows(step.from, texts, locale, feeEstimate);
    case 'payment':
      return createPaymentRows(step.payment, texts, format);
    case 'ended':
      return [];
  }
}

type MoneyFormatter = (value: Money) => string;

/** The rows of an amount before its order is prepared, with fee and total if they are known. */
function createAmountRows(
  amount: Money,
  { fee, getTotal }: FeeEstimate,
  texts: ReceiptTexts,
  format: MoneyFormatter,
): readonly DraftRow[] {
  const total = getTotal(amount);
  return [
    createRow('amount', texts.amount, format(amount)),
    ...(fee === null ? [] : [createRow('fee', texts.fee, format(fee))]),
    ...(total === null
      ? []
      : [{ ...createRuledRow('total', texts.total, format(total)), isStrong: true }]),
  ];
}

function createAccountRows(draft: Draft, texts: ReceiptTexts): readonly DraftRow[] {
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
            getAccountLabel(texts, getAccountKind(draft.biller)),
            maskAccount(account),
          ),
        ]),
    ...(draft.biller.requiresNameOnAccount && name !== ''
      ? [createRow('name', texts.nameOnAccount, name)]
      : []),
  ];
}

function createOrderRows(
  order: Order,
  texts: ReceiptTexts,
  format: MoneyFormatter,
): readonly DraftRow[] {
  const isForeign = order.rate !== null;
  const hasTotal = isForeign || order.fee !== null;
  return [
    createRow('amount', texts.amount, format(order.amount)),
    ...(isForeign
      ? [
          createRow(
            'inShop',
            `${texts.amountInShopCurrency} ${order.due.currency}`,
            format(order.amountInShopCurrency),
          ),
        ]
      : []),
    ...(order.fee === null ? [] : [createRow('fee', texts.fee, format(order.fee))]),
    ...(hasTotal
      ? [{ ...createRuledRow('total', texts.total, format(order.due)), isStrong: true }]
      : []),
  ];
}

function createPaymentRows(
  payment: Payment,
  texts: ReceiptTexts,
  format: MoneyFormatter,
): readonly DraftRow[] {
  const hasTotal = payment.fee !== null || payment.due.currency !== payment.amount.currency;
  return [
    { id: 'biller', label: payment.billerName, isStrong: true },
    createRow('account', getAccountLabel(texts, payment.accountIs), maskAccount(payment)),
    createRow('amount', texts.amount, format(payment.amount)),
    ...(payment.fee === null ? [] : [createRow('fee', texts.fee, format(payment.fee))]),
    ...(hasTotal
      ? [{ ...createRuledRow('total', texts.total, format(payment.due)), isStrong: true }]
      : []),
    ...(payment.cash && payment.change && !isCashReturned(payment)
      ? createCashRows(payment.cash, payment.change, texts, format)
      : []),
    ...createMoneyOutRows(payment, texts, format),
    ...(payment.authorization === null
      ? []
      : [createRow('authorization', texts.authorization, payment.authorization)]),
  ];
}

/**
 * The rows of money for the customer: to be handed over, or handed over; empty if there is none.
 */
function createMoneyOutRows(
  payment: Payment,
  texts: ReceiptTexts,
  format: MoneyFormatter,
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
        createMoneyOutRow(isCancel ? texts.toGiveBack : texts.toHandOver, format(payment.due)),
      ];
    case 'done':
      return [
        createMoneyOutRow(isCancel ? texts.givenBack : texts.handedOver, format(payment.due)),
      ];
  }
}

function createMoneyOutRow(label: string, value: string): DraftRow {
  return { ...createRuledRow('moneyOut', label, value), isStrong: true };
}

/** Whether the payment failed, so that the customer gets all cash back and there is no change. */
function isCashReturned({ state }: Payment): boolean {
  return state === 'rejected' || state === 'not-performed' || state === 'by-hand-not-paid';
}

function createCashRows(
  cash: Money,
  change: Money,
  texts: ReceiptTexts,
  format: MoneyFormatter,
): readonly DraftRow[] {
  return [
    createRuledRow('cash', texts.cash, format(cash)),
    { ...createRow('change', texts.change, format(change)), isStrong: true },
  ];
}

function createRow(id: string, label: string, value: string): DraftRow {
  return { id, label, value };
}

function createRuledRow(id: string, label: string, value: string): DraftRow {
  return { id, label, value, isRuled: true };
}

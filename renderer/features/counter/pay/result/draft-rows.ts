import type { Order } from '../../../../../shared/contract/index.ts';
import {
  getAccountLabel,
  maskAccount,
  type ReceiptTexts,
} from '../../../../../shared/i18n/index.ts';
import { type Money, parseAmount } from '../../../../../shared/money/index.ts';
import { formatAccountNumber, getAccountKind } from '../../../../../shared/rules/index.ts';
import { type DraftTapeRow, formatMoneyInSentence } from '../../../../components/index.ts';
import {
  createCashRows,
  createDraftRow,
  createMoneyOutRow,
  createRuledDraftRow,
  type MoneyFormatter,
} from '../../payment-result/index.ts';
import type { PaymentDraft, PayStep } from '../flow/index.ts';
import { getFixedAmount, getPaymentCurrency } from '../flow/index.ts';
import type { FeeEstimate } from '../form/index.ts';

export type StepBeforePayment = Exclude<PayStep, { readonly step: 'sent-payment' }>;

/** Returns the rows of the draft receipt that are known so far, in the receipt's words. */
export function createDraftRows(
  step: StepBeforePayment,
  texts: ReceiptTexts,
  locale: string,
  feeEstimate: FeeEstimate,
): readonly DraftTapeRow[] {
  const format = (value: Money) => formatMoneyInSentence(value, locale);
  switch (step.step) {
    case 'account':
    case 'repeat-number':
    case 'balance':
    case 'amount-difference':
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
    case 'top-up-check':
      return [
        ...createAccountRows(step.draft, texts),
        ...createAmountRows(step.amount, feeEstimate, texts, format),
      ];
    case 'warnings':
      return [
        ...createAccountRows(step.draft, texts),
        ...createOrderRows(step.order, texts, format),
      ];
    case 'cash': {
      const parsed = parseAmount(step.cashText, step.order.due.currency, locale);
      return [
        ...createAccountRows(step.draft, texts),
        ...createOrderRows(step.order, texts, format),
        ...(parsed.ok ? [createRuledDraftRow('cash', texts.cash, format(parsed.value))] : []),
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
    case 'recording-intent':
      return createDraftRows(step.confirmStep, texts, locale, feeEstimate);
    case 'ended':
      return [];
  }
}

/** The rows of an amount before its order is prepared, with fee and total if they are known. */
function createAmountRows(
  amount: Money,
  { fee, getTotal }: FeeEstimate,
  texts: ReceiptTexts,
  format: MoneyFormatter,
): readonly DraftTapeRow[] {
  const total = getTotal(amount);
  return [
    createDraftRow('amount', texts.amount, format(amount)),
    ...(fee === null ? [] : [createDraftRow('fee', texts.fee, format(fee))]),
    ...(total === null
      ? []
      : [{ ...createRuledDraftRow('total', texts.total, format(total)), isStrong: true }]),
  ];
}

function createAccountRows(draft: PaymentDraft, texts: ReceiptTexts): readonly DraftTapeRow[] {
  const accountNumber = draft.accountNumber.trim();
  const account = { accountNumber, accountShown: formatAccountNumber(draft.biller, accountNumber) };
  const name = draft.nameOnAccount.trim();
  return [
    { id: 'biller', label: draft.biller.name, isStrong: true },
    ...(accountNumber === ''
      ? []
      : [
          createDraftRow(
            'account',
            getAccountLabel(texts, getAccountKind(draft.biller)),
            maskAccount(account),
          ),
        ]),
    ...(draft.biller.requiresNameOnAccount && name !== ''
      ? [createDraftRow('name', texts.nameOnAccount, name)]
      : []),
  ];
}

function createOrderRows(
  order: Order,
  texts: ReceiptTexts,
  format: MoneyFormatter,
): readonly DraftTapeRow[] {
  const isForeign = order.rate !== null;
  const hasTotal = isForeign || order.fee !== null;
  return [
    createDraftRow('amount', texts.amount, format(order.amount)),
    ...(isForeign
      ? [
          createDraftRow(
            'inShop',
            `${texts.amountInShopCurrency} ${order.due.currency}`,
            format(order.amountInShopCurrency),
          ),
        ]
      : []),
    ...(order.fee === null ? [] : [createDraftRow('fee', texts.fee, format(order.fee))]),
    ...(hasTotal
      ? [{ ...createRuledDraftRow('total', texts.total, format(order.due)), isStrong: true }]
      : []),
  ];
}

import {
  add,
  compare,
  convertCurrency,
  createMoney,
  createZero,
} from '../../../shared/money/index.ts';
import { computeExchangeRates, type TrainingBiller } from '../catalog/index.ts';
import type { TrainingContext } from '../context.ts';
import {
  createTrainingAnswer,
  readAmountField,
  refuseNotFound,
  refuseWithCode,
  type TrainingAnswer,
  type TrainingRequestBody,
  toTrainingRefusalAnswer,
  toWireNumber,
} from '../wire/index.ts';
import { computeAccountBalance, validateAccount } from './accounts.ts';
import { getInvalidAmountCode, isAmountAmongOffered } from './payment-rules.ts';
import { readPayee } from './payments.ts';
import { convertAmounts, readShopBalance } from './settlement.ts';
import { toAccountShape, toConsultShape } from './wire-shapes.ts';

/** Inquiries: operations that change nothing. */

export function getTrainingAccount(context: TrainingContext): TrainingAnswer {
  return createTrainingAnswer(
    200,
    context.wireForms.toAccount(toAccountShape(readShopBalance(context.store), context.currency)),
  );
}

export function getExchangeRates(context: TrainingContext): TrainingAnswer {
  const rates = Object.entries(computeExchangeRates(context.now, context.seed));
  return createTrainingAnswer(
    200,
    Object.fromEntries(rates.map(([currency, rate]) => [currency, toWireNumber(rate)])),
  );
}

/** Returns an account's balance; R101 if the biller offers none. */
export function consultAccount(
  context: TrainingContext,
  body: TrainingRequestBody,
): TrainingAnswer {
  const payee = readPayee(body);
  if (!payee.ok) return toTrainingRefusalAnswer(payee.refusal);
  const biller = context.catalog.findBiller(payee.value.billerId);
  if (!biller) return toTrainingRefusalAnswer(refuseNotFound('company').refusal);
  if (!biller.canCheckBalance) return toTrainingRefusalAnswer(refuseWithCode('R101').refusal);
  const account = { ...payee.value, biller };
  const checked = validateAccount(account);
  if (!checked.ok) return toTrainingRefusalAnswer(checked.refusal);
  const amount = computeAccountBalance(context, account);
  return createTrainingAnswer(
    200,
    context.wireForms.toConsult(
      toConsultShape({
        accountNumber: account.accountNumber,
        billerId: biller.id,
        amount,
        currency: biller.currency,
        sums: amount === null ? null : convertAmounts(context, amount, biller.currency, biller.fee),
        nameOnAccount: account.nameOnAccount,
        dueDate: null,
      }),
    ),
  );
}

/** Returns the credit that a top-up would add to the phone, with the bonus of its promotion. */
export function checkTopUp(context: TrainingContext, body: TrainingRequestBody): TrainingAnswer {
  const payee = readPayee(body);
  if (!payee.ok) return toTrainingRefusalAnswer(payee.refusal);
  const amount = readAmountField(body);
  if (!amount.ok) return toTrainingRefusalAnswer(amount.refusal);
  const biller = context.catalog.findBiller(payee.value.billerId);
  if (!biller) return toTrainingRefusalAnswer(refuseNotFound('company').refusal);
  if (biller.kind !== 'top-up') return toTrainingRefusalAnswer(refuseWithCode('R6').refusal);
  const checked = validateAccount({ ...payee.value, biller });
  if (!checked.ok) return toTrainingRefusalAnswer(checked.refusal);
  if (!isAmountAmongOffered(amount.value, biller.amounts)) {
    return toTrainingRefusalAnswer(refuseWithCode(getInvalidAmountCode(biller.id)).refusal);
  }
  const phoneCurrency = biller.topUpCurrency;
  const received = convertCurrency(
    createMoney(amount.value, biller.currency),
    { from: '1', to: biller.topUpRate },
    phoneCurrency,
    'half',
  );
  const hasBonus = isBonusEarned(biller, amount.value);
  const bonus = hasBonus
    ? convertCurrency(
        received,
        { from: '100', to: String(biller.bonusPercent) },
        phoneCurrency,
        'half',
      )
    : createZero(phoneCurrency);
  return createTrainingAnswer(
    200,
    context.wireForms.toTopUpCheck({
      topup_amount_received: toWireNumber(received.amount),
      bonus_amount_received: toWireNumber(bonus.amount),
      total_amount_received: toWireNumber(add(received, bonus).amount),
      topup_fx_rate: toWireNumber(biller.topUpRate),
      biller_promotions: hasBonus ? [`${biller.bonusPercent}% de saldo extra`] : [],
      phone_number_biller_id: null,
      biller_currency_iso: phoneCurrency,
    }),
  );
}

function isBonusEarned(biller: TrainingBiller, amount: string): boolean {
  const minimum = createMoney(biller.bonusFrom, biller.currency);
  return biller.bonusPercent > 0 && compare(createMoney(amount, biller.currency), minimum) >= 0;
}

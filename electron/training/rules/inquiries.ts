import { add, compare, convert, createMoney, createZero } from '../../../shared/money/index.ts';
import { computeRates, type TrainingBiller } from '../catalog/index.ts';
import type { TrainingContext } from '../context.ts';
import {
  createAnswer,
  readAmount,
  refuseCode,
  refuseNotFound,
  type TrainingAnswer,
  type TrainingRequestBody,
  toRefusalAnswer,
  toWireNumber,
} from '../wire/index.ts';
import { computeBalance, validateAccount } from './accounts.ts';
import { getInvalidAmountCode, isAmountOffered } from './payment-rules.ts';
import { readPayee } from './payments.ts';
import { convertSums, readShopBalance } from './settlement.ts';
import { toAccountShape, toConsultShape } from './wire-shapes.ts';

/** Inquiries: operations that change nothing. */

export function getAccount(context: TrainingContext): TrainingAnswer {
  return createAnswer(
    200,
    context.forms.toAccount(toAccountShape(readShopBalance(context.store), context.currency)),
  );
}

export function getRates(context: TrainingContext): TrainingAnswer {
  const rates = Object.entries(computeRates(context.now, context.seed));
  return createAnswer(
    200,
    Object.fromEntries(rates.map(([currency, rate]) => [currency, toWireNumber(rate)])),
  );
}

/** Returns an account's balance; R101 if the biller offers none. */
export function consult(context: TrainingContext, body: TrainingRequestBody): TrainingAnswer {
  const payee = readPayee(body);
  if (!payee.ok) return toRefusalAnswer(payee.refusal);
  const biller = context.catalog.findBiller(payee.value.billerId);
  if (!biller) return toRefusalAnswer(refuseNotFound('company').refusal);
  if (!biller.canCheckBalance) return toRefusalAnswer(refuseCode('R101').refusal);
  const account = { ...payee.value, biller };
  const checked = validateAccount(account);
  if (!checked.ok) return toRefusalAnswer(checked.refusal);
  const amount = computeBalance(context, account);
  return createAnswer(
    200,
    context.forms.toConsult(
      toConsultShape({
        accountNumber: account.accountNumber,
        billerId: biller.id,
        amount,
        currency: biller.currency,
        sums: amount === null ? null : convertSums(context, amount, biller.currency, biller.fee),
        nameOnAccount: account.nameOnAccount,
        dueDate: null,
      }),
    ),
  );
}

/** Returns the credit that a top-up would add to the phone, with the bonus of its promotion. */
export function checkTopUp(context: TrainingContext, body: TrainingRequestBody): TrainingAnswer {
  const payee = readPayee(body);
  if (!payee.ok) return toRefusalAnswer(payee.refusal);
  const amount = readAmount(body);
  if (!amount.ok) return toRefusalAnswer(amount.refusal);
  const biller = context.catalog.findBiller(payee.value.billerId);
  if (!biller) return toRefusalAnswer(refuseNotFound('company').refusal);
  if (biller.kind !== 'top-up') return toRefusalAnswer(refuseCode('R6').refusal);
  const checked = validateAccount({ ...payee.value, biller });
  if (!checked.ok) return toRefusalAnswer(checked.refusal);
  if (!isAmountOffered(amount.value, biller.amounts)) {
    return toRefusalAnswer(refuseCode(getInvalidAmountCode(biller.id)).refusal);
  }
  const phoneCurrency = biller.topUpCurrency;
  const received = convert(
    createMoney(amount.value, biller.currency),
    { from: '1', to: biller.topUpRate },
    phoneCurrency,
    'half',
  );
  const hasBonus = isBonusEarned(biller, amount.value);
  const bonus = hasBonus
    ? convert(received, { from: '100', to: String(biller.bonusPercent) }, phoneCurrency, 'half')
    : createZero(phoneCurrency);
  return createAnswer(
    200,
    context.forms.toTopUpCheck({
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

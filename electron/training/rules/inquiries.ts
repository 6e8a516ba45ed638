import { add, compare, convert, money, zero } from '../../../shared/money/index.ts';
import { ratesAt, type TrainingBiller } from '../catalog/index.ts';
import type { Context } from '../context.ts';
import {
  type Answer,
  answer,
  answerRefusal,
  type Body,
  readAmount,
  refuseCode,
  refuseNotFound,
  wireNumber,
} from '../wire/index.ts';
import { checkAccount, owedBy } from './accounts.ts';
import { readPayee } from './payments.ts';
import { isSold, wrongSaleCode } from './rules.ts';
import { shopBalance, sumsOf } from './settlement.ts';
import { accountShape, consultShape } from './shapes.ts';

/** The questions that change nothing. */

export function showAccount(context: Context): Answer {
  return answer(200, accountShape(shopBalance(context.store), context.currency));
}

export function showRates(context: Context): Answer {
  const rates = Object.entries(ratesAt(context.now, context.seed));
  return answer(
    200,
    Object.fromEntries(rates.map(([currency, rate]) => [currency, wireNumber(rate)])),
  );
}

/** An account's balance; R101 if the biller cannot tell it. */
export function consult(context: Context, body: Body): Answer {
  const payee = readPayee(body);
  if (!payee.ok) return answerRefusal(payee.refusal);
  const biller = context.catalog.biller(payee.value.billerId);
  if (!biller) return answerRefusal(refuseNotFound('company').refusal);
  if (!biller.canCheckBalance) return answerRefusal(refuseCode('R101').refusal);
  const account = { ...payee.value, biller };
  const checked = checkAccount(account);
  if (!checked.ok) return answerRefusal(checked.refusal);
  const amount = owedBy(context, account);
  return answer(
    200,
    consultShape({
      accountNumber: account.accountNumber,
      billerId: biller.id,
      amount,
      currency: biller.currency,
      sums: amount === null ? null : sumsOf(context, amount, biller.currency, biller.fee),
      nameOnAccount: account.nameOnAccount,
      dueDate: null,
    }),
  );
}

/** The credit that a top-up would bring to the phone, with the bonus of its promotion. */
export function check(context: Context, body: Body): Answer {
  const payee = readPayee(body);
  if (!payee.ok) return answerRefusal(payee.refusal);
  const amount = readAmount(body);
  if (!amount.ok) return answerRefusal(amount.refusal);
  const biller = context.catalog.biller(payee.value.billerId);
  if (!biller) return answerRefusal(refuseNotFound('company').refusal);
  if (biller.kind !== 'top-up') return answerRefusal(refuseCode('R6').refusal);
  const checked = checkAccount({ ...payee.value, biller });
  if (!checked.ok) return answerRefusal(checked.refusal);
  if (!isSold(amount.value, biller.amounts)) {
    return answerRefusal(refuseCode(wrongSaleCode(biller.id)).refusal);
  }
  const local = biller.topUpCurrency;
  const received = convert(
    money(amount.value, biller.currency),
    { from: '1', to: biller.topUpRate },
    local,
    'half',
  );
  const hasBonus = earnsBonus(biller, amount.value);
  const bonus = hasBonus
    ? convert(received, { from: '100', to: String(biller.bonusPercent) }, local, 'half')
    : zero(local);
  return answer(200, {
    topup_amount_received: wireNumber(received.amount),
    bonus_amount_received: wireNumber(bonus.amount),
    total_amount_received: wireNumber(add(received, bonus).amount),
    topup_fx_rate: wireNumber(biller.topUpRate),
    biller_promotions: hasBonus ? [`${biller.bonusPercent}% de saldo extra`] : [],
    phone_number_biller_id: null,
    biller_currency_iso: local,
  });
}

function earnsBonus(biller: TrainingBiller, amount: string): boolean {
  const from = money(biller.bonusFrom, biller.currency);
  return biller.bonusPercent > 0 && compare(money(amount, biller.currency), from) >= 0;
}

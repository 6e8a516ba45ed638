import type { Money } from '../../shared/money/index.ts';
import type { LookUp } from '../service/index.ts';
import type { Attempt } from './attempts.ts';
import type { CaseAccount } from './cases.ts';
import {
  answeredWith,
  answerWords,
  asExpected,
  leftOut,
  otherwise,
  problemWords,
  type Verdict,
} from './play.ts';
import { accountOf, amountOf, billFor, decidePayment, lookUp, type Run, send } from './run.ts';

type Paid = CaseAccount & { readonly amount: string };

/** Everything that moves money. `billId` is the bill of the account with a balance, if there is one. */
export async function playPaying(run: Run, billId: string | null): Promise<void> {
  await playWholeBalance(run, billId);
  await payCase(run, 'Pay a top-up', run.cases.topUp);
  await playR24(run);
  await playTimeOut(run);
  await playCashOut(run);
  if (run.facts.capabilities.cancel) await playCancel(run);
  else if (!run.facts.paysOnlyBills) await playSingle(run);
}

/** The payment of the whole balance, the same request again, and its row. */
async function playWholeBalance(run: Run, billId: string | null): Promise<void> {
  const { step } = run;
  let attempt: Attempt | null = null;
  let id: string | null = null;
  await step('Pay the whole balance', "2xx with the transaction's id", async () => {
    const amount = await balanceNow(run, billId);
    if (amount === null) return leftOut('the account has no balance');
    if (Number(amount.amount) === 0) return leftOut('the account owes nothing now');
    attempt = decidePayment(run, run.cases.balance, { amount, billId });
    const answer = await send(run, attempt);
    id = answer.kind === 'done' ? (answer.transaction?.id ?? null) : null;
    return verdictOfPayment(answer);
  });
  await step(
    'The same request again',
    'the same transaction: the same key performs it once',
    async () => {
      if (attempt === null || id === null) return leftOut('nothing was paid');
      const answer = await send(run, attempt);
      const isSame = answer.kind === 'done' && answer.transaction?.id === id;
      return isSame ? asExpected(answerWords(answer)) : otherwise(answerWords(answer));
    },
  );
  await step('Look it up by its external_id', 'exactly one transaction', async () => {
    if (attempt === null || id === null) return leftOut('nothing was paid');
    return oneRow(await lookUp(run, attempt), id);
  });
}

async function balanceNow(run: Run, billId: string | null): Promise<Money | null> {
  if (billId !== null) {
    const bill = await run.service.getBill(billId);
    return bill.ok ? bill.value.balance : null;
  }
  const consult = await run.service.consult(accountOf(run, run.cases.balance));
  return consult.ok ? consult.value.amount : null;
}

async function payCase(run: Run, title: string, one: Paid): Promise<string | null> {
  let id: string | null = null;
  await run.step(title, "2xx with the transaction's id", async () => {
    const attempt = decidePayment(run, one, {
      amount: amountOf(run, one),
      billId: await billFor(run, one),
    });
    const answer = await send(run, attempt);
    id = answer.kind === 'done' ? (answer.transaction?.id ?? null) : null;
    return verdictOfPayment(answer);
  });
  return id;
}

async function playSingle(run: Run): Promise<void> {
  const one = run.cases.cancellable;
  await run.step('Single consult', 'bill_amount and its currency', async () => {
    const consult = await run.service.consult(accountOf(run, one));
    if (!consult.ok) return otherwise(problemWords(consult.problem));
    const { amount } = consult.value;
    return amount === null
      ? otherwise('no amount')
      : asExpected(`${amount.amount} ${amount.currency}`);
  });
  await payCase(run, 'Single payment', one);
}

async function playR24(run: Run): Promise<void> {
  const one = run.cases.R24;
  await run.step(
    'R24: time-out from the biller',
    'refused with R24, however long it takes',
    async () => {
      const attempt = decidePayment(run, one, {
        amount: amountOf(run, one),
        billId: await billFor(run, one),
      });
      return answeredWith('R24', await send(run, attempt));
    },
  );
}

/** Nothing is known after the time-out: it is looked up, and only then sent again. */
async function playTimeOut(run: Run): Promise<void> {
  const one = run.cases.R24;
  const seconds = run.patience / 1000;
  await run.step(
    'Time-out of the client',
    `no answer within ${seconds} s; the look-up by external_id; if it is empty, the same bytes again with the same key, and the service's answer`,
    async () => {
      const attempt = decidePayment(run, one, {
        amount: amountOf(run, one),
        billId: await billFor(run, one),
      });
      const first = await send(run, attempt, run.impatient);
      if (first.kind !== 'unknown' || first.reason !== 'timed-out') {
        return leftOut(`the service answered within ${seconds} s: ${answerWords(first)}`);
      }
      const found = await lookUp(run, attempt);
      if (found.kind === 'found') return asExpected(`timed out; look-up: ${rowsWords(found)}`);
      if (found.kind !== 'empty') return otherwise(`timed out; look-up: ${found.kind}`);
      const again = await send(run, attempt);
      const words = `timed out; look-up: nothing; sent again: ${answerWords(again)}`;
      const isAnswer = again.kind === 'done' || (again.kind === 'refused' && again.code === 'R24');
      return isAnswer ? asExpected(words) : otherwise(words);
    },
  );
}

async function playCashOut(run: Run): Promise<void> {
  const { cashOut } = run.cases;
  const billerId = cashOut.billerId ?? run.cashOutBillers[0] ?? null;
  await run.step('Cash-out', "2xx with the transaction's id and ticket_text", async () => {
    if (billerId === null) return leftOut('no cash-out biller is named (cashOutBillers)');
    const { accountNumber, amount } = cashOut;
    const attempt = run.attempts.decide(run.service, {
      kind: 'cash-out',
      billerId,
      accountNumber,
      nameOnAccount: null,
      amount: amountOf(run, { billerId, accountNumber, amount }),
      externalId: run.newId(),
      posNumber: run.posNumber,
      cashierId: run.cashierId,
    });
    const answer = await send(run, attempt);
    if (answer.kind !== 'done') return otherwise(answerWords(answer));
    const text = answer.transaction?.ticketText ?? null;
    return text === null
      ? otherwise(`${answerWords(answer)}, without ticket_text`)
      : asExpected(`${answerWords(answer)}, ticket_text of ${text.length} characters`);
  });
}

async function playCancel(run: Run): Promise<void> {
  const paidId = await payCase(run, 'Pay what is cancelled next', run.cases.cancellable);
  await run.step('Cancel it', 'confirmed by the service', async () => {
    if (paidId === null) return leftOut('nothing was paid');
    const answer = await cancel(run, paidId);
    return answer.kind === 'done'
      ? asExpected(`HTTP ${answer.httpStatus}`)
      : otherwise(answerWords(answer));
  });
  await run.step('Look up what was cancelled', 'exactly one transaction', async () =>
    paidId === null
      ? leftOut('nothing was paid')
      : oneRow(await run.service.lookUpTransaction(paidId), paidId),
  );
  await run.step('R103: cancel it again', 'refused with R103', async () =>
    paidId === null ? leftOut('nothing was paid') : answeredWith('R103', await cancel(run, paidId)),
  );
  const keptId = await payCase(run, 'Pay what cannot be cancelled', run.cases.notCancellable);
  await run.step(
    'R26: a reversal that the biller does not support',
    'refused with R26',
    async () =>
      keptId === null
        ? leftOut('nothing was paid')
        : answeredWith('R26', await cancel(run, keptId)),
  );
}

function cancel(run: Run, transactionId: string) {
  return send(run, run.attempts.decide(run.service, { kind: 'cancel', transactionId }));
}

function verdictOfPayment(answer: Awaited<ReturnType<typeof send>>): Verdict {
  const isDone = answer.kind === 'done' && answer.transaction !== null;
  return isDone ? asExpected(answerWords(answer)) : otherwise(answerWords(answer));
}

function oneRow(found: LookUp, id: string): Verdict {
  if (found.kind === 'failed') return otherwise(problemWords(found.problem));
  if (found.kind !== 'found') return otherwise(`the look-up is ${found.kind}`);
  const words = rowsWords(found);
  return found.rows.length === 1 && found.rows[0]?.id === id ? asExpected(words) : otherwise(words);
}

function rowsWords({ rows }: Extract<LookUp, { kind: 'found' }>): string {
  return rows.map(({ id, status }) => `transaction ${id}, ${status ?? 'no status'}`).join('; ');
}

import type { BillerKind } from '../../shared/contract/index.ts';
import type { RefusedCode } from './cases.ts';
import { brings, refusedWith } from './play.ts';
import { accountOf, amountOf, type Run } from './run.ts';

const LISTS: readonly (readonly [BillerKind, string])[] = [
  ['utility', 'utilities'],
  ['top-up', 'top-ups'],
  ['gift-card', 'gift cards'],
  ['partner', 'partners'],
];
const REFUSED: readonly (readonly [RefusedCode, string])[] = [
  ['R2', 'invalid account number'],
  ['R9', 'unexpected error'],
  ['R16', 'consult failed'],
  ['R22', 'biller maintenance'],
];

/** Everything that moves no money and makes no bill: account, lists, rates, balances, refusals. */
export async function playAsking(run: Run): Promise<void> {
  const { service, step, cases } = run;
  await step('Account', "the account's name and balance", async () =>
    brings(await service.account(), ({ name, balance }) => {
      return `${name}, ${balance.amount} ${balance.currency}`;
    }),
  );
  for (const [kind, words] of LISTS) {
    await step(`Billers: ${words}`, 'the whole list, page by page', async () => {
      const list = await service.billers(kind);
      if (list.ok) for (const biller of list.value) run.billers.set(biller.id, biller);
      return brings(list, (billers) => `${billers.length} billers`);
    });
  }
  await step('Rates', 'the rates of today by currency', async () =>
    brings(await service.rates(), (rates) => `${Object.keys(rates).length} currencies`),
  );
  if (run.facts.capabilities.topUpCheck) {
    await step('Top-up check', 'what a top-up would bring', async () =>
      brings(
        await service.check(accountOf(run, cases.topUp), amountOf(run, cases.topUp)),
        ({ received, bonus, currency }) => `${received} and a bonus of ${bonus} ${currency}`,
      ),
    );
  }
  if (!run.facts.paysOnlyBills) {
    await step('Balance of an account', 'bill_amount and its currency', async () =>
      brings(await service.consult(accountOf(run, cases.balance)), ({ amount }) =>
        amount === null ? null : `${amount.amount} ${amount.currency}`,
      ),
    );
  }
  const keepsBills = run.facts.capabilities.linkedBills;
  for (const [code, words] of REFUSED) {
    await step(`${code}: ${words}`, `refused with ${code}`, async () => {
      const account = accountOf(run, cases[code]);
      return refusedWith(
        code,
        await (keepsBills ? service.createBill(account) : service.consult(account)),
      );
    });
  }
}

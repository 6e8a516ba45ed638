import type { BillerKind } from '../../../shared/contract/index.ts';
import type { ExpectedRefusalCode } from './cases.ts';
import { type CertificationRun, getCaseAmount, toBillerAccount } from './certification-run.ts';
import { verifyRequestRefused, verifyRequestSucceeded } from './step-runner.ts';

const BILLER_LISTS: readonly (readonly [BillerKind, string])[] = [
  ['utility', 'utilities'],
  ['top-up', 'top-ups'],
  ['gift-card', 'gift cards'],
  ['partner', 'partners'],
];
const REFUSAL_CASES: readonly (readonly [ExpectedRefusalCode, string])[] = [
  ['R2', 'invalid account number'],
  ['R9', 'unexpected error'],
  ['R16', 'consult failed'],
  ['R22', 'biller maintenance'],
];

/** All steps that move no money and create no bill: account, lists, rates, balances, refusals. */
export async function runReadSteps(run: CertificationRun): Promise<void> {
  const { service, runStep, cases } = run;
  await runStep('Account', "the account's name and balance", async () =>
    verifyRequestSucceeded(await service.readAccount(), ({ name, balance }) => {
      return `${name}, ${balance.amount} ${balance.currency}`;
    }),
  );
  for (const [kind, title] of BILLER_LISTS) {
    await runStep(`Billers: ${title}`, 'the whole list, page by page', async () => {
      const list = await service.readBillers(kind);
      if (list.ok) for (const biller of list.value) run.billersById.set(biller.id, biller);
      return verifyRequestSucceeded(list, (billers) => `${billers.length} billers`);
    });
  }
  await runStep('Rates', "today's rates by currency", async () =>
    verifyRequestSucceeded(
      await service.readExchangeRates(),
      (rates) => `${Object.keys(rates).length} currencies`,
    ),
  );
  if (run.versionInfo.capabilities.hasTopUpCheck) {
    await runStep('Top-up check', 'the amount that a top-up would add', async () =>
      verifyRequestSucceeded(
        await service.checkTopUp(
          toBillerAccount(run, cases.topUp),
          getCaseAmount(run, cases.topUp),
        ),
        ({ receivedAmount: received, bonusAmount: bonus, currency }) =>
          `${received} ${currency}, and a bonus of ${bonus} ${currency}`,
      ),
    );
  }
  if (!run.versionInfo.paysOnlyBills) {
    await runStep('Balance of an account', 'bill_amount and its currency', async () =>
      verifyRequestSucceeded(
        await service.consult(toBillerAccount(run, cases.balance)),
        ({ amount }) => (amount === null ? null : `${amount.amount} ${amount.currency}`),
      ),
    );
  }
  const hasLinkedBills = run.versionInfo.capabilities.hasLinkedBills;
  for (const [code, title] of REFUSAL_CASES) {
    await runStep(`${code}: ${title}`, `refused with ${code}`, async () => {
      const account = toBillerAccount(run, cases[code]);
      return verifyRequestRefused(
        code,
        await (hasLinkedBills ? service.createBill(account) : service.consult(account)),
      );
    });
  }
}

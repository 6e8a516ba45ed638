import { asExpected, brings, leftOut, otherwise, problemWords, type Verdict } from './play.ts';
import { accountOf, type Run } from './run.ts';

/** A service may name a next page for ever. */
const MOST_PAGES = 200;

/** A bill of generation 3 from its creation to what can be read of it; its id, or null. */
export async function playBills(run: Run): Promise<string | null> {
  const { service, step } = run;
  if (!run.facts.capabilities.linkedBills) return null;
  const account = accountOf(run, run.cases.balance);
  await step('Create a bill', 'a bill with an id, status linked', async () => {
    const made = await service.createBill(account);
    if (made.ok) run.bills.add(made.value.id);
    return brings(
      made,
      (bill) => (bill.status === 'linked' ? `bill ${bill.id}, linked` : null),
      'the bill is not linked',
    );
  });
  const [id = null] = run.bills;
  await step('Create the same bill again', 'the same bill: none is doubled', async () =>
    brings(
      await service.createBill(account),
      (bill) => (bill.id === id ? `bill ${bill.id}` : null),
      'another bill',
    ),
  );
  await step('List the bills', 'the bill is listed', () => listed(run, id));
  if (id === null) return null;
  await step('Read the bill', 'the bill by its id', async () =>
    brings(await service.getBill(id), (bill) => (bill.id === id ? said(bill) : null)),
  );
  await step('Refresh the bill', 'the bill with its balance of now', async () =>
    brings(await service.refreshBill(id), (bill) => (bill.balance === null ? null : said(bill))),
  );
  await step('Extra data of the bill', 'the bill with extra data', async () => {
    const read = await service.getBill(id);
    const biller = run.billers.get(account.billerId);
    const hasExtra = (read.ok && read.value.hasExtraData) || biller?.hasExtraData === true;
    if (!hasExtra) return leftOut('neither the bill nor its biller announces extra data');
    return brings(await service.extraData(id), ({ bill }) => said(bill));
  });
  return id;
}

/** Takes away what was made: once by its endpoint, and once more to see that it is gone. */
export async function playDeletion(run: Run): Promise<void> {
  if (!run.facts.capabilities.linkedBills) return;
  for (const id of run.bills) {
    await run.step(`Delete bill ${id}`, 'the bill is gone', async () =>
      brings(await run.service.deleteBill(id), () => 'gone'),
    );
  }
  const [first] = run.bills;
  if (first === undefined) return;
  await run.step('The deleted bill', 'no longer listed', async () => {
    const verdict = await listed(run, first);
    if (verdict.kind === 'left-out') return verdict;
    return verdict.kind === 'as-expected'
      ? otherwise('it is still listed')
      : asExpected('not listed');
  });
}

export async function listed(
  run: { readonly service: Pick<Run['service'], 'listBills'> },
  id: string | null,
): Promise<Verdict> {
  if (id === null) return leftOut('no bill was made');
  let seen = 0;
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const read = await run.service.listBills(page);
    if (!read.ok) return leftOut(`the list could not be read: ${problemWords(read.problem)}`);
    seen += read.value.bills.length;
    if (read.value.bills.some((bill) => bill.id === id)) return asExpected(`one of ${seen} read`);
    if (!read.value.hasNext) return otherwise(`not among ${seen}`);
  }
  return leftOut(`the list does not end: ${seen} read`);
}

function said(bill: {
  id: string;
  status: string;
  balance: { amount: string; currency: string } | null;
}) {
  const balance =
    bill.balance === null ? 'no balance' : `${bill.balance.amount} ${bill.balance.currency}`;
  return `bill ${bill.id}, ${bill.status}, ${balance}`;
}

import { type CertificationRun, toBillerAccount } from './certification-run.ts';
import {
  type CertificationVerdict,
  createExpectedVerdict,
  createSkippedVerdict,
  createUnexpectedVerdict,
  formatProblemForReport,
  verifyRequestSucceeded,
} from './step-runner.ts';

/** A faulty service may always announce a next page. */
const MAX_PAGES = 200;

/** Tests a bill of generation 3: creating, listing and reading it. Returns its id, or null. */
export async function runBillSteps(run: CertificationRun): Promise<string | null> {
  const { service, runStep } = run;
  if (!run.versionInfo.capabilities.hasLinkedBills) return null;
  const account = toBillerAccount(run, run.cases.balance);
  await runStep('Create a bill', 'a bill with an id, status linked', async () => {
    const created = await service.createBill(account);
    if (created.ok) run.bills.add(created.value.id);
    return verifyRequestSucceeded(
      created,
      (bill) => (bill.status === 'linked' ? `bill ${bill.id}, linked` : null),
      'the bill is not linked',
    );
  });
  const [id = null] = run.bills;
  await runStep('Create the same bill again', 'the same bill, not a second one', async () =>
    verifyRequestSucceeded(
      await service.createBill(account),
      (bill) => (bill.id === id ? `bill ${bill.id}` : null),
      'a different bill',
    ),
  );
  await runStep('List the bills', 'the bill is listed', () => verifyBillListed(run, id));
  if (id === null) return null;
  await runStep('Read the bill', 'the bill by its id', async () =>
    verifyRequestSucceeded(await service.getBill(id), (bill) =>
      bill.id === id ? formatBill(bill) : null,
    ),
  );
  await runStep('Refresh the bill', 'the bill with its current balance', async () =>
    verifyRequestSucceeded(await service.refreshBill(id), (bill) =>
      bill.balance === null ? null : formatBill(bill),
    ),
  );
  await runStep('Read the extra data of the bill', 'the bill with extra data', async () => {
    const bill = await service.getBill(id);
    const biller = run.billersById.get(account.billerId);
    const hasExtraData = (bill.ok && bill.value.hasExtraData) || biller?.hasExtraData === true;
    if (!hasExtraData)
      return createSkippedVerdict('neither the bill nor its biller has extra data');
    return verifyRequestSucceeded(await service.readExtraData(id), ({ bill }) => formatBill(bill));
  });
  return id;
}

/** Deletes the bills that the certification created, and checks that the first is gone. */
export async function runBillDeletionSteps(run: CertificationRun): Promise<void> {
  if (!run.versionInfo.capabilities.hasLinkedBills) return;
  for (const id of run.bills) {
    await run.runStep(`Delete bill ${id}`, 'the bill is deleted', async () =>
      verifyRequestSucceeded(await run.service.deleteBill(id), () => 'deleted'),
    );
  }
  const [first] = run.bills;
  if (first === undefined) return;
  await run.runStep(
    'List the bills after the deletion',
    'the deleted bill is not listed',
    async () => {
      const verdict = await verifyBillListed(run, first);
      if (verdict.kind === 'left-out') return verdict;
      return verdict.kind === 'as-expected'
        ? createUnexpectedVerdict('it is still listed')
        : createExpectedVerdict('not listed');
    },
  );
}

export async function verifyBillListed(
  run: { readonly service: Pick<CertificationRun['service'], 'listBills'> },
  id: string | null,
): Promise<CertificationVerdict> {
  if (id === null) return createSkippedVerdict('no bill was created');
  let readCount = 0;
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const list = await run.service.listBills(page);
    if (!list.ok)
      return createSkippedVerdict(
        `the list could not be read: ${formatProblemForReport(list.problem)}`,
      );
    readCount += list.value.bills.length;
    if (list.value.bills.some((bill) => bill.id === id))
      return createExpectedVerdict(`listed, among ${readCount} bills`);
    if (list.value.hasNext) continue;
    const total = list.value.totalBills ?? readCount;
    return readCount < total
      ? createSkippedVerdict(`the list ended after ${readCount} of ${total} bills`)
      : createUnexpectedVerdict(`not listed, among ${readCount} bills`);
  }
  return createSkippedVerdict(`the list has no end: ${readCount} bills read`);
}

function formatBill(bill: {
  id: string;
  status: string;
  balance: { amount: string; currency: string } | null;
}) {
  const balance =
    bill.balance === null ? 'no balance' : `${bill.balance.amount} ${bill.balance.currency}`;
  return `bill ${bill.id}, ${bill.status}, ${balance}`;
}

import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readLinesBetweenFences, readPages } from '../support/read-pdf/index.ts';
import { test as base, expect, OWNER } from './support/index.ts';

/** A shop without a printer: its papers are PDF files in a folder. */
const test = base.extend<{ readonly folder: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the requested fixtures.
  folder: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'receipts-'));
    await use(folder);
    rmSync(folder, { recursive: true, force: true });
  },
  provisioning: async ({ folder }, use) => {
    await use({ printer: { kind: 'pdf', folder, columns: 42 } });
  },
});
test.use({ serviceVersion: 'v1.6' });

test("writes a receipt with the service's text to a PDF file and keeps it when the folder is missing", async ({
  counter,
  service,
  folder,
}) => {
  const movedFolder = `${folder}-away`;
  renameSync(folder, movedFolder);
  await counter.signIn(OWNER.name, OWNER.pin);
  await counter.find('cfe com', /CFE/);
  await counter.goToConfirm({ account: '501000000007', cash: '600' });
  await counter.press('F12');
  await counter.expectText('PAGADO');
  await counter.expectText(/La carpeta de los archivos PDF no está/);
  renameSync(movedFolder, folder);
  await counter.pressAndWait('Control+p');
  await counter.expectText(counter.getText('pay.paper.printed'));

  const { transactions } = await service.inspect();
  expect(transactions).toHaveLength(1);
  const [name = '', ...otherFiles] = readdirSync(folder);
  expect(otherFiles).toEqual([]);
  expect(name).toMatch(/^\d{4}-\d\d-\d\d_\d\d-\d\d-\d\d_ticket_[A-Za-z0-9]{8}\.pdf$/);
  const pages = await readPages(readFileSync(join(folder, name)));
  const ticketLines = (transactions[0]?.ticketText ?? '')
    .split(/\r\n|\n/)
    .filter((line) => line !== '');
  expect(readLinesBetweenFences(pages)).toEqual(ticketLines);
});

import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { readLinesBetweenFences, readPages } from '../support/read-pdf/index.ts';
import { scanPicture } from '../support/scan-screen/index.ts';
import { test as base, expect, OWNER } from './support/index.ts';

/**
 * A shop that prints on request, on a computer with a stand-in mail program that records its
 * arguments.
 */
const test = base.extend<{ readonly mail: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the requested fixtures.
  mail: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'mail-'));
    const program = join(folder, 'xdg-email');
    writeFileSync(
      program,
      `#!/bin/sh\nfor last; do :; done\ncp "$last" '${folder}/attached'\nprintf '%s\\n' "$@" > '${folder}/words'\n`,
    );
    chmodSync(program, 0o755);
    const { PATH, DISPLAY, CI } = process.env;
    Object.assign(process.env, {
      PATH: [folder, PATH].join(delimiter),
      DISPLAY: DISPLAY ?? ':99',
      // Prevents a system browser on that display.
      CI: CI ?? '1',
    });
    await use(folder);
    process.env.PATH = PATH;
    if (DISPLAY === undefined) delete process.env.DISPLAY;
    if (CI === undefined) delete process.env.CI;
    rmSync(folder, { recursive: true, force: true });
  },
  provisioning: async ({ mail }, use) => {
    // Requested before the till starts, because it changes the till's environment.
    expect(mail).not.toBe('');
    await use({ receipts: 'on-request', shop: { name: 'Abarrotes Núñez' } });
  },
});
test.use({ serviceVersion: 'v1.6' });

const SIZES = [
  { width: 1024, height: 768 },
  { width: 1366, height: 768 },
  { width: 1920, height: 1080 },
];

test('gives a receipt as a code, a file and a mail, records how and can still print it', async ({
  counter,
  till,
  service,
  mail,
  shell,
}) => {
  test.skip(shell === 'electron', 'the system’s dialog cannot be answered here');
  test.skip(process.platform !== 'linux', 'the mail program is a stand-in for xdg-email');
  const { page } = till;
  const getOption = (key: 'receipts.code' | 'receipts.pdf' | 'receipts.mail') =>
    page.getByRole('option', { name: counter.getText(key) });
  await counter.signIn(OWNER.name, OWNER.pin);
  await counter.find('cfe com', /CFE/);
  await counter.goToConfirm({ account: '501000000007', cash: '600' });
  await counter.press('F12');
  await counter.expectQuestion(/^Entregue .+ de cambio$/);
  await counter.expectText(/sale solo si el cliente lo pide/);
  const [transaction] = (await service.inspect()).transactions;

  await test.step('scans the code from the screen at every size and in the dark', async () => {
    await counter.press('Control+d');
    await getOption('receipts.code').click();
    await page.getByRole('img', { name: counter.getText('receipts.codePicture') }).waitFor();
    const getOverflow = () =>
      page.getByRole('dialog').evaluate((dialog) => dialog.scrollHeight - dialog.clientHeight);
    for (const size of SIZES) {
      await page.setViewportSize(size);
      for (const textSize of ['largest', 'normal']) {
        await page.evaluate((sizeName) => {
          document.documentElement.dataset.letters = sizeName;
        }, textSize);
        await expect.poll(getOverflow, `${textSize} at ${size.width}`).toBe(0);
      }
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        const scannedText = scanPicture(await page.getByRole('dialog').screenshot());
        expect(scannedText).toContain('Abarrotes Núñez\n');
        expect(scannedText).toContain('**** 0007\nTotal: $549.00 MXN\n');
        expect(scannedText).toContain(`Referencia: ${transaction?.externalId}`);
        expect(scannedText).not.toContain('501000000007');
      }
    }
    await counter.press('Escape');
    await counter.expectText(
      counter.getText('receipts.given').replace('{{ways}}', 'código en la pantalla'),
    );
  });

  await test.step('scans the code for WhatsApp at every size, in forced colours and in the dark', async () => {
    await counter.press('Control+d');
    await page.getByRole('option', { name: 'WhatsApp' }).click();
    await page.getByRole('img', { name: counter.getText('receipts.whatsappPicture') }).waitFor();
    const getOverflow = () =>
      page.getByRole('dialog').evaluate((dialog) => dialog.scrollHeight - dialog.clientHeight);
    for (const size of SIZES) {
      await page.setViewportSize(size);
      await expect.poll(getOverflow, `at ${size.width}`).toBe(0);
      for (const forcedColors of ['active', null] as const) {
        await page.emulateMedia({ colorScheme: 'dark', forcedColors });
        const url = scanPicture(await page.getByRole('dialog').screenshot());
        const text = new URL(url ?? '').searchParams.get('text');
        expect(text?.endsWith(`\n\n${transaction?.ticketText}`)).toBe(true);
      }
    }
    await page.emulateMedia({ colorScheme: 'light' });
    await counter.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  await test.step("downloads the paper with the service's text unchanged", async () => {
    await page.getByRole('button', { name: counter.getText('receipts.without') }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      getOption('receipts.pdf').click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/_copia_[0-9A-Za-z]{8}\.pdf$/);
    const pages = await readPages(readFileSync(await download.path()));
    const text = (transaction?.ticketText ?? '').split(/\r\n|\n/).filter((line) => line !== '');
    expect(readLinesBetweenFences(pages)).toEqual(text);
    await counter.expectText(counter.getText('receipts.download.action'));
  });

  await test.step('passes the same file to the mail program, without an address', async () => {
    await getOption('receipts.mail').click();
    await counter.expectText(counter.getText('receipts.mailOpened'));
    const mailArguments = readFileSync(join(mail, 'words'), 'utf8');
    expect(mailArguments).toContain('Ticket de Abarrotes Núñez');
    expect(mailArguments).not.toContain('@');
    expect(readFileSync(join(mail, 'attached')).subarray(0, 5).toString()).toBe('%PDF-');
    await counter.press('Escape');
  });

  await test.step('opens the last papers on any screen and prints a copy', async () => {
    await counter.goToNextCustomer();
    await page.getByRole('button', { name: counter.getText('lastPapers.tab') }).click();
    const lastPapers = page.getByRole('dialog', { name: counter.getText('lastPapers.title') });
    await expect(lastPapers.getByRole('option')).toHaveCount(1);
    await expect(lastPapers).toContainText('Comisión Federal');
    await counter.press('Control+p');
    await expect(lastPapers).toContainText(counter.getText('lastPapers.sent'));
    await counter.press('Control+o');
    await counter.expectText(/archivo PDF, correo/);
  });
  expect((await service.inspect()).transactions).toHaveLength(1);
});

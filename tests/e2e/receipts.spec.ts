import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { linesBetweenFences, readPages } from '../support/read-pdf/index.ts';
import { scanPicture } from '../support/scan-screen/index.ts';
import { test as base, expect, OWNER } from './support/index.ts';

/** A shop that prints on request, on a computer whose mail program is a stand-in that notes its words. */
const test = base.extend<{ readonly mail: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what is asked for.
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
      // No browser of the system is to be opened on that screen.
      CI: CI ?? '1',
    });
    await use(folder);
    process.env.PATH = PATH;
    if (DISPLAY === undefined) delete process.env.DISPLAY;
    if (CI === undefined) delete process.env.CI;
    rmSync(folder, { recursive: true, force: true });
  },
  provisioning: async ({ mail }, use) => {
    // Asked for before the till starts, because it is in the till's environment.
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

test('a receipt is given as a code, a file and a mail; what was given is known, and paper stays possible', async ({
  counter,
  till,
  service,
  mail,
  shell,
}) => {
  test.skip(shell === 'electron', 'the system’s dialog cannot be answered here');
  test.skip(process.platform !== 'linux', 'the mail program is a stand-in for xdg-email');
  const { page } = till;
  const choice = (key: 'receipts.code' | 'receipts.pdf' | 'receipts.mail') =>
    page.getByRole('option', { name: counter.getText(key) });
  await counter.signIn(OWNER.name, OWNER.pin);
  await counter.find('cfe com', /CFE/);
  await counter.goToConfirm({ account: '501000000007', cash: '600' });
  await counter.press('F12');
  await counter.expectQuestion(/^Entregue .+ de cambio$/);
  await counter.expectText(/sale solo si el cliente lo pide/);
  const [sent] = (await service.inspect()).transactions;

  await test.step('the code is read from the screen, at every size and in the dark', async () => {
    await counter.press('Control+d');
    await choice('receipts.code').click();
    await page.getByRole('img', { name: counter.getText('receipts.codePicture') }).waitFor();
    const goesOn = () =>
      page.getByRole('dialog').evaluate((one) => one.scrollHeight - one.clientHeight);
    for (const size of SIZES) {
      await page.setViewportSize(size);
      for (const letters of ['largest', 'normal']) {
        await page.evaluate((wanted) => {
          document.documentElement.dataset.letters = wanted;
        }, letters);
        await expect.poll(goesOn, `${letters} at ${size.width}`).toBe(0);
      }
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        const read = scanPicture(await page.getByRole('dialog').screenshot());
        expect(read).toContain('Abarrotes Núñez\n');
        expect(read).toContain('**** 0007\nTotal: $549.00 MXN\n');
        expect(read).toContain(`Referencia: ${sent?.externalId}`);
        expect(read).not.toContain('501000000007');
      }
    }
    await counter.press('Escape');
    await counter.expectText(
      counter.getText('receipts.given').replace('{{ways}}', 'código en la pantalla'),
    );
  });

  await test.step('the file is the paper, with the service’s text unchanged', async () => {
    await page.getByRole('button', { name: counter.getText('receipts.without') }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      choice('receipts.pdf').click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/_copia_[0-9A-Za-z]{8}\.pdf$/);
    const pages = await readPages(readFileSync(await download.path()));
    const text = (sent?.ticketText ?? '').split(/\r\n|\n/).filter((line) => line !== '');
    expect(linesBetweenFences(pages)).toEqual(text);
    await counter.expectText(counter.getText('receipts.download.next'));
  });

  await test.step('the mail program gets the same file, and no address', async () => {
    await choice('receipts.mail').click();
    await counter.expectText(counter.getText('receipts.mailOpened'));
    const words = readFileSync(join(mail, 'words'), 'utf8');
    expect(words).toContain('Recibo de Abarrotes Núñez');
    expect(words).not.toContain('@');
    expect(readFileSync(join(mail, 'attached')).subarray(0, 5).toString()).toBe('%PDF-');
    await counter.press('Escape');
  });

  await test.step('the last papers are pulled down from anywhere, and a copy is printed', async () => {
    await counter.nextCustomer();
    await page.getByRole('button', { name: counter.getText('lastPapers.pull') }).click();
    const pulled = page.getByRole('dialog', { name: counter.getText('lastPapers.title') });
    await expect(pulled.getByRole('option')).toHaveCount(1);
    await expect(pulled).toContainText('Comisión Federal');
    await counter.press('Control+p');
    await expect(pulled).toContainText(counter.getText('lastPapers.sent'));
    await counter.press('Control+o');
    await counter.expectText(/archivo PDF, correo/);
  });
  expect((await service.inspect()).transactions).toHaveLength(1);
});

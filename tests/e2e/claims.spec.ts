import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ReceiptDeliveryResult } from '../../shared/contract/index.ts';
import { ROOT } from '../support/till-process.ts';
import {
  expect,
  getTextBeforePlaceholder,
  type LocaleFileKey,
  OWNER,
  test,
} from './support/index.ts';

const getPageText = (key: LocaleFileKey): string => getTextBeforePlaceholder('es-MX', key);

test('opens a claim by keyboard, and checks its saved sheet offline with the installed command', async ({
  counter,
  till,
}, testInfo) => {
  await counter.signIn(OWNER.name, OWNER.pin);
  await counter.find('telmex', /Telmex/);
  await counter.goToConfirm({ account: '8112345678', amount: '150' });
  await counter.press('F12');
  await counter.expectQuestion(counter.getText('receipts.paidExact'));
  await counter.goToNextCustomer();
  await counter.press('F8');
  await till.page.getByRole('listbox').getByRole('option').first().waitFor();
  await counter.press('Enter');
  await counter.expectText(getPageText('claims.add'));
  await counter.press('Control+r');
  await counter.expectQuestion(getPageText('claims.noteQuestion.open'));
  await counter.type('Telmex no ve el pago');
  await counter.press('Enter');
  await counter.expectQuestion(getPageText('claims.whenTitle'));
  await counter.press('Enter');
  await counter.expectQuestion(getPageText('claims.one'));

  const { claims } = await till.callTill('claims.list', {});
  const save = (result: ReceiptDeliveryResult, name: string): string => {
    if (result.kind !== 'download') throw new Error(`not downloaded: ${result.kind}`);
    const path = testInfo.outputPath(name);
    writeFileSync(path, Buffer.from(result.base64, 'base64'));
    return path;
  };
  const sheet = save(
    await till.callTill('claims.saveSheet', { claimId: claims[0]?.id ?? '' }),
    'sheet.pdf',
  );
  const key = save(await till.callTill('claims.saveKey', {}), 'key.txt');
  const cli = join(ROOT, process.env.TILL_DIST ?? 'dist', 'cli', 'mostrador-cli.mjs');
  const checked = spawnSync(process.execPath, [cli, 'verify-evidence', sheet, key], {
    encoding: 'utf8',
  });
  expect(checked.stdout).toMatch(/^Valid: /);
  expect(checked.stdout).toContain('Telmex no ve el pago');
  expect(checked.status).toBe(0);
});

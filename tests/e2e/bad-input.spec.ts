import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describeProblem } from '../../shared/i18n/index.ts';
import { expect, type KeyboardCashier, OWNER, test } from './support/index.ts';

const MINUTE_MS = 60_000;

test.describe('at the counter', () => {
  test.use({ serviceVersion: 'v3.mx' });

  // None of the steps sends a payment, so they share a till.
  test('explains invalid input and unreadable answers, and continues after them', async ({
    counter,
    service,
  }) => {
    await counter.signIn(OWNER.name, OWNER.pin);
    await test.step('accepts a pasted account number with spaces and reports surplus digits', async () => {
      await counter.find('cfe com', /CFE/);
      const account = counter.page.getByRole('textbox');
      await account.fill('5010 0000 0007 99');
      await counter.press('Enter');
      await counter.expectText(/Sobran 2/);
      // The rejected Enter focuses the field, possibly between the selection and the typing of
      // `fill`.
      await expect(async () => {
        await account.fill('5010 0000 0007');
        await expect(account).toHaveValue('5010 0000 0007', { timeout: 1_000 });
      }).toPass();
      await counter.press('Enter');
      await counter.expectQuestion(counter.getText('pay.cash.title'));
      await counter.expectText('549.00');
      expect((await service.inspect()).transactions).toEqual([]);
    });
    await counter.goHome();
    await test.step('rejects each invalid amount with its reason', async () => {
      await counter.find('telmex', /Telmex/);
      await counter.type('8112345678');
      await counter.press('Enter');
      await counter.expectQuestion(counter.getText('pay.amount.title'));
      const reasons = [
        ['0', 'El importe debe ser mayor que cero.'],
        ['-1', 'El importe no puede ser negativo.'],
        ['1e9', /Esto no es un importe/],
        ['12,345.678', /dos decimales/],
      ] as const;
      for (const [text, reason] of reasons) {
        await counter.page.getByRole('textbox').fill(text);
        await counter.press('Enter');
        await counter.expectText(reason);
        await counter.expectQuestion(counter.getText('pay.amount.title'));
      }
      await counter.page.getByRole('textbox').fill('1.234,50');
      await counter.press('Enter');
      await counter.expectQuestion(counter.getText('pay.cash.title'));
      await counter.expectText('1,234.50');
    });
    await counter.goHome();
    await test.step('explains an HTML response of the service and continues after it', async () => {
      await service.setFaults([{ operation: 'consult', times: 20, fault: { kind: 'html' } }]);
      await counter.find('cfe com', /CFE/);
      await counter.type('501000000007');
      await counter.press('Enter');
      await counter.expectQuestion(
        describeProblem({ kind: 'service-unreadable', httpStatus: 200 }, 'es-MX').title,
      );
      await service.setFaults([]);
      await counter.press('Enter');
      await counter.expectQuestion(counter.getText('pay.cash.title'));
    });
  });

  test('corrects a clock that is 20 minutes off and tells the cashier', async ({
    counter,
    service,
  }) => {
    await counter.signIn(OWNER.name, OWNER.pin);
    service.advanceClock(20 * MINUTE_MS);
    await counter.find('cfe com', /CFE/);
    await counter.goToConfirm({ account: '501000000007' });
    await counter.press('F12');
    await counter.expectQuestion(/^(Entregue|Pagado)/);
    expect((await service.inspect()).transactions).toHaveLength(1);
    await expect(async () => {
      const answer = await counter.page.evaluate(() => {
        const call: unknown = Reflect.get(Object(Reflect.get(window, 'till')), 'call');
        return typeof call === 'function' ? call('till.status', {}) : null;
      });
      expect(answer).toMatchObject({
        ok: true,
        value: { service: { clockOffSeconds: expect.any(Number) } },
      });
      expect(JSON.stringify(answer)).toMatch(/"clockOffSeconds":1[12]\d\d/);
    }).toPass();
  });
});

test.describe('when the ledger cannot be used', () => {
  const expectNoSignIn = async (counter: KeyboardCashier, file: string): Promise<void> => {
    await counter.expectText(/La caja no vende/);
    await counter.expectText(new RegExp(file.replaceAll('.', '\\.')));
    await expect(counter.page.getByRole('option')).toHaveCount(0);
  };

  test('keeps a ledger of a newer version unchanged and sells nothing', async ({
    counter,
    till,
  }) => {
    await till.stop();
    const file = join(till.profile, 'ledger-training.sqlite');
    const database = new DatabaseSync(file);
    database.exec('PRAGMA user_version = 9999');
    database.close();
    await till.start();
    await expectNoSignIn(counter, 'ledger-training.sqlite');
    await till.stop();
    const reopenedDatabase = new DatabaseSync(file);
    expect(reopenedDatabase.prepare('PRAGMA user_version').get()?.user_version).toBe(9999);
    reopenedDatabase.close();
    await till.start();
  });

  test('keeps a damaged ledger unchanged and names its file', async ({ counter, till }) => {
    await till.stop();
    const file = join(till.profile, 'ledger-training.sqlite');
    writeFileSync(file, 'this is not a ledger, and was one yesterday'.repeat(200));
    await till.start();
    await expectNoSignIn(counter, 'ledger-training.sqlite');
    expect(readFileSync(file, 'utf8')).toMatch(/^this is not a ledger/);
  });
});

import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describeProblem } from '../../shared/i18n/index.ts';
import { createChain, getSharedCluster, type TestChain } from '../support/postgres/index.ts';
import {
  test as base,
  expect,
  expectScreenInOrder,
  getLanguages,
  getTextBeforePlaceholder,
  type LocaleFileKey,
  OWNER,
  openBackOfficePage,
  openSettingsSection,
} from './support/index.ts';

/**
 * A till joins a chain in F7, and warns before it takes money for a bill that another shop has
 * paid.
 */

const ACCOUNT = '501000000007';

const test = base.extend<{ readonly chain: TestChain }>({
  chain: async ({ shell: _ }, use) => {
    const chain = await createChain(await getSharedCluster());
    await use(chain);
    await chain.drop();
  },
});
test.skip(process.platform === 'win32', 'the tests start PostgreSQL only on Unix');

/** Inserts another shop's payment as its till would have reported it. */
async function insertOtherShopPayment(
  chain: TestChain,
  biller: number,
  amount: string,
): Promise<void> {
  const { user } = await chain.enrollTill('La Esquina', '11');
  await chain.database.sql(
    `INSERT INTO chain.payments (intent_day, ledger_id, payment_id, till_id, epoch, number, state,
       state_epoch, told_state, kind, created_at, biller_id, biller_name, account_number,
       account_shown, amount, currency, due, shop_currency, pos_number, external_id, cashier_id,
       cashier_name, service_version, is_drp, shift_id)
     SELECT (now() AT TIME ZONE 'UTC')::date, $1, $2, till_id, 1, 1, 'paid', 1, 'paid', 'bill',
       now() - interval '7 minutes', $3, 'CFE', $4, $4, $5::numeric, 'MXN', $5::numeric, 'MXN',
       pos_number, $6, 'eva', 'Eva', 'v3.mx', false, 's' FROM chain.tills WHERE role_name = $7`,
    [randomUUID(), randomUUID(), biller, ACCOUNT, amount, randomUUID(), user],
  );
}

for (const language of getLanguages('chain-guard')) {
  const getPageText = (key: LocaleFileKey): string => getTextBeforePlaceholder(language, key);

  test.describe(`a till of a chain, ${language}`, () => {
    test.use({ provisioning: { language } });

    test('joins the chain with its enrolment file and warns of a payment of another shop', async ({
      chain,
      counter,
      till,
    }) => {
      test.slow();
      const { page } = till;
      const block = await chain.enrollTill('Centro', '07');
      const file = join(till.profile, 'till-07.json');
      await counter.signIn(OWNER.name, OWNER.pin);
      await openBackOfficePage(counter, language, 'settings');
      const openChainSettings = async (): Promise<void> => {
        await openSettingsSection(counter, language, 'chain');
        await counter.expectQuestion(getPageText('settings.chain'));
      };

      // A file that is not an enrolment, and one with a wrong password: nothing is saved.
      await writeFile(file, JSON.stringify({ posNumber: '07' }));
      await openChainSettings();
      await expectScreenInOrder(page, language);
      // The current choice is listed first.
      await counter.press('ArrowDown', 'ArrowDown', 'Enter');
      await counter.expectQuestion(getPageText('settings.chain.file'));
      await counter.type(file);
      await counter.press('Enter');
      const wrongFile = { kind: 'setting', reason: 'chain-file' } as const;
      await counter.expectText(describeProblem(wrongFile, language).title);
      await expectScreenInOrder(page, language);
      await writeFile(file, JSON.stringify({ chain: { ...block, password: 'another' } }));
      await counter.press('Enter');
      const refusedProblem = { kind: 'chain', reason: 'refused' } as const;
      await counter.expectText(describeProblem(refusedProblem, language).title);
      // The cashier can save it anyway.
      await expect(page.locator('[aria-keyshortcuts="Control+S" i]:visible')).toHaveCount(1);
      await expectScreenInOrder(page, language);
      await writeFile(file, JSON.stringify({ chain: block }));
      await counter.press('Enter');
      await counter.expectText(getPageText('settings.saved'));
      await counter.expectText(new RegExp(`Centro · ${block.user}`));
      const settings = await till.callTill('settings.read', { approval: null });
      expect(settings).toMatchObject({
        held: ['chainPassword'],
        settings: { chain: { user: block.user } },
      });
      expect(JSON.stringify(settings)).not.toContain(block.password);

      // By hand only the hosts change; fields without input keep their values.
      await openChainSettings();
      await counter.press('Enter');
      await counter.expectQuestion(getPageText('settings.chain.where'));
      await expectScreenInOrder(page, language);
      await counter.press('Enter');
      await counter.expectQuestion(getPageText('settings.chain.secret'));
      await counter.expectText(getPageText('settings.secret.set'));
      await expectScreenInOrder(page, language);
      await counter.press('Enter');
      await counter.expectText(getPageText('settings.saved'));

      // The screen shows who makes the daily file now.
      await counter.press('Escape', 'Escape');
      await openBackOfficePage(counter, language, 'daily-file');
      await counter.expectQuestion(getPageText('dailyFile.title'));
      await counter.expectText(getPageText('dailyFile.state.of-chain'));
      await expectScreenInOrder(page, language);
      await counter.press('Escape', 'Escape');

      // The same bill was paid in another shop seven minutes ago.
      const [cfe] = await till.callTill('catalog.search', {
        text: 'comisión federal',
        kinds: ['utility'],
        limit: 1,
      });
      await insertOtherShopPayment(chain, cfe?.biller.id ?? 0, '20.00');
      const toAnyTextPattern = (...keys: readonly LocaleFileKey[]): RegExp =>
        new RegExp(keys.map((key) => RegExp.escape(getPageText(key))).join('|'));
      const goToWarning = async (): Promise<void> => {
        await expect(async () => {
          await counter.goHome();
          await counter.find('comisión', /Comisión Federal/);
          await counter.type(ACCOUNT);
          await counter.press('Enter');
          await counter.enterAmount();
          await counter.expectQuestion(
            toAnyTextPattern('pay.decide.earlierTitle', 'pay.cash.title'),
          );
          // The counter waits at most a third of a second for the chain; on a slow machine the
          // warning comes at a later attempt.
          await expect(page.getByRole('heading', { level: 1 })).toContainText(
            getPageText('pay.decide.earlierTitle'),
            { timeout: 1 },
          );
        }).toPass();
      };
      await goToWarning();
      await counter.expectText(/La Esquina/);
      await counter.expectText(getPageText('pay.decide.otherShopAction'));
      await expectScreenInOrder(page, language);
      // Enter takes the safe choice: nothing is charged.
      await counter.press('Enter');
      await counter.expectQuestion(getPageText('home.title'));
      expect(await till.callTill('payments.recent', { limit: 1 })).toEqual([]);
      await goToWarning();
      await counter.press('ArrowDown', 'Enter');
      await counter.expectQuestion(getPageText('pay.cash.title'));
      await counter.press('Enter');
      await counter.expectQuestion(getPageText('pay.confirm.title'));
      await counter.press('F12');
      await counter.expectQuestion(getPageText('receipts.paidExact'));
      await counter.goToNextCustomer();

      // Without the database the counter works as before, without warnings.
      await chain.database.sql(`ALTER ROLE "${block.user}" NOLOGIN`);
    });
  });
}

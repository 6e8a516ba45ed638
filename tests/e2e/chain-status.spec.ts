import { createChain, getSharedCluster, type TestChain } from '../support/postgres/index.ts';
import {
  test as base,
  expect,
  expectScreenInOrder,
  getLanguages,
  getTextBeforePlaceholder,
  OWNER,
} from './support/index.ts';

/**
 * A till sends its sales to the chain, at the latest when it stops, and its status indicator shows
 * how that works.
 */

const test = base.extend<{ readonly chain: TestChain; readonly language: 'es-MX' | 'en' }>({
  language: ['es-MX', { option: true }],
  chain: async ({ shell: _ }, use) => {
    const chain = await createChain(await getSharedCluster());
    await use(chain);
    await chain.drop();
  },
  provisioning: async ({ chain, language }, use) => {
    const block = await chain.enrollTill('Centro', '07');
    await use({ language, chain: { ...block, hosts: [...block.hosts] } });
  },
});
test.skip(process.platform === 'win32', 'the tests start PostgreSQL only on Unix');

for (const language of getLanguages('chain-light')) {
  test.describe(`chain status indicator, ${language}`, () => {
    test.use({ language });

    test('sends its sales when it stops, and sells on after it was retired', async ({
      chain,
      counter,
      till,
    }) => {
      const getIndicator = () =>
        till.page.getByRole('button', {
          name: getTextBeforePlaceholder(language, 'chainStatus.name'),
        });
      await counter.signIn(OWNER.name, OWNER.pin);
      await expect(getIndicator()).toBeVisible();
      await counter.find('comisión', /Comisión Federal/);
      await counter.goToConfirm({ account: '501000000007' });
      await counter.press('F12');
      await counter.expectQuestion(/^(Entregue|Give|Pagad|Paid)/);
      const [payment] = await till.callTill('payments.recent', { limit: 1 });
      await counter.goToNextCustomer();
      await till.stop();
      const listSentPayments = () =>
        chain.database.sql('SELECT payment_id AS id, state FROM chain.payments WHERE state = $1', [
          'paid',
        ]);
      if ((await listSentPayments()).length === 0) {
        // The shutdown waits at most three seconds; a slow machine sends the remaining rows after
        // the next start.
        await till.start('provisioned-again');
        await expect.poll(listSentPayments, { timeout: 120_000 }).not.toEqual([]);
        await till.stop();
      }
      expect(await listSentPayments()).toEqual([{ id: payment?.id, state: 'paid' }]);

      const [login] = await chain.database.sql('SELECT role_name FROM chain.tills');
      await chain.database.sql(`ALTER ROLE ${String(login?.role_name)} NOLOGIN`);
      await till.start('provisioned-again');
      await counter.signIn(OWNER.name, OWNER.pin);
      // The first sync comes some seconds after the start.
      await expect(getIndicator()).toContainText(
        getTextBeforePlaceholder(language, 'chainStatus.refused'),
        {
          timeout: 120_000,
        },
      );
      await expectScreenInOrder(till.page, language);
      await getIndicator().focus();
      await counter.press('Enter');
      await counter.expectText(getTextBeforePlaceholder(language, 'chainStatus.refused.title'));
      await counter.expectText(getTextBeforePlaceholder(language, 'chainStatus.impact'));
      await counter.expectText(getTextBeforePlaceholder(language, 'chainStatus.refused.action'));
      await expectScreenInOrder(till.page, language);
      await counter.press('Escape');
      await counter.expectQuestion(getTextBeforePlaceholder(language, 'home.title'));
    });
  });
}

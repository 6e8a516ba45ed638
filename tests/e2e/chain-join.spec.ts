import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runChainCommand } from '../../electron/chain/server/command/index.ts';
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
  plugInScanner,
} from './support/index.ts';

/** A till joins a chain in F7 with a typed or scanned code. */

const test = base.extend<{ readonly chain: TestChain }>({
  chain: async ({ shell: _ }, use) => {
    const chain = await createChain(await getSharedCluster());
    await use(chain);
    await chain.drop();
  },
});
test.skip(process.platform === 'win32', 'the tests start PostgreSQL only on Unix');

/** Runs `chain join-code` as the administrator, and returns the code that it prints. */
async function printJoinCode({ admin }: TestChain, folder: string): Promise<string> {
  const { hosts, user, password, ca } = admin;
  const file = join(folder, 'admin.json');
  await writeFile(file, JSON.stringify({ hosts, user, password, ca }), { mode: 0o600 });
  let output = '';
  const note = (text: string): void => {
    output += text;
  };
  await runChainCommand({
    args: ['join-code', '--database', admin.database, '--admin', file],
    workingFolder: folder,
    env: {},
    version: '1.2.3',
    write: note,
    writeError: note,
    stopRequested: new Promise(() => {}),
  });
  const [code = ''] = output.split('\n');
  expect(code, output).toMatch(/^[0-9A-Z-]+$/);
  return code;
}

for (const language of getLanguages('chain-join')) {
  const getPageText = (key: LocaleFileKey): string => getTextBeforePlaceholder(language, key);

  test.describe(`joining a chain, ${language}`, () => {
    test.use({ provisioning: { language, posNumber: '08' } });

    test('joins a chain with a scanned code and explains a wrong one', async ({
      chain,
      counter,
      till,
    }) => {
      test.slow();
      const { page } = till;
      const code = await printJoinCode(chain, till.profile);
      await counter.signIn(OWNER.name, OWNER.pin);
      await openBackOfficePage(counter, language, 'settings');
      await openSettingsSection(counter, language, 'chain');
      await counter.expectQuestion(getPageText('settings.chain'));
      await expectScreenInOrder(page, language);
      // The current choice is listed first.
      await counter.press('ArrowDown', 'Enter');
      await counter.expectQuestion(getPageText('settings.chain.joinCode'));
      await expectScreenInOrder(page, language);

      const field = page.getByRole('textbox');
      const expectWholeCodeVisible = async (): Promise<void> => {
        const hiddenPixels = await field.evaluate(
          ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
            scrollWidth - clientWidth + scrollHeight - clientHeight,
        );
        expect(hiddenPixels).toBe(0);
      };
      const typeCode = async (typed: string): Promise<void> => {
        await counter.press('Control+A');
        await counter.type(typed);
        await expectWholeCodeVisible();
        await counter.press('Enter');
      };
      const expectProblem = async (reason: 'join-code-cut' | 'join-code-mistyped') => {
        await counter.expectText(describeProblem({ kind: 'setting', reason }, language).title);
        await expectScreenInOrder(page, language);
      };
      await typeCode(code.slice(0, -5));
      await expectProblem('join-code-cut');
      await typeCode(`${code.slice(0, -1)}${code.endsWith('Z') ? 'Y' : 'Z'}`);
      await expectProblem('join-code-mistyped');
      // What a scanner sends for a dash on a Spanish keyboard; its Enter saves the code.
      const scanner = await plugInScanner(page);
      await scanner.scan(code.replaceAll('-', "'"));
      await counter.expectText(getPageText('settings.saved'));
      const tills = await chain.database.sql(
        'SELECT pos_number, retired_at FROM chain.tills ORDER BY 1',
        [],
      );
      expect(tills).toEqual([{ pos_number: '08', retired_at: null }]);
      const settings = await till.callTill('settings.read', { approval: null });
      expect(settings).toMatchObject({ held: ['chainPassword'] });
    });
  });
}

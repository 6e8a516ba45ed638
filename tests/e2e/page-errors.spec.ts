import { readFile } from 'node:fs/promises';
import { unzipSync } from 'fflate';
import { createAnswerOverride } from './support/answer-override.ts';
import { expect, getText, OWNER, test } from './support/index.ts';

test.use({ allowsPageErrors: true });

const ACCOUNT = '501000000007';

test('puts each kind of page error into the support bundle, with stack, screen and version', async ({
  counter,
  shell,
  till,
}) => {
  test.skip(shell === 'electron', 'answers are overridden on the browser shell only');
  const answers = await createAnswerOverride(till.page);
  await counter.signIn(OWNER.name, OWNER.pin);
  // Resolves once both were reported, while home is open.
  await till.page.evaluate(
    (account) =>
      new Promise<void>((resolve) => {
        window.addEventListener('unhandledrejection', () => resolve(), { once: true });
        setTimeout(() => {
          throw new Error(`broken at ${account}`);
        });
        setTimeout(() => void Promise.reject(new TypeError('rejected')));
      }),
    ACCOUNT,
  );
  // Without its rows the history cannot be rendered.
  answers.override('history.search', () => ({ ok: true, value: {} }) as never);
  await counter.press('F8');
  await counter.expectText(getText('es-MX', 'app.fault.title'));
  await counter.press('Enter');
  await counter.expectQuestion(counter.getText('home.title'));

  const { file } = await till.callTill('diagnostics.create', { approval: null });
  const entries = unzipSync(await readFile(file));
  const lines = new TextDecoder()
    .decode(entries['logs/log.txt'])
    .split('\n')
    .filter((line) => line.includes('page: error'));
  expect(lines.map((line) => JSON.parse(line))).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        kind: 'exception',
        screen: 'home',
        version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
        err: expect.objectContaining({ message: 'broken at ****0007' }),
      }),
      expect.objectContaining({
        kind: 'rejection',
        err: expect.objectContaining({ message: 'rejected' }),
      }),
      expect.objectContaining({
        kind: 'render',
        screen: 'history',
        err: expect.objectContaining({ stack: expect.stringMatching(/\.js:\d+:\d+/) }),
      }),
    ]),
  );
  expect(lines.join()).not.toContain(ACCOUNT);
});

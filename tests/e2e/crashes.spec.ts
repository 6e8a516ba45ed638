import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { createAnswerOverride } from './support/answer-override.ts';
import {
  confirmOutcome,
  expect,
  getTextBeforePlaceholder,
  type KeyboardCashier,
  OWNER,
  type ServiceUnderTest,
  signInAgain,
  type Till,
  test,
} from './support/index.ts';

test.use({ allowsPageErrors: true, serviceVersion: 'v3.mx' });

const ACCOUNT = '501000000007';
const MINUTE_MS = 60_000;
const RELAUNCH_EXIT_CODE = 64;
const VERSION = expect.stringMatching(/^\d+\.\d+\.\d+$/);

interface LogLine {
  readonly msg: string;
  readonly screen?: string;
}

async function startPayment(counter: KeyboardCashier, service: ServiceUnderTest): Promise<void> {
  const fault = { kind: 'answer-late', milliseconds: 8_000 } as const;
  await service.setFaults([{ operation: 'pay', times: 1, fault }]);
  await counter.find('cfe com', /CFE/);
  await counter.goToConfirm({ account: ACCOUNT, cash: '600' });
  await counter.press('F12');
  await counter.expectQuestion(counter.getText('pay.sending.title'));
}

async function expectPaidOnce(till: Till, service: ServiceUnderTest): Promise<void> {
  await expect(async () => {
    const payments = await till.callTill('payments.recent', { limit: 10 });
    expect(payments.map(({ state, sends }) => [state, sends])).toEqual([['paid', 1]]);
  }).toPass();
  expect((await service.inspect()).transactions).toHaveLength(1);
}

async function readBundle(till: Till) {
  const { file } = await till.callTill('diagnostics.create', { approval: null });
  const entries = unzipSync(await readFile(file));
  const text = new TextDecoder().decode(entries['logs/log.txt']);
  const lines: LogLine[] = text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
  return { entries, text, lines };
}

/** The screen that was open when the line was written. */
function findScreenBefore(lines: readonly LogLine[], msg: string): string | undefined {
  const linesBefore = lines.slice(
    0,
    lines.findIndex((line) => line.msg === msg),
  );
  return linesBefore.findLast((line) => line.msg === 'page: screen opened')?.screen;
}

test('puts each kind of page error into the support bundle, with stack, screen and version', async ({
  counter,
  service,
  shell,
  till,
}) => {
  test.skip(shell === 'electron', 'answers are overridden on the browser shell only');
  const answers = await createAnswerOverride(till.page);
  await counter.signIn(OWNER.name, OWNER.pin);
  await startPayment(counter, service);
  // Resolves once both were reported, while the payment is being sent.
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
  await counter.expectQuestion(/^(Entregue|Pagado)/);
  await counter.goToNextCustomer();
  // Without its rows the history cannot be rendered.
  answers.override('history.search', () => ({ ok: true, value: {} }) as never);
  await counter.press('F8');
  await counter.expectText(getTextBeforePlaceholder('es-MX', 'app.fault.title'));
  await counter.press('Enter');
  await counter.expectQuestion(counter.getText('home.title'));
  await expectPaidOnce(till, service);

  const { lines, text } = await readBundle(till);
  const stack = expect.stringMatching(/\n\s+at /);
  expect(lines.filter((line) => line.msg === 'page: error')).toEqual([
    expect.objectContaining({
      kind: 'exception',
      screen: 'pay',
      version: VERSION,
      err: { type: 'Object', message: 'broken at ****0007', stack },
    }),
    expect.objectContaining({
      kind: 'rejection',
      screen: 'pay',
      version: VERSION,
      err: { type: 'Object', message: 'rejected', stack },
    }),
    expect.objectContaining({
      kind: 'render',
      screen: 'history',
      version: VERSION,
      err: expect.objectContaining({ stack: expect.stringMatching(/\.js:\d+:\d+/) }),
    }),
  ]);
  expect(text).not.toContain(ACCOUNT);
});

test.describe('main', () => {
  for (const [uncaught, msg] of [
    ['exception', 'process: uncaught exception'],
    ['rejection', 'process: unhandled rejection'],
  ] as const) {
    test(`completes the payment in flight after an uncaught ${uncaught}, restarts, and has it in the support bundle`, async ({
      counter,
      service,
      shell,
      till,
    }) => {
      test.skip(shell === 'electron', 'main takes no commands there');
      // A till that started only now does not restart.
      await till.sleep(11 * MINUTE_MS);
      await counter.signIn(OWNER.name, OWNER.pin);
      await startPayment(counter, service);
      await till.provoke(uncaught);
      await counter.expectQuestion(/^(Entregue|Pagado)/);
      await counter.goToNextCustomer();
      expect(await till.waitForExit()).toBe(RELAUNCH_EXIT_CODE);
      await till.start('provisioned-again');
      await counter.signIn(OWNER.name, OWNER.pin);
      await expectPaidOnce(till, service);

      const { lines } = await readBundle(till);
      expect(lines.filter((line) => line.msg === msg)).toEqual([
        expect.objectContaining({
          version: VERSION,
          err: expect.objectContaining({
            message: `provoked ${uncaught}`,
            stack: expect.stringMatching(/\n\s+at .*till-commands\.ts:\d+/),
          }),
        }),
      ]);
      expect(findScreenBefore(lines, msg)).toBe('pay');
      expect(lines.map((line) => line.msg)).toContain(
        'process: restarting after an uncaught error',
      );
    });
  }
});

test('finds the payment in flight after a native crash, and has signal, screen, version and dump in the support bundle', async ({
  counter,
  service,
  shell,
  till,
}) => {
  test.skip(shell === 'electron', 'Electron writes its own dump, and has no parent that adds it');
  await counter.signIn(OWNER.name, OWNER.pin);
  await startPayment(counter, service);
  // The service has performed it, and has not answered yet.
  await expect(async () => {
    expect((await service.inspect()).transactions).toHaveLength(1);
  }).toPass();
  // Electron writes it here; the browser shell writes none.
  const dumps = join(till.profile, 'crashes', 'pending');
  await mkdir(dumps, { recursive: true });
  await writeFile(join(dumps, 'c0ffee.dmp'), 'MDMP');
  await till.kill('SIGSEGV');

  await till.start('provisioned-again');
  await signInAgain(counter, till);
  await expectPaidOnce(till, service);
  await confirmOutcome(counter, till);
  const { lines, entries } = await readBundle(till);
  const msg = 'last-exit: previous run crashed, was killed, or lost power';
  expect(lines.filter((line) => line.msg === msg)).toEqual([
    expect.objectContaining({
      version: VERSION,
      startedAt: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T/),
      signal: 'SIGSEGV',
    }),
  ]);
  expect(findScreenBefore(lines, msg)).toBe('pay');
  expect(new TextDecoder().decode(entries['crashes/c0ffee.dmp'])).toBe('MDMP');
});

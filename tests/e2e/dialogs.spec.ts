import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sampleFraction } from '../support/sampling.ts';
import { ROOT } from '../support/till-process.ts';
import { BACK_OFFICE_DIALOGS } from './dialogs/back-office-rows.ts';
import { COUNTER_DIALOGS } from './dialogs/counter-rows.ts';
import { type DialogContext, expectFocusBack } from './dialogs/dialog-context.ts';
import { SCAN_DIALOGS } from './dialogs/scan-rows.ts';
import { createAnswerOverride } from './support/answer-override.ts';
import { expect, OWNER, test } from './support/index.ts';
import {
  CASH_OUT_BILLER,
  getNewestPayment,
  payBill,
  UNCANCELLABLE,
} from './support/payment-flows.ts';
import { createVisualChecks } from './support/visual-checks.ts';

/**
 * The focus stays on the screen: every dialog is opened and closed, and the next key must go to
 * where the focus was. Each open dialog is checked like the screens of `every-screen.spec.ts`. The list of
 * dialogs is read from the code: one without a row fails. A run of all tests opens the dialogs of a
 * quarter of the folders.
 */

/** With `--all`, which checks each dialog in every language, theme and size. */
const WALK_TIMEOUT_MS = 7_200_000;

const DIALOGS = { ...COUNTER_DIALOGS, ...SCAN_DIALOGS, ...BACK_OFFICE_DIALOGS };

/**
 * The folder of a file, such as `features/shift` or `features/counter/pay`. The rows of one folder
 * depend on each other.
 */
function getFolder(file: string): string {
  return (
    /^features\/(?:counter|back-office|administration)\/[^/]+|^[^/]+\/[^/]+/.exec(file)?.[0] ?? file
  );
}

/** Counts the dialogs in the code by file, without the frames of the PIN dialogs. */
function countDialogsInCode(): Record<string, number> {
  const files = globSync('{app,features}/**/*.tsx', { cwd: join(ROOT, 'renderer') }).filter(
    (file) => !file.endsWith('.test.tsx') && !/(approval-dialog|print-approval)\.tsx$/.test(file),
  );
  const counts = files.map((file) => {
    const source = readFileSync(join(ROOT, 'renderer', file), 'utf8');
    return [
      file.replaceAll('\\', '/'),
      (source.match(/<((Approval)?Dialog|PrintApprovalDialog)\b/g) ?? []).length,
    ];
  });
  return Object.fromEntries(counts.filter(([, dialogs]) => dialogs !== 0));
}

test('has a row for every dialog in the code', () => {
  const rows = Object.entries(DIALOGS).map(([file, { dialogs }]) => [file, dialogs.length]);
  expect(Object.fromEntries(rows)).toEqual(countDialogsInCode());
});

test.describe('dialog focus', () => {
  test.use({ provisioning: { version: 'v3.mx', cashOutBillers: [CASH_OUT_BILLER] } });

  test('returns the focus after every dialog is closed', async ({ counter, till, shell }) => {
    test.skip(
      shell === 'electron',
      'the answers of main are replaced on the socket of the browser shell',
    );
    test.setTimeout(WALK_TIMEOUT_MS);
    const answers = await createAnswerOverride(till.page);
    const visualChecks = createVisualChecks(till, answers, 'the dialogs');
    await counter.signIn(OWNER.name, OWNER.pin);
    await payBill(
      { counter, till, language: 'es-MX', version: 'v3.mx', checkScreen: async () => {} },
      UNCANCELLABLE,
    );
    const payment = await getNewestPayment({ till });
    if (payment === undefined) throw new Error('nothing was paid');
    const context: DialogContext = {
      counter,
      till,
      answers,
      payment,
      checkDialog: (...args) =>
        expectFocusBack({ counter, checkScreen: visualChecks.checkScreen }, ...args),
    };
    const sampledFolders = sampleFraction(4, 'dialogs', [
      ...new Set(Object.keys(DIALOGS).map(getFolder)),
    ]);
    for (const [file, { walk }] of Object.entries(DIALOGS)) {
      if (sampledFolders.includes(getFolder(file))) await test.step(file, () => walk(context));
    }
    expect(visualChecks.listFaults()).toEqual([]);
  });
});

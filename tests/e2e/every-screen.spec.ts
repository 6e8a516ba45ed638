import { sampleFraction } from '../support/sampling.ts';
import { BACK_OFFICE_PARTS } from './every-screen/back-office-parts.ts';
import { COUNTER_PARTS } from './every-screen/counter-parts.ts';
import { PAYMENT_PARTS } from './every-screen/payment-parts.ts';
import { QUESTION_PARTS } from './every-screen/question-parts.ts';
import { listUncheckedTitles } from './every-screen/screen-titles.ts';
import { SETTINGS_PARTS } from './every-screen/settings-parts.ts';
import { walkThroughSetup } from './every-screen/setup-walk.ts';
import type { WalkContext, WalkPart } from './every-screen/walk-context.ts';
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
 * Walks through every screen of the till and checks each; see `support/visual-checks.ts`. For the
 * dialogs see `dialogs.spec.ts`. A title in the code that no walk reaches fails. A run of all tests
 * walks a fifth of the stretches, so it cannot check all titles.
 */

/** With `--all` on a busy machine. */
const WALK_TIMEOUT_MS = 7_200_000;

interface Walk {
  readonly name: string;
  readonly parts: readonly WalkPart[];
  /** The files whose titles the walk reaches. */
  readonly files: RegExp;
}

const WALKS: readonly Walk[] = [
  {
    name: 'the counter',
    parts: [...COUNTER_PARTS, ...PAYMENT_PARTS, ...QUESTION_PARTS],
    files:
      /^app\/(?!questions|recovery)|^features\/(counter\/(?!customers\/)|back-office\/history\/)/,
  },
  {
    name: 'the rooms',
    parts: BACK_OFFICE_PARTS,
    files:
      /^features\/(shift\/|counter\/customers\/|back-office\/(?!history\/)|administration\/(?!settings\/|setup\/))/,
  },
  {
    name: 'the settings',
    parts: SETTINGS_PARTS,
    files: /^features\/administration\/settings\//,
  },
];
const SETUP = /^features\/administration\/setup\/|^app\/(questions|recovery)\//;
/** Unreachable in a browser test: the error of a screen; `app.test.tsx` covers it. */
const UNREACHED = ['app/async-boundary.tsx: app.fault'];

test('has a walk for every file with a screen', () => {
  const patterns = [SETUP, ...WALKS.map(({ files }) => files)];
  expect(
    listUncheckedTitles(/./, new Set()).filter(
      (title) => !patterns.some((files) => files.test(title)),
    ),
  ).toEqual([]);
});

for (const { name, parts, files } of WALKS) {
  test.describe(`screens of ${name}`, () => {
    test.use({ provisioning: { version: 'v3.mx', cashOutBillers: [CASH_OUT_BILLER] } });

    test('shows every screen without faults in every language, theme and size', async ({
      counter,
      till,
      shell,
    }) => {
      test.skip(
        shell === 'electron',
        'the answers of main are replaced on the socket of the browser shell',
      );
      test.setTimeout(WALK_TIMEOUT_MS);
      const answers = await createAnswerOverride(till.page);
      const visualChecks = createVisualChecks(till, answers, name);
      await counter.signIn(OWNER.name, OWNER.pin);
      await payBill(
        { counter, till, language: 'es-MX', version: 'v3.mx', checkScreen: async () => {} },
        UNCANCELLABLE,
      );
      const payment = await getNewestPayment({ till });
      if (payment === undefined) throw new Error('nothing was paid');
      const context: WalkContext = {
        counter,
        till,
        answers,
        payment,
        page: till.page,
        checkScreen: visualChecks.checkScreen,
      };
      const sampledParts = sampleFraction(5, name, parts);
      for (const part of sampledParts) await test.step(part.name, () => part.walk(context));
      expect(visualChecks.listFaults()).toEqual([]);
      if (sampledParts.length < parts.length) return;
      expect(
        listUncheckedTitles(files, visualChecks.checkedScreens).filter(
          (title) => !UNREACHED.includes(title),
        ),
      ).toEqual([]);
    });
  });
}

test.describe('screens of the set-up', () => {
  test.use({ provisioning: null, serviceVersion: 'v3.mx' });

  test('shows every screen without faults in every language, theme and size', async ({
    till,
    service,
    shell,
  }) => {
    test.skip(
      shell === 'electron',
      'the answers of main are replaced on the socket of the browser shell',
    );
    test.setTimeout(WALK_TIMEOUT_MS);
    const answers = await createAnswerOverride(till.page);
    const visualChecks = createVisualChecks(till, answers, 'the setting up');
    await walkThroughSetup(till, service, visualChecks.checkScreen);
    expect(visualChecks.listFaults()).toEqual([]);
    expect(listUncheckedTitles(SETUP, visualChecks.checkedScreens)).toEqual([]);
  });
});

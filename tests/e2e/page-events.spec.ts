import { createNamedRandom, IS_FULL_RUN, sampleCases } from '../support/sampling.ts';
import { VERSION_PER_WIRE_FORMAT } from '../support/versions.ts';
import {
  type Counter,
  expect,
  OWNER,
  type ServiceUnderTest,
  signInAgain,
  test,
} from './support/index.ts';
import type { Till } from './support/till.ts';

/**
 * The page is reloaded, crashes or is closed, the till is quit or shut down or loses its power: at each step of a
 * payment of a bill (`page-flows` has the other flows). What was not sent is not sent; what was is there once, with its
 * result. Two of these events in each run, with one of the steps that send nothing, in one version; `--all` tries all
 * of them, in each version.
 */

const VERSIONS = IS_FULL_RUN ? VERSION_PER_WIRE_FORMAT : (['v3.mx'] as const);

const STEPS = ['account', 'amount', 'cash', 'confirm', 'sending', 'result'] as const;
type Step = (typeof STEPS)[number];

const EARLY = ['account', 'amount', 'cash', 'confirm'] as const satisfies readonly Step[];

function stepsNow(event: PageEvent): readonly Step[] {
  if (IS_FULL_RUN) return STEPS;
  const chosen = createNamedRandom(`page-events/${event}`).pick(EARLY);
  test.info().annotations.push({ type: 'before it is sent', description: chosen });
  return [chosen, 'sending', 'result'];
}

const EVENTS = ['reload', 'crash', 'close', 'quit', 'shutdown', 'power cut'] as const;
type PageEvent = (typeof EVENTS)[number];
const TRIED = sampleCases('events of the page', EVENTS, 2);
const CASES = VERSIONS.flatMap((version) => TRIED.map((event) => ({ version, event })));

interface Scene {
  readonly counter: Counter;
  readonly till: Till;
  readonly service: ServiceUnderTest;
}

const LATE_MS = 3_000;

/** An account of its own for each step: nothing looks like an earlier payment. */
async function goTo(step: Step, { counter, service }: Scene): Promise<void> {
  const at = STEPS.indexOf(step);
  await counter.find('telmex', /Telmex/);
  await counter.type(`811234560${at}`);
  if (step === 'account') return;
  await counter.press('Enter');
  await counter.expectQuestion(counter.getText('pay.amount.title'));
  await counter.type('150');
  if (step === 'amount') return;
  await counter.press('Enter');
  await counter.expectQuestion(counter.getText('pay.cash.title'));
  await counter.type('200');
  if (step === 'cash') return;
  await counter.press('Enter');
  await counter.expectQuestion(counter.getText('pay.confirm.title'));
  if (step === 'confirm') return;
  if (step === 'sending') {
    await service.setFaults([
      { operation: 'pay', times: 1, fault: { kind: 'answer-late', milliseconds: LATE_MS } },
    ]);
  }
  await counter.press('F12');
  await counter.expectQuestion(
    counter.getText(step === 'sending' ? 'pay.sending.title' : 'pay.paid.title'),
  );
  // The fault has met the request: the service has it, and performs it.
  await expect.poll(() => service.faults()).toEqual([]);
}

async function befall(event: PageEvent, { till, counter }: Scene): Promise<void> {
  switch (event) {
    case 'reload':
      await till.page.reload();
      return;
    case 'crash':
    case 'close':
      await till.reopen(event);
      return;
    case 'quit':
    case 'shutdown':
      await (event === 'quit' ? till.stop() : till.shutDown());
      await till.start('provisioned-again');
      await signInAgain(counter, till);
      return;
    case 'power cut':
      await till.kill();
      await till.start('provisioned-again');
      await signInAgain(counter, till);
  }
}

/** However busy the computer: the look-ups of a payment that was cut off come with growing pauses. */
async function isKnown({ page }: Counter): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/^(Entregue|Pagado)/, {
    timeout: 120_000,
  });
}

for (const { version, event } of CASES) {
  test.describe(IS_FULL_RUN ? `${event} in ${version}` : event, () => {
    test.use({ serviceVersion: version });
    if (event === 'crash' || event === 'close') {
      test.skip(({ shell }) => shell === 'electron', 'the window is the till there');
    }

    test('at each step of a payment loses nothing and pays nothing twice', async ({
      counter,
      till,
      service,
    }) => {
      test.slow();
      const scene: Scene = { counter, till, service };
      await counter.signIn(OWNER.name, OWNER.pin);
      for (const step of stepsNow(event)) {
        await test.step(step, async () => {
          await goTo(step, scene);
          await befall(event, scene);
          const wasSent = step === 'sending' || step === 'result';
          if (wasSent) await isKnown(counter);
          await counter.nextCustomer();
        });
      }
      const payments = await till.callTill('payments.recent', { limit: 20 });
      expect(payments.map((one) => [one.accountNumber, one.state])).toEqual([
        ['8112345605', 'paid'],
        ['8112345604', 'paid'],
      ]);
      const { transactions } = await service.inspect();
      expect(transactions.map((one) => one.accountNumber).sort()).toEqual([
        '8112345604',
        '8112345605',
      ]);
      for (const { id } of payments) {
        const jobs = await till.callTill('printing.ofPayment', { paymentId: id });
        expect(jobs.filter((job) => job.kind === 'original')).toHaveLength(1);
      }
    });
  });
}

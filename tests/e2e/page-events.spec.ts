import { createNamedRandom, IS_FULL_RUN, sampleCases } from '../support/sampling.ts';
import { VERSION_PER_WIRE_FORMAT } from '../support/versions.ts';
import {
  confirmOutcome,
  expect,
  type KeyboardCashier,
  OWNER,
  type ServiceUnderTest,
  signInAgain,
  test,
} from './support/index.ts';
import type { Till } from './support/till.ts';

/**
 * Events at each step of a bill payment: the page is reloaded, crashes or is closed, the till is
 * quit, shut down or loses its power; `page-flows` covers the other flows. What was not sent stays
 * unsent; what was sent exists once, with its result. A run tries two events at one of the steps
 * that send nothing, in one version; `--all` tries all events in each version.
 */

const VERSIONS = IS_FULL_RUN ? VERSION_PER_WIRE_FORMAT : (['v3.mx'] as const);

const STEPS = ['account', 'amount', 'cash', 'confirm', 'sending', 'result'] as const;
type Step = (typeof STEPS)[number];

const UNSENT_STEPS = ['account', 'amount', 'cash', 'confirm'] as const satisfies readonly Step[];

function sampleSteps(event: PageEvent): readonly Step[] {
  if (IS_FULL_RUN) return STEPS;
  const unsentStep = createNamedRandom(`page-events/${event}`).pick(UNSENT_STEPS);
  test.info().annotations.push({ type: 'before it is sent', description: unsentStep });
  return [unsentStep, 'sending', 'result'];
}

const EVENTS = ['reload', 'crash', 'close', 'quit', 'shutdown', 'power cut'] as const;
type PageEvent = (typeof EVENTS)[number];
const SAMPLED_EVENTS = sampleCases('events of the page', EVENTS, 2);
const CASES = VERSIONS.flatMap((version) => SAMPLED_EVENTS.map((event) => ({ version, event })));

interface Scene {
  readonly counter: KeyboardCashier;
  readonly till: Till;
  readonly service: ServiceUnderTest;
}

const ANSWER_DELAY_MS = 3_000;

/** Each step uses another account, so that no payment looks like an earlier one. */
async function goTo(step: Step, { counter, service }: Scene): Promise<void> {
  const stepIndex = STEPS.indexOf(step);
  await counter.find('telmex', /Telmex/);
  await counter.type(`811234560${stepIndex}`);
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
      { operation: 'pay', times: 1, fault: { kind: 'answer-late', milliseconds: ANSWER_DELAY_MS } },
    ]);
  }
  await counter.press('F12');
  await counter.expectQuestion(
    counter.getText(step === 'sending' ? 'pay.sending.title' : 'pay.paid.title'),
  );
  // The fault was applied: the service has the request, and performs it.
  await expect.poll(() => service.listFaults()).toEqual([]);
}

async function triggerEvent(event: PageEvent, { till, counter }: Scene): Promise<void> {
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

/**
 * Waits until the payment is paid. After a stop of the till its outcome is announced, and the cashier
 * confirms it with F11. The time-out is long enough for a busy machine: the look-ups after an
 * interruption have growing pauses.
 */
async function expectPaid({ counter, till }: Scene): Promise<void> {
  const { page } = counter;
  await expect(async () => {
    const [payment] = await till.callTill('payments.recent', { limit: 1 });
    expect(payment).toMatchObject({ state: 'paid' });
  }).toPass({ timeout: 120_000 });
  await confirmOutcome(counter, till);
  const result = page.getByRole('heading', { level: 1, name: /^(Entregue|Pagado)/ });
  const lastSale = page.getByText(counter.getText('home.last').split('{{')[0] ?? '');
  await expect(result.or(lastSale).first()).toBeVisible();
}

for (const { version, event } of CASES) {
  test.describe(IS_FULL_RUN ? `${event} in ${version}` : event, () => {
    test.use({ serviceVersion: version });
    if (event === 'crash' || event === 'close') {
      test.skip(({ shell }) => shell === 'electron', 'the window is the till there');
    }

    test('loses no payment and pays nothing twice at any step', async ({
      counter,
      till,
      service,
    }) => {
      test.slow();
      const scene: Scene = { counter, till, service };
      await counter.signIn(OWNER.name, OWNER.pin);
      for (const step of sampleSteps(event)) {
        await test.step(step, async () => {
          await goTo(step, scene);
          await triggerEvent(event, scene);
          const wasSent = step === 'sending' || step === 'result';
          if (wasSent) await expectPaid(scene);
          await counter.goToNextCustomer();
        });
      }
      const payments = await till.callTill('payments.recent', { limit: 20 });
      expect(payments.map((payment) => [payment.accountNumber, payment.state])).toEqual([
        ['8112345605', 'paid'],
        ['8112345604', 'paid'],
      ]);
      const { transactions } = await service.inspect();
      expect(transactions.map((transaction) => transaction.accountNumber).sort()).toEqual([
        '8112345604',
        '8112345605',
      ]);
      for (const { id } of payments) {
        const jobs = await till.callTill('printing.forPayment', { paymentId: id });
        expect(jobs.filter((job) => job.kind === 'original')).toHaveLength(1);
      }
    });
  });
}

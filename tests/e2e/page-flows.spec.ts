import type { Payment, PaymentKind, ServiceVersion } from '../../shared/contract/index.ts';
import { IS_FULL_RUN, sampleCases } from '../support/sampling.ts';
import {
  confirmOutcome,
  expect,
  getTextBeforePlaceholder,
  type LocaleFileKey,
  OWNER,
  type ServiceUnderTest,
  signInAgain,
  test,
} from './support/index.ts';
import {
  approve,
  chooseBiller,
  type FlowContext,
  goToCashOutConfirm,
} from './support/payment-flows.ts';
import type { Till } from './support/till.ts';

/**
 * Events of the page and the till in the flows other than a bill's, which `page-events` covers:
 * several events on one till, before the request, during it, and between the answer and the end. A
 * run tries two flows, each in one version; `--all` tries each flow in every version that has it,
 * and each event before the request too.
 */

const PAGE_EVENTS = ['reload', 'crash', 'close'] as const;
type PageEvent = (typeof PAGE_EVENTS)[number] | 'quit' | 'shutdown';

type Kind = Exclude<PaymentKind, 'bill'>;
interface Shop {
  readonly version: ServiceVersion;
  readonly kinds: readonly Kind[];
}

const COMMON_KINDS: readonly Kind[] = ['top-up', 'gift-card', 'cash-out'];
const SHOPS: readonly Shop[] = IS_FULL_RUN
  ? [
      { version: 'v1.6', kinds: [...COMMON_KINDS, 'cancel'] },
      { version: 'v3.3', kinds: COMMON_KINDS },
      { version: 'v3.mx', kinds: COMMON_KINDS },
    ]
  : sampleCases<Shop>(
      'flows and the page',
      [
        { version: 'v1.6', kinds: ['top-up'] },
        { version: 'v1.6', kinds: ['cancel'] },
        { version: 'v3.3', kinds: ['gift-card'] },
        { version: 'v3.mx', kinds: ['cash-out'] },
      ],
      2,
    );
const FORM_EVENTS: readonly PageEvent[] = IS_FULL_RUN
  ? [...PAGE_EVENTS, 'quit', 'shutdown']
  : ['reload'];

interface Scene extends FlowContext {
  readonly service: ServiceUnderTest;
  readonly hasWindow: boolean;
}

const ANSWER_DELAY_MS = 4_000;
/** These kinds quit first; the others shut down first. */
const QUITTING_FIRST: readonly Kind[] = ['top-up', 'cash-out'];

/** Goes to the last step before the request. Returns the function that sends it. */
async function goToSend(kind: Kind, scene: Scene, number: number): Promise<() => Promise<void>> {
  const { counter, till, language, version } = scene;
  const getPageText = (key: LocaleFileKey) => getTextBeforePlaceholder(language, key);
  const goToConfirm = async (): Promise<() => Promise<void>> => {
    await counter.expectQuestion(counter.getText('pay.cash.title'));
    await counter.press('Enter');
    await counter.expectQuestion(counter.getText('pay.confirm.title'));
    return () => counter.press('F12');
  };
  switch (kind) {
    case 'top-up':
      await chooseBiller(scene, 'F3', 'telcel tiempo');
      for (const titleKey of ['pay.account.title.top-up', 'pay.repeat.title'] as const) {
        await counter.expectQuestion(counter.getText(titleKey));
        await counter.type(`559999999${number}`);
        await counter.press('Enter');
      }
      await counter.expectQuestion(counter.getText('pay.offer.title.top-up'));
      await counter.press('Enter');
      if (version === 'v1.6') await counter.expectText(counter.getText('pay.check.credit'));
      return await goToConfirm();
    case 'gift-card':
      await chooseBiller(scene, 'F4', 'amazon m');
      await counter.expectQuestion(counter.getText('pay.account.title.gift-card'));
      await counter.type(`559999999${number}`);
      await counter.press('Enter');
      await counter.expectQuestion(counter.getText('pay.offer.title.gift-card'));
      await counter.press('Enter');
      return await goToConfirm();
    case 'cash-out':
      await goToCashOutConfirm(scene, `123456781234123${number}`);
      return () => counter.press('F12');
    case 'cancel':
      await counter.press('F8');
      await counter.expectQuestion(getPageText('history.title'));
      await till.page.getByRole('listbox').getByRole('option').first().waitFor();
      await counter.press('Enter');
      await counter.expectText(getPageText('history.cancel'));
      await counter.press('Delete');
      await till.page.getByRole('dialog').waitFor();
      return () => approve(scene, 'el cliente se equivocó');
  }
}

async function triggerEvent(event: PageEvent, { till, counter, hasWindow }: Scene): Promise<void> {
  switch (event) {
    case 'reload':
      await till.page.reload();
      return;
    case 'crash':
    case 'close':
      // On Electron the window is the till: closing it quits the till.
      if (hasWindow) await till.page.reload();
      else await till.reopen(event);
      return;
    case 'quit':
    case 'shutdown':
      await (event === 'quit' ? till.stop() : till.shutDown());
      await till.start('provisioned-again');
      await signInAgain(counter, till);
  }
}

async function getNewestPayment({ till }: Scene): Promise<Payment | undefined> {
  return (await till.callTill('payments.recent', { limit: 1 }))[0];
}

/**
 * Expects what a till shows that has stopped since the payment was sent: the result of a top-up or a
 * gift card is announced, because nobody has it on the screen. Money to hand over is shown again.
 */
async function expectAnnounced(kind: Kind, scene: Scene): Promise<void> {
  const isAnnounced = kind === 'top-up' || kind === 'gift-card';
  // The sign-in after a stop may not have ended yet.
  await expect(async () => {
    const payment = await getNewestPayment(scene);
    expect(payment?.state).toBe('paid');
    if (isAnnounced) expect(payment?.toConfirm).not.toBe('none');
  }).toPass();
}

/** Confirms an announced outcome, and lets a supervisor release cash whose text did not come. */
async function decideAnnounced(scene: Scene): Promise<void> {
  const { counter, till } = scene;
  await confirmOutcome(counter, till);
  await expect
    .poll(async () => (await getNewestPayment(scene))?.paper)
    .not.toMatch(/none|waiting|printing/);
  const payment = await getNewestPayment(scene);
  const isTextMissing = payment?.handOver === 'paper-first' && !payment.hasTicketText;
  if (!isTextMissing && payment?.toConfirm !== 'no-code') return;
  await counter.goHome();
  await counter.press('F9');
  await till.page.getByRole('listbox').getByRole('option').first().waitFor();
  await counter.press('Enter');
  if (isTextMissing) {
    await counter.expectText(counter.getText('pay.cashOut.releaseText'));
    await counter.press('Control+s');
    await approve(scene, 'la línea de ayuda lo confirmó');
    await expect.poll(async () => (await getNewestPayment(scene))?.handOver).toBe('now');
    return;
  }
  await expect(async () => {
    await counter.press('F11');
    expect((await getNewestPayment(scene))?.toConfirm).toBe('none');
  }).toPass();
}

async function handOver(scene: Scene): Promise<void> {
  await expect(async () => {
    await scene.counter.press('F11');
    expect(await getNewestPayment(scene)).toMatchObject({ handOver: 'done' });
  }).toPass();
}

/**
 * Makes one payment or cancel, with all events of the list while it is sent and when its outcome is
 * known.
 */
async function pay(
  kind: Kind,
  scene: Scene,
  events: { readonly sending: readonly PageEvent[]; readonly afterAnswer: readonly PageEvent[] },
): Promise<void> {
  const { counter, service } = scene;
  const send = await goToSend(kind, scene, 1);
  const operation = kind === 'cash-out' || kind === 'cancel' ? kind : 'pay';
  await service.setFaults([
    { operation, times: 1, fault: { kind: 'answer-late', milliseconds: ANSWER_DELAY_MS } },
  ]);
  await send();
  await expect.poll(async () => (await getNewestPayment(scene))?.kind).toBe(kind);
  // The fault was applied: the service has the request, and performs it.
  await expect.poll(() => service.listFaults()).toEqual([]);
  for (const event of events.sending) await triggerEvent(event, scene);
  await expectAnnounced(kind, scene);
  for (const event of events.afterAnswer) {
    await triggerEvent(event, scene);
    await expectAnnounced(kind, scene);
  }
  await decideAnnounced(scene);
  const isMoneyOut = kind === 'cash-out' || kind === 'cancel';
  expect(await getNewestPayment(scene)).toMatchObject({
    kind,
    state: 'paid',
    sends: 1,
    // The confirmation of an announced cancel says that the customer has the money.
    handOver: kind === 'cancel' ? expect.stringMatching(/now|done/) : isMoneyOut ? 'now' : 'none',
  });
  if (isMoneyOut) await handOver(scene);
  // A result ignores keys at first.
  await expect(async () => {
    await counter.press('F2');
    await expect(counter.page.getByRole('combobox')).toBeVisible({ timeout: 1_000 });
  }).toPass();
}

/** Before the request an event loses the form, and nothing else. */
async function loseForm(kind: Kind, scene: Scene, event: PageEvent): Promise<void> {
  const initialPayments = await scene.till.callTill('payments.recent', { limit: 20 });
  await goToSend(kind, scene, 0);
  await triggerEvent(event, scene);
  await scene.till.page.getByRole('combobox').waitFor();
  expect(await scene.till.callTill('payments.recent', { limit: 20 })).toEqual(initialPayments);
}

async function payCancellableBill({ counter, till }: Scene): Promise<void> {
  await counter.find('agua y drenaje', /Agua y Drenaje/);
  await counter.goToConfirm({ account: '123456851236', amount: '150' });
  await counter.press('F12');
  await expect
    .poll(async () => (await till.callTill('payments.recent', { limit: 1 }))[0]?.state)
    .toBe('paid');
  await counter.goToNextCustomer();
}

/**
 * The till stops once during the request and once after the answer; the kind decides whether it
 * quits or shuts down first.
 */
async function tryKind(kind: Kind, scene: Scene): Promise<void> {
  const quitsFirst = QUITTING_FIRST.includes(kind);
  const firstStop = quitsFirst ? 'quit' : 'shutdown';
  const secondStop = quitsFirst ? 'shutdown' : 'quit';
  if (kind === 'cancel') await payCancellableBill(scene);
  for (const event of FORM_EVENTS) await loseForm(kind, scene, event);
  await pay(kind, scene, {
    sending: [...PAGE_EVENTS, firstStop],
    afterAnswer: [...PAGE_EVENTS, secondStop],
  });
}

/** Expects that the service performed, and the printer printed, each payment once. */
async function expectOnce(till: Till, service: ServiceUnderTest): Promise<void> {
  const payments = await till.callTill('payments.recent', { limit: 20 });
  const performedIds = (await service.inspect()).transactions.map(
    (transaction) => transaction.externalId,
  );
  const sales = payments.filter((payment) => payment.kind !== 'cancel');
  expect(performedIds.toSorted()).toEqual(sales.map((sale) => sale.externalId).toSorted());
  for (const { id } of payments) {
    const jobs = await till.callTill('printing.forPayment', { paymentId: id });
    expect(jobs.filter((job) => job.kind === 'original')).toHaveLength(1);
  }
}

for (const { version, kinds } of SHOPS) {
  test.describe(version, () => {
    test.use({ serviceVersion: version, provisioning: { cashOutBillers: [20001] } });

    for (const kind of kinds) {
      test(`loses and doubles no ${kind} at any event of the page or the till`, async ({
        counter,
        till,
        service,
        shell,
      }) => {
        test.slow();
        const hasWindow = shell === 'electron';
        const checkScreen = async (): Promise<void> => {};
        const scene: Scene = {
          counter,
          till,
          service,
          hasWindow,
          language: 'es-MX',
          version,
          checkScreen,
        };
        await counter.signIn(OWNER.name, OWNER.pin);
        await tryKind(kind, scene);
        await expectOnce(till, service);
      });
    }
  });
}

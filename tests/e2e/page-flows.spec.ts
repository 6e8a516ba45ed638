import type { Payment, PaymentKind, ServiceVersion } from '../../shared/contract/index.ts';
import { IS_FULL_RUN, sampleCases } from '../support/sampling.ts';
import { approve, chooseBiller, type FlowContext, goToCashOutConfirm } from './support/flows.ts';
import {
  type Counter,
  expect,
  getText,
  OWNER,
  type PageKey,
  type ServiceUnderTest,
  signInAgain,
  test,
} from './support/index.ts';
import type { Till } from './support/till.ts';

/**
 * What befalls the page and the till in the flows beside a bill's (`page-events` has that one): several events in the
 * life of one till, before the request, while it is under way, and between the answer and the end. Two of
 * the flows in each run, each in one version; `--all` tries each in every version that has it, and each event before
 * the request too.
 */

const PAGE_EVENTS = ['reload', 'crash', 'close'] as const;
type PageEvent = (typeof PAGE_EVENTS)[number] | 'quit' | 'shutdown';

type Kind = Exclude<PaymentKind, 'bill'>;
interface Shop {
  readonly version: ServiceVersion;
  readonly kinds: readonly Kind[];
}

const EVERYWHERE: readonly Kind[] = ['top-up', 'gift-card', 'cash-out'];
const SHOPS: readonly Shop[] = IS_FULL_RUN
  ? [
      { version: 'v1.6', kinds: [...EVERYWHERE, 'cancel'] },
      { version: 'v3.3', kinds: EVERYWHERE },
      { version: 'v3.mx', kinds: EVERYWHERE },
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
const LOSE_THE_FORM: readonly PageEvent[] = IS_FULL_RUN
  ? [...PAGE_EVENTS, 'quit', 'shutdown']
  : ['reload'];

interface Scene extends FlowContext {
  readonly service: ServiceUnderTest;
  readonly hasWindow: boolean;
}

const LATE_MS = 4_000;
/** The others begin with a shutdown. */
const FIRST_QUITS: readonly Kind[] = ['top-up', 'cash-out'];

/** What is asked last before the request, and the key that sends it. */
async function upTo(kind: Kind, scene: Scene, number: number): Promise<() => Promise<void>> {
  const { counter, till, language, version } = scene;
  const words = (key: PageKey) => getText(language, key);
  const confirmed = async (): Promise<() => Promise<void>> => {
    await counter.expectQuestion(counter.getText('pay.cash.title'));
    await counter.press('Enter');
    await counter.expectQuestion(counter.getText('pay.confirm.title'));
    return () => counter.press('F12');
  };
  switch (kind) {
    case 'top-up':
      await chooseBiller(scene, 'F3', 'telcel tiempo');
      for (const asked of ['pay.account.title.top-up', 'pay.repeat.title'] as const) {
        await counter.expectQuestion(counter.getText(asked));
        await counter.type(`559999999${number}`);
        await counter.press('Enter');
      }
      await counter.expectQuestion(counter.getText('pay.offer.title.top-up'));
      await counter.press('Enter');
      if (version === 'v1.6') await counter.expectText(counter.getText('pay.check.brings'));
      return await confirmed();
    case 'gift-card':
      await chooseBiller(scene, 'F4', 'amazon m');
      await counter.expectQuestion(counter.getText('pay.account.title.gift-card'));
      await counter.type(`559999999${number}`);
      await counter.press('Enter');
      await counter.expectQuestion(counter.getText('pay.offer.title.gift-card'));
      await counter.press('Enter');
      return await confirmed();
    case 'cash-out':
      await goToCashOutConfirm(scene, `123456781234123${number}`);
      return () => counter.press('F12');
    case 'cancel':
      await counter.press('F8');
      await counter.expectQuestion(words('history.title'));
      await till.page.getByRole('listbox').getByRole('option').first().waitFor();
      await counter.press('Enter');
      await counter.expectText(words('history.cancel'));
      await counter.press('Delete');
      await till.page.getByRole('dialog').waitFor();
      return () => approve(scene, 'el cliente se equivocó');
  }
}

async function befall(event: PageEvent, { till, counter, hasWindow }: Scene): Promise<void> {
  switch (event) {
    case 'reload':
      await till.page.reload();
      return;
    case 'crash':
    case 'close':
      // The window is the till there: closing it is quitting.
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

async function newest({ till }: Scene): Promise<Payment | undefined> {
  return (await till.callTill('payments.recent', { limit: 1 }))[0];
}

/** However busy the computer: look-ups of a payment that was cut off come with growing pauses. */
async function isKnown(kind: Kind, counter: Counter): Promise<void> {
  const title = {
    'top-up': counter.getText('receipts.paidExact'),
    'gift-card': counter.getText('receipts.paidExact'),
    'cash-out': counter.getText('pay.out.now'),
    cancel: counter.getText('pay.cancel.now'),
  }[kind];
  await expect(counter.page.getByRole('heading', { level: 1 })).toContainText(title);
}

async function handOver(scene: Scene): Promise<void> {
  await expect(async () => {
    await scene.counter.press('F11');
    expect(await newest(scene)).toMatchObject({ handOver: 'done' });
  }).toPass();
}

/** One payment, or one cancel, that every event of the list befalls while it is sent and when it is known. */
async function live(
  kind: Kind,
  scene: Scene,
  events: { readonly sending: readonly PageEvent[]; readonly known: readonly PageEvent[] },
): Promise<void> {
  const { counter, service } = scene;
  const send = await upTo(kind, scene, 1);
  const operation = kind === 'cash-out' || kind === 'cancel' ? kind : 'pay';
  await service.setFaults([
    { operation, times: 1, fault: { kind: 'answer-late', milliseconds: LATE_MS } },
  ]);
  await send();
  await expect.poll(async () => (await newest(scene))?.kind).toBe(kind);
  // The fault has met the request: the service has it, and performs it.
  await expect.poll(() => service.faults()).toEqual([]);
  for (const event of events.sending) await befall(event, scene);
  await isKnown(kind, counter);
  for (const event of events.known) {
    await befall(event, scene);
    await isKnown(kind, counter);
  }
  const isMoneyOut = kind === 'cash-out' || kind === 'cancel';
  expect(await newest(scene)).toMatchObject({
    kind,
    state: 'paid',
    sends: 1,
    handOver: isMoneyOut ? 'now' : 'none',
  });
  if (isMoneyOut) await handOver(scene);
  await counter.nextCustomer();
}

/** Before anything is sent: the form is lost, and nothing else. */
async function loseForm(kind: Kind, scene: Scene, event: PageEvent): Promise<void> {
  const before = await scene.till.callTill('payments.recent', { limit: 20 });
  await upTo(kind, scene, 0);
  await befall(event, scene);
  await scene.till.page.getByRole('combobox').waitFor();
  expect(await scene.till.callTill('payments.recent', { limit: 20 })).toEqual(before);
}

async function billToCancel({ counter, till }: Scene): Promise<void> {
  await counter.find('agua y drenaje', /Agua y Drenaje/);
  await counter.goToConfirm({ account: '123456851236', amount: '150' });
  await counter.press('F12');
  await expect
    .poll(async () => (await till.callTill('payments.recent', { limit: 1 }))[0]?.state)
    .toBe('paid');
  await counter.nextCustomer();
}

/** A till ends once while it sends and once when it knows; which way comes first takes turns. */
async function tryKind(kind: Kind, scene: Scene): Promise<void> {
  const quitsFirst = FIRST_QUITS.includes(kind);
  const first = quitsFirst ? 'quit' : 'shutdown';
  const second = quitsFirst ? 'shutdown' : 'quit';
  if (kind === 'cancel') await billToCancel(scene);
  for (const event of LOSE_THE_FORM) await loseForm(kind, scene, event);
  await live(kind, scene, { sending: [...PAGE_EVENTS, first], known: [...PAGE_EVENTS, second] });
}

/** What the service performed, and what came out of the printer: each once. */
async function isOnce(till: Till, service: ServiceUnderTest): Promise<void> {
  const payments = await till.callTill('payments.recent', { limit: 20 });
  const performed = (await service.inspect()).transactions.map((one) => one.externalId);
  const sold = payments.filter((one) => one.kind !== 'cancel');
  expect(performed.toSorted()).toEqual(sold.map((one) => one.externalId).toSorted());
  for (const { id } of payments) {
    const jobs = await till.callTill('printing.ofPayment', { paymentId: id });
    expect(jobs.filter((job) => job.kind === 'original')).toHaveLength(1);
  }
}

for (const { version, kinds } of SHOPS) {
  test.describe(version, () => {
    test.use({ serviceVersion: version, provisioning: { cashOutBillers: [20001] } });

    for (const kind of kinds) {
      test(`no event of the page or the till loses or doubles a ${kind}`, async ({
        counter,
        till,
        service,
        shell,
      }) => {
        test.slow();
        const hasWindow = shell === 'electron';
        const looks = async (): Promise<void> => {};
        const scene: Scene = {
          counter,
          till,
          service,
          hasWindow,
          language: 'es-MX',
          version,
          looks,
        };
        await counter.signIn(OWNER.name, OWNER.pin);
        await tryKind(kind, scene);
        await isOnce(till, service);
      });
    }
  });
}

import fc from 'fast-check';
import type { BackupCopy, Biller, CallName } from '../../../shared/contract/index.ts';
import { CALL_NAMES, fitting } from '../fuzz/inputs.ts';
import { asText } from '../fuzz/records.ts';
import { until } from '../fuzz/till.ts';
import { changeKeys } from './change-keys.ts';
import { CARDS, mark } from './marks.ts';
import { filesIn } from './search.ts';
import { approval, type WatchedTill } from './watched-till.ts';

/** A ticket that is too long for the paper, and an answer that cannot be read. */
async function sellOddCards(
  { till, call, sell }: WatchedTill,
  card: Biller,
  amount: string,
): Promise<void> {
  const { service } = till;
  const long = `Código: ${CARDS.head}\n${'Gracias por su compra\n'.repeat(4_000)}${CARDS.tail}`;
  service.rewrite(({ status, body }) => ({
    status,
    body: JSON.stringify({ ...JSON.parse(body), ticket_text: long }),
  }));
  const { id } = await sell('gift-card', card.id, amount);
  await call('printing.tape', { paymentId: id });
  await call('printing.copy', { paymentId: id, approval: approval('luis') });
  service.rewrite(({ status }) => ({ status, body: `{"ticket_text":"${CARDS.broken}` }));
  await sell('gift-card', card.id, amount).catch(() => null);
  service.rewrite((answer) => answer);
}

/** A fault after the other: what fails is what writes most. */
async function sellThroughFaults({ till, sell }: WatchedTill): Promise<void> {
  const { training } = till.service;
  for (const fault of [
    { kind: 'cut-before-commit' },
    { kind: 'commit-and-cut' },
    { kind: 'html' },
    { kind: 'half-json' },
    { kind: 'status', status: 500, retryAfter: null },
    { kind: 'status', status: 429, retryAfter: 1 },
  ] as const) {
    training.setFaults([{ operation: 'pay', times: 1, fault }]);
    await sell('bill', 35, '120.00').catch(() => null);
  }
}

async function everyCallOnce({ till, call }: WatchedTill): Promise<void> {
  // What would make it another till, with other people.
  const leftOut = new Set<CallName>([
    'setup.provision',
    'setup.startTraining',
    'setup.restore',
    'settings.change',
    'staff.change',
    'staff.disable',
    'staff.enable',
    'staff.signOut',
    // Nothing after it would be done.
    'staff.lock',
  ]);
  for (const who of ['ana', 'carmen'] as const) {
    await till.signIn(who);
    for (const name of CALL_NAMES.filter((one) => !leftOut.has(one))) {
      for (const input of fc.sample(fitting(name), { numRuns: 2, seed: 11 })) {
        await call(name, input).catch(() => null);
      }
    }
  }
}

export interface DayPlayed {
  /** As it was printed and shown to the cashier who sold it. */
  readonly giftCardCode: string;
  /** What a cashier was shown of the customers. */
  readonly shownToCashier: string;
}

/** Goes through the till's flows, those that fail included. */
export async function playDay(watched: WatchedTill): Promise<DayPlayed> {
  const { till, call, given, sell } = watched;
  await call('staff.signIn', { cashierId: 'ana', pin: mark('wrongPin') });
  await till.signIn('ana');
  const paid = await sell('bill', 35, '120.00');
  const found = await given<readonly { biller: Biller }[]>('catalog.search', {
    text: 'steam',
    kinds: ['gift-card'],
    limit: 5,
  });
  const card = found[0]?.biller;
  if (card?.amounts.kind !== 'list') throw new Error('no gift card');
  const sold = await sell('gift-card', card.id, card.amounts.amounts[0] ?? '');
  await call('printing.tape', { paymentId: sold.id });
  await sellOddCards(watched, card, card.amounts.amounts[0] ?? '');
  await sell('cash-out', 20001, '300.00');
  await sellThroughFaults(watched);
  await call('payments.cancel', {
    paymentId: paid.id,
    reason: 'the customer asks',
    approval: { cashierId: 'luis', pin: mark('wrongPin') },
  });
  await call('payments.cancel', {
    paymentId: paid.id,
    reason: 'the customer asks',
    approval: approval('luis'),
  });
  await call('printing.copy', { paymentId: sold.id, approval: approval('luis') });
  const shownToCashier = asText(await call('customers.find', { text: '', limit: 100 }));
  await till.signIn('carmen');
  await call('staff.add', { id: 'eva', name: 'Eva', pin: mark('newPin'), role: 'cashier' });
  await call('setup.checkKeys', {
    environment: 'sandbox',
    baseUrl: till.service.baseUrl,
    vendor: 'mostrador',
    version: 'v1.6',
    apiKey: mark('newApiKey'),
    secretKey: mark('newSecretKey'),
    caFile: `${till.folder}/ca.pem`,
    proxy: `http://shop:${mark('proxyPassword')}@127.0.0.1:9`,
  });
  await changeKeys(watched);
  await everyCallOnce(watched);
  await till.signIn('carmen');
  await given('history.export', {
    filter: {
      from: null,
      to: null,
      cashierId: null,
      billerId: null,
      kind: null,
      state: null,
      amount: null,
      text: null,
    },
  });
  await given('audit.export', { filter: { from: null, to: null, personId: null, kind: null } });
  const copy = await given<BackupCopy>('backup.make', {});
  const giftCardCode = codeOnTape(watched.answers);
  await given('backup.stageRestore', {
    file: copy.file,
    insists: true,
    approval: approval('luis'),
  });
  await given('backup.takeBackRestore', {});
  await given('diagnostics.make', { approval: null });
  await till.signIn('ana');
  await given('diagnostics.make', { approval: approval('luis') });
  await until(() => filesIn(till.folder).some((file) => file.endsWith('.zip')));
  return { giftCardCode, shownToCashier };
}

function codeOnTape(answers: readonly string[]): string {
  for (const answer of answers) {
    const [, code] = /Código:\s+([\d-]{19})/.exec(answer) ?? [];
    if (code !== undefined) return code;
  }
  throw new Error('no gift card was sold');
}

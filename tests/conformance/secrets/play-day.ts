import fc from 'fast-check';
import { vi } from 'vitest';
import type { BackupCopy, Biller, CallName } from '../../../shared/contract/index.ts';
import { toText } from '../fuzz/call-recorder.ts';
import { CALL_NAMES, createFittingInput } from '../fuzz/input-arbitraries.ts';
import { waitUntil } from '../fuzz/test-till.ts';
import { changeKeys } from './change-keys.ts';
import { CARDS, getMark } from './marks.ts';
import { listFiles } from './search.ts';
import { createApproval, type WatchedTill } from './watched-till.ts';

/**
 * Sells a gift card with a ticket text that is too long for the paper, and one whose answer cannot
 * be parsed.
 */
async function sellUnusualCards(
  { till, call, sell }: WatchedTill,
  card: Biller,
  amount: string,
): Promise<void> {
  const { service } = till;
  const longText = `Código: ${CARDS.head}\n${'Gracias por su compra\n'.repeat(4_000)}${CARDS.tail}`;
  service.setRewrite(({ status, body }) => ({
    status,
    body: JSON.stringify({ ...JSON.parse(body), ticket_text: longText }),
  }));
  const { id } = await sell('gift-card', card.id, amount);
  await call('printing.tape', { paymentId: id });
  await call('printing.printCopy', { paymentId: id, approval: createApproval('luis') });
  service.setRewrite(({ status }) => ({ status, body: `{"ticket_text":"${CARDS.broken}` }));
  await sell('gift-card', card.id, amount).catch(() => null);
  service.setRewrite((answer) => answer);
}

/** Sells under one fault after the other: failures write the most. */
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

async function makeEveryCall({ till, call }: WatchedTill): Promise<void> {
  // Calls that would replace the till or its staff.
  const excludedCalls = new Set<CallName>([
    'setup.provision',
    'setup.startTraining',
    'setup.restore',
    'settings.change',
    'staff.change',
    'staff.disable',
    'staff.enable',
    'staff.signOut',
    // No call after it would succeed.
    'staff.lock',
  ]);
  for (const personId of ['ana', 'carmen'] as const) {
    await till.signIn(personId);
    for (const name of CALL_NAMES.filter((callName) => !excludedCalls.has(callName))) {
      for (const input of fc.sample(createFittingInput(name), 2)) {
        await call(name, input).catch(() => null);
      }
    }
  }
}

export interface DayResult {
  /** The code as it was printed and shown to the cashier who sold it. */
  readonly giftCardCode: string;
  /** The answer about the customers that a cashier received. */
  readonly shownToCashier: string;
}

/** Runs the till's flows, including those that fail. */
export async function runDay(watched: WatchedTill): Promise<DayResult> {
  const { till, call, callOrThrow, sell } = watched;
  await call('staff.signIn', { cashierId: 'ana', pin: getMark('wrongPin') });
  await till.signIn('ana');
  const paidBill = await sell('bill', 35, '120.00');
  const searchResults = await callOrThrow<readonly { biller: Biller }[]>('catalog.search', {
    text: 'netflix',
    kinds: ['gift-card'],
    limit: 5,
  });
  // The strict service lists some billers without a currency, whose cards cannot be sold.
  const card = searchResults.find(({ biller }) => biller.currency === 'MXN')?.biller;
  if (card?.amounts.kind !== 'list') throw new Error('no gift card');
  const soldCard = await sell('gift-card', card.id, card.amounts.amounts[0] ?? '');
  await call('printing.tape', { paymentId: soldCard.id });
  await sellUnusualCards(watched, card, card.amounts.amounts[0] ?? '');
  await sell('cash-out', 20001, '300.00');
  await sellThroughFaults(watched);
  await call('payments.cancel', {
    paymentId: paidBill.id,
    reason: 'the customer asks',
    approval: { cashierId: 'luis', pin: getMark('wrongPin') },
  });
  await call('payments.cancel', {
    paymentId: paidBill.id,
    reason: 'the customer asks',
    approval: createApproval('luis'),
  });
  await call('printing.printCopy', { paymentId: soldCard.id, approval: createApproval('luis') });
  const shownToCashier = toText(await call('customers.find', { text: '', limit: 100 }));
  await till.signIn('carmen');
  await call('staff.add', { id: 'eva', name: 'Eva', pin: getMark('newPin'), role: 'cashier' });
  await call('setup.checkKeys', {
    environment: 'sandbox',
    baseUrl: till.service.baseUrl,
    vendor: 'mostrador',
    version: 'v1.6',
    apiKey: getMark('newApiKey'),
    secretKey: getMark('newSecretKey'),
    caFile: `${till.folder}/ca.pem`,
    proxy: `http://shop:${getMark('proxyPassword')}@127.0.0.1:9`,
  });
  await changeKeys(watched);
  await makeEveryCall(watched);
  await till.signIn('carmen');
  await callOrThrow('history.export', {
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
  await callOrThrow('audit.export', {
    filter: { from: null, to: null, personId: null, kinds: null },
  });
  // The daily backup may be under way; the till makes one at a time.
  const copy = await vi.waitFor(() => callOrThrow<BackupCopy>('backup.create', {}), {
    timeout: 60_000,
    interval: 500,
  });
  const giftCardCode = findCodeOnTape(watched.answers);
  await callOrThrow('backup.stageRestore', {
    file: copy.file,
    insists: true,
    approval: createApproval('luis'),
  });
  await callOrThrow('backup.cancelRestore', {});
  await callOrThrow('diagnostics.create', { approval: null });
  await till.signIn('ana');
  await callOrThrow('diagnostics.create', { approval: createApproval('luis') });
  await waitUntil(() => listFiles(till.folder).some((file) => file.endsWith('.zip')));
  return { giftCardCode, shownToCashier };
}

function findCodeOnTape(answers: readonly string[]): string {
  for (const answer of answers) {
    const [, code] = /Código:\s+([\d-]{19})/.exec(answer) ?? [];
    if (code !== undefined) return code;
  }
  throw new Error('no gift card was sold');
}

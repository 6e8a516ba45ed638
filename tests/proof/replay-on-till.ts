import type { Payment } from '../../shared/contract/index.ts';
import { createSale, sell } from '../faults/support/cashier.ts';
import type { CallAnswer } from '../faults/support/fake-network.ts';
import { ANA, createWorld, type FaultWorld, MINUTE_MS } from '../faults/support/fault-world.ts';
import { createRandom } from '../support/random.ts';

/**
 * Replays a trace of the walk of a payment on the whole till without its page and shell: main's own
 * parts, a real ledger file and the real client, against the training service in virtual time. Every
 * request is held until the trace says what becomes of it.
 */

interface HeldRequest {
  /** A copy may still arrive. */
  isInTransit: boolean;
  /** Its Date minus the service's time. */
  readonly dateErrorMs: number;
  readonly deliver: () => Promise<CallAnswer>;
  readonly answer: (answer: CallAnswer) => void;
}

export interface Replay {
  /** The steps that the till took, each with the state of the payment after it. */
  readonly steps: readonly { readonly words: string; readonly state: Payment['state'] }[];
  /** Why the till did not take the next step of the trace; null if it took all. */
  readonly obstacle: string | null;
  /** The rule that the till broke; null if it broke none. */
  readonly rule: string | null;
}

const LOST: CallAnswer = { kind: 'unknown', reason: 'connection-lost', status: null };
const TIMEOUT_MS = MINUTE_MS;
const MOMENT_MS = 3000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const FAST_CLOCK_MS = 25 * MINUTE_MS;
const SIGNATURE_TTL_MS = 15 * MINUTE_MS;

export async function replayOnTill(trace: readonly string[]): Promise<Replay> {
  const world = await createWorld({ version: 'v1.6', random: createRandom('replay') });
  try {
    return await createReplay(world).run(trace);
  } finally {
    world.close();
  }
}

export function formatReplay({ steps, obstacle, rule }: Replay): string {
  return [
    ...steps.map(({ words, state }) => `${words}: ${state}`),
    ...(obstacle === null ? [] : [`not taken: ${obstacle}`]),
    `broken rule: ${rule ?? 'none'}`,
  ].join('\n');
}

function createReplay(world: FaultWorld) {
  const sends: HeldRequest[] = [];
  let lookUps: HeldRequest[] = [];
  /** The service's clock, as its answers show it, minus the right time. */
  let dateOffsetMs = 0;
  let paymentId = '';
  let sentAt = 0;
  let isLookedUp = false;
  let isTimePassing = false;
  let rule: string | null = null;

  const now = (): number => world.clock.now();
  const formatDate = (offsetMs: number): string => new Date(now() + offsetMs).toUTCString();
  const createAnswer = (status: number, body: string, offsetMs = dateOffsetMs): CallAnswer => ({
    kind: 'answered',
    status,
    headers: { date: formatDate(offsetMs) },
    body,
  });
  const withDate = (answer: CallAnswer): CallAnswer =>
    answer.kind === 'answered'
      ? { ...answer, headers: { ...answer.headers, date: formatDate(dateOffsetMs) } }
      : answer;

  world.network.director = ({ isMoney, target }, deliver) => {
    const held = { deliver, isInTransit: true, dateErrorMs: dateOffsetMs };
    if (isMoney) return new Promise((answer) => sends.push({ ...held, answer }));
    const isLookUp = target.includes('transactions') && sends.length > 0;
    if (isLookUp && isTimePassing) return Promise.resolve(LOST);
    if (isLookUp) return new Promise((answer) => lookUps.push({ ...held, answer }));
    return deliver().then(withDate);
  };

  /** The till believes a Date only if several answers agree. */
  async function setServiceDate(offsetMs: number): Promise<void> {
    dateOffsetMs = offsetMs;
    for (let count = 0; count < 3; count += 1)
      await world.finish(() => world.till().service.readAccount());
  }

  function view(): Payment {
    const payment = world.till().payments.getView(paymentId);
    if (!payment.ok) throw new Error(`the payment cannot be read: ${payment.problem.kind}`);
    return payment.value;
  }

  async function sendFirst(words: string): Promise<void> {
    const offsetMs = parseDateError(words) * MINUTE_MS;
    await world.advance(1000);
    if (offsetMs !== 0) {
      world.setTillClock(offsetMs);
      dateOffsetMs = offsetMs;
      await world.restart();
      await setServiceDate(offsetMs);
    }
    const payment = await sell(world, createSale(world, 'bill', 1));
    if (payment === null) throw new Error('the till refuses the payment');
    paymentId = payment.id;
    sentAt = now();
    dateOffsetMs = 0;
    world.setTillClock(0);
  }

  async function sendAgain(words: string): Promise<void> {
    await setServiceDate(parseDateError(words) * MINUTE_MS);
    const before = sends.length;
    await world.finish(() => world.till().payments.sendAgain({ paymentId }, ANA));
    await setServiceDate(0);
    if (sends.length === before) throw new Error('the till does not send again');
    if (!isLookedUp) rule = 'sent again without an empty look-up after the last send';
    sentAt = now();
    isLookedUp = false;
  }

  const crash = (): void => void world.training.reverseTransaction(view().externalId, 'crashed');

  function getLastSend(): HeldRequest {
    const send = sends.at(-1);
    if (!send) throw new Error('nothing was sent');
    return send;
  }

  async function answerSend(words: string): Promise<void> {
    const send = getLastSend();
    const { deliver, answer } = send;
    send.isInTransit = ['the answer is lost', 'the service answers 500'].includes(words);
    if (words === 'the connection never opens')
      return answer({ kind: 'not-sent', reason: 'refused' });
    if (words === 'the answer is lost') return answer(LOST);
    if (words === 'the service answers 500') return answer(createAnswer(500, ''));
    if (words.startsWith('refused with 401 for its Date')) {
      send.isInTransit = true;
      return answer(createAnswer(401, '', send.dateErrorMs === 0 ? 10 * MINUTE_MS : 0));
    }
    const refusal = /^refused with (R\d+|401)/.exec(words)?.[1];
    if (refusal === '401') return answer(createAnswer(401, ''));
    if (refusal !== undefined) return answer(createAnswer(422, JSON.stringify({ code: refusal })));
    const performed = await deliver();
    if (words.startsWith('tried in vain')) crash();
    if (words.endsWith('the answer is lost')) return answer(LOST);
    const copyCode = /a second copy is answered (R\d+)/.exec(words)?.[1];
    if (copyCode !== undefined)
      return answer(createAnswer(422, JSON.stringify({ code: copyCode })));
    answer(changeBody(performed, (row) => changeAnsweredRow(row, words)));
  }

  async function lookUp(words: string): Promise<void> {
    const hasFastDate = words.endsWith('25 minutes ahead');
    await setServiceDate(hasFastDate ? FAST_CLOCK_MS : 0);
    if (lookUps.length === 0) void world.till().payments.lookUpNow({ paymentId }, ANA);
    // The till may be pausing before it repeats a look-up that failed.
    for (let tries = 0; tries < 60 && lookUps.length === 0; tries += 1) await world.advance(500);
    const held = lookUps.at(-1);
    if (held === undefined) throw new Error('the till does not look the payment up');
    lookUps = [];
    isLookedUp = now() - sentAt >= TIMEOUT_MS || isLookedUp;
    if (words.endsWith('disputed')) dateOffsetMs = -40 * MINUTE_MS;
    const listed = withDate(await held.deliver());
    const answer = changeBody(listed, (body) => changeLookUp(body, words, view().externalId));
    held.answer(words.includes('without a Date') ? dropDate(answer) : answer);
    dateOffsetMs = 0;
  }

  async function runStep(words: string): Promise<void> {
    const copy = /^a copy of send (\d) arrives, and (fails|is performed)$/.exec(words);
    const minutes = /^(\d+) min pass$/.exec(words)?.[1];
    if (words.startsWith('the first send')) await sendFirst(words);
    else if (words.startsWith('the cashier sends again')) await sendAgain(words);
    else if (words.startsWith('a look-up')) await lookUp(words);
    else if (minutes !== undefined) await passMinutes(Number(minutes));
    else if (words === 'a day passes') await pass(DAY_MS);
    else if (copy) {
      await sends[Number(copy[1]) - 1]?.deliver();
      if (copy[2] === 'fails') crash();
    } else if (words === 'the till restarts') {
      lookUps = [];
      await world.restart();
      isLookedUp = false;
      sentAt = Number.NEGATIVE_INFINITY;
    } else await answerSend(words);
    await world.advance(100);
  }

  /** The till's own look-ups meanwhile fail. */
  async function pass(milliseconds: number): Promise<void> {
    isTimePassing = true;
    for (const { answer } of lookUps.splice(0)) answer(LOST);
    await world.advance(milliseconds);
    isTimePassing = false;
  }

  /**
   * The walk counts whole minutes, and a step here takes a moment. After exactly a minute a request has
   * timed out; after exactly 16 it has not expired.
   */
  const passMinutes = (minutes: number): Promise<void> =>
    pass(minutes * MINUTE_MS + (minutes === 1 ? MOMENT_MS : -MOMENT_MS));

  /** As the walk's rules, by the service's books and what the till shows. */
  async function findBrokenRule(): Promise<string | null> {
    if (rule !== null) return rule;
    const { state } = view();
    const countPerformed = (): number => world.performed().length;
    if (countPerformed() > 1) return 'performed twice';
    if (state === 'paid' && countPerformed() === 0) return 'called paid without proof';
    if (state === 'rejected' || state === 'not-performed') {
      if (countPerformed() > 0) return 'called failed although it was performed';
      for (const send of sends) if (send.isInTransit) await send.deliver();
      if (countPerformed() > 0) return 'called failed while it can still be performed';
    }
    if (state !== 'unknown' && state !== 'unclear') return null;
    await world.advance(DAY_MS + SIGNATURE_TTL_MS);
    return view().canCloseByHand ? null : 'neither time nor a person can end it';
  }

  return {
    run: async (trace: readonly string[]): Promise<Replay> => {
      const steps: { words: string; state: Payment['state'] }[] = [];
      for (const words of trace) {
        const problem = await runStep(words).catch(String);
        // The till is stricter than the walk, for example about a time on which two answers agree.
        if (problem !== undefined) return { steps, obstacle: `${words}: ${problem}`, rule };
        steps.push({ words, state: view().state });
      }
      return { steps, obstacle: null, rule: await findBrokenRule() };
    },
  };
}

function parseDateError(words: string): number {
  return Number(/dated (-?\d+) minutes/.exec(words)?.[1] ?? 0);
}

type Row = Readonly<Record<string, unknown>>;

function changeBody(answer: CallAnswer, change: (body: Row) => Row): CallAnswer {
  if (answer.kind !== 'answered') return answer;
  return { ...answer, body: JSON.stringify(change(JSON.parse(answer.body))) };
}

function dropDate(answer: CallAnswer): CallAnswer {
  return answer.kind === 'answered' ? { ...answer, headers: {} } : answer;
}

function changeAnsweredRow(row: Row, words: string): Row {
  const status = /with status (.+)$/.exec(words)?.[1];
  if (status !== undefined) return { ...row, status: status === 'null' ? undefined : status };
  if (words.endsWith('without an external_id')) return { ...row, external_id: undefined };
  if (words.endsWith('of another payment')) return { ...row, external_id: 'other' };
  return row;
}

function changeLookUp(body: Row, words: string, externalId: string): Row {
  if (words.includes('cannot be read')) return { ...body, transactions: [{}] };
  const rows = Array.isArray(body.transactions) ? body.transactions.map(Object) : [];
  const transactions = rows.map((listed: Row): Row => {
    // The training service leaves it out of some rows.
    const row = { ...listed, external_id: externalId };
    if (words.includes('without a status')) return { ...row, status: undefined };
    if (words.includes('status refunded')) return { ...row, status: 'refunded' };
    if (words.includes('status timeout')) return { ...row, status: 'timeout' };
    if (words.includes('unheard of')) return { ...row, status: 'unheard-of' };
    if (words.includes('another amount')) return { ...row, amount: 1 };
    if (words.includes('without external_id')) return { ...row, external_id: undefined };
    return row;
  });
  return { ...body, transactions };
}

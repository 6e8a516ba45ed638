/** Holds the training service to the transcripts. */
import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { createVirtualClock } from '../../electron/platform/index.ts';
import { createTrainingService } from '../../electron/training/index.ts';
import type { ServiceVersion, TrainingFault } from '../../shared/contract/index.ts';
import { SMALL_UTILITY_COUNT } from '../support/small-utility-count.ts';
import { describeForm, FIXED_FIELDS, pickFields } from './answer-form.ts';
import {
  fillAnswer,
  fillRequest,
  listHeldTranscripts,
  type Transcript,
  type TranscriptValues,
  transcripts,
} from './transcript.ts';

type Options = NonNullable<Parameters<typeof createTrainingService>[0]>;
type Values = Partial<TranscriptValues>;

interface SetUp {
  readonly options?: Options;
  /** Brings the service into the transcript's state; returns the values that it created. */
  prepare?(training: Training): Promise<Values>;
}

interface Training {
  readonly service: ReturnType<typeof createTrainingService>;
  readonly values: TranscriptValues;
  /** Sends a transcript's request and returns the body of its answer. */
  send(name: string, values?: Values): Promise<Record<string, unknown>>;
}

const EXTERNAL_ID = 'f47ac10b-58cc-4372-a567-0e02b2c3d479';

const OTHER_ID: Values = { external_id: randomUUID() };

const prepare = (setUp: NonNullable<SetUp['prepare']>): SetUp => ({ prepare: setUp });

const getId = ({ id }: Record<string, unknown>): string => String(id);

/** Performs a transcript's payment, under other ids than the request that follows. */
const payBefore = (name: string, values: Values = {}) =>
  prepare(async (training) => {
    const answer = await training.send(name, { idempotency_key: randomUUID(), ...values });
    return { transaction_id: getId(answer) };
  });

/** The payment that follows is then the same request a second time. */
const repeatPayment = (name: string) =>
  prepare(async ({ send }) => ({ transaction_id: getId(await send(name)) }));

const spendKey = (name: string) =>
  prepare(async ({ send }) => {
    await send(name, OTHER_ID);
    return {};
  });

const linkBefore = (name = 'v3-bill-create') =>
  prepare(async ({ send }) => ({ bill_id: getId(await send(name)) }));

const payBillBefore = prepare(async ({ send }) => {
  const bill_id = getId(await send('v3-bill-create'));
  const idempotency_key = randomUUID();
  return { transaction_id: getId(await send('v3-bill-pay', { bill_id, idempotency_key })) };
});

/** One after the other; the values of the last remain. */
const inOrder = (...setUps: readonly SetUp[]) =>
  prepare(async (training) => {
    let values: Values = {};
    for (const setUp of setUps) values = { ...values, ...(await setUp.prepare?.(training)) };
    return values;
  });

const setFault = (fault: TrainingFault['fault']) =>
  prepare(async ({ service }) => {
    service.setFaults([{ operation: 'any', times: 1, fault }]);
    return {};
  });

const BARE_OPTIONS = {
  strict: { bareObjects: 100, listsWithoutExternalId: 0, unknownStatuses: 0 },
} as const;
const BARE: SetUp = { options: BARE_OPTIONS };
const UNAUTHORIZED = prepare(async () => ({ secretKey: 'wrong' }));
const EXPIRED = prepare(async ({ values }) => ({ time: values.time - 901_000 }));
const DATE_AHEAD = prepare(async ({ values }) => ({ time: values.time + 901_000 }));
const RATE_LIMITED = setFault({ kind: 'status', status: 429, retryAfter: 30 });
const SERVER_ERROR = setFault({ kind: 'status', status: 500, retryAfter: null });
const UNAVAILABLE: SetUp = {
  ...setFault({ kind: 'status', status: 503, retryAfter: null }),
  options: { strict: true },
};
const ANSWERED_BY_PAGE = setFault({ kind: 'html' });
const WITHOUT_ID = setFault({ kind: 'external-id-left-out' });
const TWO_PAGES: SetUp = { options: { utilityCount: 1600 } };

/** What a transcript needs before its request; the others need nothing. */
const SET_UPS: Readonly<Record<string, SetUp>> = {
  'v1-account-bare': BARE,
  'v3-account-bare': BARE,
  'v1-utilities-page-1': TWO_PAGES,
  'v1-utilities-page-2': TWO_PAGES,
  'v3-utilities-page-1': TWO_PAGES,
  'v3-utilities-page-2': TWO_PAGES,
  'v1-consult-bare': BARE,
  'v3-single-consult-bare': BARE,
  'v1-check-bare': BARE,
  'v1-pay-bare': BARE,
  'v3-single-pay-bare': BARE,
  'v3-bill-pay-bare': { ...linkBefore(), ...BARE },
  'v1-cash-out-bare': BARE,
  'v3-cash-out-bare': BARE,
  'v3-bill-create-bare': BARE,
  'v1-pay-duplicate': payBefore('v1-pay', OTHER_ID),
  'v3-single-pay-duplicate': payBefore('v3-single-pay', OTHER_ID),
  'v1-pay-used-id': payBefore('v1-pay'),
  'v3-single-pay-used-id': payBefore('v3-single-pay'),
  'v1-pay-repeated': repeatPayment('v1-pay'),
  'v3-single-pay-repeated': repeatPayment('v3-single-pay'),
  'v1-pay-key-reused': spendKey('v1-pay-topup'),
  'v3-single-pay-key-reused': spendKey('v3-single-pay-topup'),
  'v3-single-pay-new-status': setFault({ kind: 'unknown-status' }),
  'v1-pay-unauthorized': UNAUTHORIZED,
  'v3-single-pay-unauthorized': UNAUTHORIZED,
  'v1-unauthorized': UNAUTHORIZED,
  'v3-unauthorized': UNAUTHORIZED,
  'v1-unknown-path': UNAUTHORIZED,
  'v3-unknown-path': UNAUTHORIZED,
  'v1-expired': EXPIRED,
  'v3-expired': EXPIRED,
  'v1-date-ahead': DATE_AHEAD,
  'v3-date-ahead': DATE_AHEAD,
  'v1-pay-rate-limited': RATE_LIMITED,
  'v3-single-pay-rate-limited': RATE_LIMITED,
  'v1-rate-limited': RATE_LIMITED,
  'v3-rate-limited': RATE_LIMITED,
  'v1-pay-server-error': SERVER_ERROR,
  'v3-single-pay-server-error': SERVER_ERROR,
  'v1-server-error': SERVER_ERROR,
  'v3-server-error': SERVER_ERROR,
  'v1-pay-unavailable': UNAVAILABLE,
  'v3-single-pay-unavailable': UNAVAILABLE,
  'v1-unavailable': UNAVAILABLE,
  'v3-unavailable': UNAVAILABLE,
  'v1-pay-html': ANSWERED_BY_PAGE,
  'v3-single-pay-html': ANSWERED_BY_PAGE,
  'v1-cancel': payBefore('v1-pay'),
  'v1-cancel-unsupported': payBefore('v1-pay-topup'),
  'v1-cancel-repeated': prepare(async ({ send }) => {
    const transaction_id = getId(await send('v1-pay', { idempotency_key: randomUUID() }));
    await send('v1-cancel', { transaction_id, idempotency_key: randomUUID() });
    return { transaction_id };
  }),
  'v1-look-up': payBefore('v1-pay'),
  'v1-look-up-by-id': payBefore('v1-pay'),
  'v1-look-up-without-id': inOrder(payBefore('v1-pay'), WITHOUT_ID),
  'v1-transactions': payBefore('v1-pay'),
  'v1-transactions-past-end': payBefore('v1-pay'),
  'v3-look-up': payBillBefore,
  'v3-look-up-by-id': payBillBefore,
  'v3-look-up-without-id': inOrder(payBillBefore, WITHOUT_ID),
  'v3-transactions': payBillBefore,
  'v3-transactions-past-end': payBillBefore,
  'v3-bill': linkBefore(),
  'v3-bill-pay': linkBefore(),
  'v3-bill-pay-refused': linkBefore(),
  'v3-bill-extra-data': linkBefore(),
  'v3-bill-refresh': linkBefore(),
  'v3-bill-refresh-unsupported': linkBefore('v3-bill-create-without-balance'),
  'v3-bill-delete': linkBefore(),
  'v3-bill-delete-repeated': prepare(async ({ send }) => {
    const bill_id = getId(await send('v3-bill-create'));
    await send('v3-bill-delete', { bill_id });
    return { bill_id };
  }),
  'v3-bills': prepare(async ({ send }) => {
    await send('v3-bill-create');
    await send('v3-bill-create-refused');
    return {};
  }),
};

/** The ten headers that the interface promises with every answer. */
const SECURITY_HEADERS = [
  'x-frame-options',
  'x-content-type-options',
  'strict-transport-security',
  'content-security-policy',
  'referrer-policy',
  'cache-control',
  'feature-policy',
  'cross-origin-embedder-policy',
  'cross-origin-resource-policy',
  'cross-origin-opener-policy',
];

const cleanUps: (() => void)[] = [];
afterEach(() => {
  for (const cleanUp of cleanUps.splice(0)) cleanUp();
});

function openTraining(version: ServiceVersion, options: Options = {}) {
  const clock = createVirtualClock();
  const service = createTrainingService({
    clock,
    utilityCount: SMALL_UTILITY_COUNT,
    r24Milliseconds: 0,
    ...options,
  });
  cleanUps.push(service.close);
  const values: TranscriptValues = {
    version,
    ...service.keys,
    time: clock.now(),
    external_id: EXTERNAL_ID,
    idempotency_key: randomUUID(),
    // No object has these ids until a set-up creates one.
    bill_id: '999999',
    transaction_id: '999999',
  };
  const reply = async (transcript: Transcript, changes: Values) => {
    const { method, target, headers, body } = fillRequest(transcript, { ...values, ...changes });
    const answer = await service.handle({ method, target, headers, body: Buffer.from(body ?? '') });
    if (answer.kind === 'cut') throw new Error('the connection was cut');
    const names = Object.entries(answer.headers).map(([name, value]) => [
      name.toLowerCase(),
      value,
    ]);
    const answerHeaders: Record<string, string> = Object.fromEntries(names);
    return { ...answer, headers: answerHeaders };
  };
  const send: Training['send'] = async (name, changes = {}) => {
    const transcript = transcripts.find((candidate) => candidate.name === name);
    if (transcript === undefined) throw new Error(`there is no transcript ${name}`);
    const answer = await reply(transcript, changes);
    expect(answer.status, `${name}: ${answer.body}`).toBe(transcript.answer.status);
    return JSON.parse(answer.body);
  };
  return { service, values, reply, send };
}

const held = listHeldTranscripts('training service');
const cases = held.flatMap((transcript) =>
  transcript.versions.map((version) => [transcript.name, version, transcript] as const),
);

describe('the training service', () => {
  it.each(cases)(
    'answers %s in %s as the interface writes it',
    async (name, version, transcript) => {
      const { options, prepare: setUp } = SET_UPS[name] ?? {};
      const training = openTraining(version, options);
      const changes = (await setUp?.(training)) ?? {};
      const { time } = training.values;
      const expected = fillAnswer(transcript, { ...training.values, ...changes, time });
      const answer = await training.reply(transcript, changes);

      expect(answer.status, answer.body).toBe(expected.status);
      expect(answer.headers).toEqual(
        expect.objectContaining(
          Object.fromEntries(SECURITY_HEADERS.map((header) => [header, expect.any(String)])),
        ),
      );
      for (const [header, value] of Object.entries(expected.headers)) {
        expect(toHeaderForm(header, answer.headers[header]), header).toEqual(
          toHeaderForm(header, value),
        );
      }
      if (expected.headers['content-type'] !== 'application/json') return;
      expect(describeForm(JSON.parse(answer.body))).toEqual(
        describeForm(JSON.parse(expected.body)),
      );
      if (name.match(/utilities|topups|gift-cards|partners/)) return;
      const names = listFixedFields(transcript, changes);
      expect(pickFields(JSON.parse(answer.body), names)).toEqual(
        pickFields(JSON.parse(expected.body), names),
      );
    },
  );

  it('has a set-up only for its transcripts', () => {
    const names = held.map(({ name }) => name);
    expect(Object.keys(SET_UPS).filter((name) => !names.includes(name))).toEqual([]);
  });
});

/** An id is fixed only if the set-up created it, a message only if the interface writes it. */
function listFixedFields({ answer }: Transcript, changes: Values): string[] {
  const isIdFixed = (['bill_id', 'transaction_id'] as const).some(
    (name) => changes[name] !== undefined && answer.body.includes(`"id":{${name}}`),
  );
  const isAnyText = answer.body.includes('"message":"{text}"');
  const names = FIXED_FIELDS.filter((name) => !isAnyText || name !== 'message');
  return isIdFixed ? ['id', ...names] : names;
}

/** The media type, the form of the pagination, or the value. */
function toHeaderForm(name: string, value: string | undefined): unknown {
  if (name === 'x-pagination') return describeForm(JSON.parse(value ?? ''));
  return name === 'content-type' ? value?.split(';')[0] : value;
}

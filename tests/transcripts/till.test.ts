/** Holds the till's client to the transcripts. */
import { describe, expect, it } from 'vitest';
import { createVirtualClock, silentLog } from '../../electron/platform/index.ts';
import { createBillPaymentService, type HttpExchange } from '../../electron/service/index.ts';
import type { ServiceVersion } from '../../shared/contract/index.ts';
import { BILL_ID, EXTERNAL_ID, IDEMPOTENCY_KEY, TILL_CALLS, TRANSACTION_ID } from './till-calls.ts';
import {
  fillAnswer,
  fillRequest,
  listHeldTranscripts,
  type Transcript,
  type TranscriptValues,
  transcripts,
} from './transcript.ts';

const held = listHeldTranscripts('till');
const cases = held.flatMap((transcript) =>
  transcript.versions.flatMap((version) =>
    getStatuses(transcript).map((status) => [transcript.name, version, status] as const),
  ),
);

/** The interface writes 200 where the recorded services answered 201: both count. */
function getStatuses({ answer }: Transcript): number[] {
  return answer.status === 201 ? [201, 200] : [answer.status];
}

describe("the till's client", () => {
  it.each(cases)(
    'sends the request of %s in %s and understands its answer %i',
    async (name, version, status) => {
      const tillCall = TILL_CALLS[name];
      if (tillCall === undefined) throw new Error(`${name} has no call of the till`);
      const usedNames = new Set<string>();
      const names = [name, ...(tillCall.beside ?? [])];
      const { client, clock, differences } = createClient(version, names, status, usedNames);
      let result: unknown;
      let isSettled = false;
      const call = tillCall.call(client).then((value) => {
        result = value;
        isSettled = true;
      });
      for (let second = 0; second < 300 && !isSettled; second += 1) await clock.advance(1000);
      await call;
      // An error in the exchange would only look like a lost connection.
      if (differences.length > 0) throw differences[0];
      expect(result).toMatchObject(tillCall.result as object);
      expect([...usedNames].toSorted()).toEqual(names.toSorted());
    },
  );

  it('has a call for each of its transcripts, and for no other', () => {
    expect(Object.keys(TILL_CALLS).toSorted()).toEqual(held.map(({ name }) => name).toSorted());
  });
});

/** The client, and a service that knows only these transcripts: it rejects any other request. */
function createClient(
  version: ServiceVersion,
  names: readonly string[],
  status: number,
  usedNames: Set<string>,
) {
  const clock = createVirtualClock();
  const differences: unknown[] = [];
  const keys = { vendor: 'acme', apiKey: 'key', secretKey: 'secret' };
  const exchange: HttpExchange = async (request) => {
    const sent = {
      method: request.method,
      target: request.target,
      headers: Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name.toLowerCase(), value]),
      ),
      body: request.body === null ? null : new TextDecoder().decode(request.body),
    };
    const values: TranscriptValues = {
      version,
      ...keys,
      // The service's time that the client knows from the Date of an answer has whole seconds.
      time: Date.parse(sent.headers.date ?? ''),
      external_id: EXTERNAL_ID,
      idempotency_key: IDEMPOTENCY_KEY,
      bill_id: BILL_ID,
      transaction_id: TRANSACTION_ID,
    };
    const expected = transcripts.filter((transcript) => names.includes(transcript.name));
    const transcript =
      expected.find((candidate) => fillRequest(candidate, values).target === sent.target) ??
      expected[0];
    if (transcript === undefined) throw new Error('there is no such transcript');
    try {
      expect(Math.abs(values.time - clock.now())).toBeLessThan(2000);
      expect(sent).toEqual(fillRequest(transcript, values));
    } catch (error) {
      differences.push(error);
    }
    usedNames.add(transcript.name);
    return {
      kind: 'answered',
      ...fillAnswer(transcript, { ...values, time: clock.now() }),
      status,
    };
  };
  const client = createBillPaymentService(
    { baseUrl: 'https://service.test', version, ...keys },
    { clock, log: silentLog, exchange, random: () => 1 },
  );
  return { client, clock, differences };
}

import { describe, expect, test } from 'vitest';
import { ok } from '../../../shared/contract/index.ts';
import { createFakeStatusLine } from '../testing/fake-shop.ts';
import { createFakeTill } from '../testing/fake-till.ts';
import { createTillClient } from './till-client.ts';

describe('the till client', () => {
  test('returns a response of the contract', async () => {
    const client = createTillClient(createFakeTill().bridge);
    const answer = await client.call('staff.names', {});
    expect(answer.ok && answer.value.map((cashier) => cashier.name)).toEqual([
      'Ana',
      'Luis',
      'Carmen',
    ]);
  });

  test.each([
    ['nothing', null],
    ['a text', 'hello'],
    ['a problem without a kind', { ok: false, problem: {} }],
    ['neither', { ok: false }],
  ])('returns a problem for a response that is %s', async (_name, invalidResponse) => {
    const client = createTillClient({ call: async () => invalidResponse, on: () => () => {} });
    const answer = await client.call('staff.names', {});
    expect(answer).toMatchObject({ ok: false, problem: { kind: 'internal' } });
  });

  test('returns a problem if the bridge rejects', async () => {
    const client = createTillClient({
      call: () => Promise.reject(new Error('gone')),
      on: () => () => {},
    });
    expect(await client.call('till.state', {})).toMatchObject({
      ok: false,
      problem: { kind: 'internal', reference: 'bridge:till.state' },
    });
  });

  test('receives events until it unsubscribes', () => {
    let send: (payload: unknown) => void = () => {};
    const receivedTimes: string[] = [];
    const client = createTillClient({
      call: async () => ok({}),
      on: (_name, listener) => {
        send = listener;
        return () => {
          send = () => {};
        };
      },
    });
    const unsubscribe = client.on('status.changed', (status) => receivedTimes.push(status.now));
    send(createFakeStatusLine());
    unsubscribe();
    send(createFakeStatusLine());
    expect(receivedTimes).toEqual([createFakeStatusLine().now]);
  });
});

describe('the fake till', () => {
  test('rejects a response that violates the contract', async () => {
    const fake = createFakeTill();
    fake.answer('staff.names', () => ok([{ id: 'a', name: 'Ana', role: 'queen' as never }]));
    await expect(fake.bridge.call('staff.names', {})).rejects.toThrow();
  });

  test('rejects an input that violates the contract', async () => {
    await expect(
      createFakeTill().bridge.call('till.setLanguage', { language: 'fr' }),
    ).rejects.toThrow();
  });
});

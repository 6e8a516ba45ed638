import { describe, expect, test } from 'vitest';
import { ok } from '../../../shared/contract/index.ts';
import { createFakeStatusLine } from '../testing/fake-shop.ts';
import { createFakeTill } from '../testing/fake-till.ts';
import { createTillClient } from './till-client.ts';

describe('the client of the page', () => {
  test('reads an answer of the contract', async () => {
    const client = createTillClient(createFakeTill().bridge);
    const answer = await client.call('staff.names', {});
    expect(answer.ok && answer.value.map((one) => one.name)).toEqual(['Ana', 'Luis', 'Carmen']);
  });

  test.each([
    ['nothing', null],
    ['a text', 'hello'],
    ['a problem without a kind', { ok: false, problem: {} }],
    ['neither', { ok: false }],
  ])('an answer that is %s becomes a problem, never a throw', async (_name, strange) => {
    const client = createTillClient({ call: async () => strange, on: () => () => {} });
    const answer = await client.call('staff.names', {});
    expect(answer).toMatchObject({ ok: false, problem: { kind: 'internal' } });
  });

  test('a bridge that breaks off becomes a problem', async () => {
    const client = createTillClient({
      call: () => Promise.reject(new Error('gone')),
      on: () => () => {},
    });
    expect(await client.call('till.state', {})).toMatchObject({
      ok: false,
      problem: { kind: 'internal', reference: 'bridge:till.state' },
    });
  });

  test('events are heard until the listening ends', () => {
    let send: (payload: unknown) => void = () => {};
    const heard: string[] = [];
    const client = createTillClient({
      call: async () => ok({}),
      on: (_name, listener) => {
        send = listener;
        return () => {
          send = () => {};
        };
      },
    });
    const stop = client.on('status.changed', (status) => heard.push(status.now));
    send(createFakeStatusLine());
    stop();
    send(createFakeStatusLine());
    expect(heard).toEqual([createFakeStatusLine().now]);
  });
});

describe('the fake till', () => {
  test('refuses an answer that the contract would not let cross', async () => {
    const fake = createFakeTill();
    fake.answer('staff.names', () => ok([{ id: 'a', name: 'Ana', role: 'queen' as never }]));
    await expect(fake.bridge.call('staff.names', {})).rejects.toThrow();
  });

  test('refuses an input that main would refuse', async () => {
    await expect(
      createFakeTill().bridge.call('till.setLanguage', { language: 'fr' }),
    ).rejects.toThrow();
  });
});

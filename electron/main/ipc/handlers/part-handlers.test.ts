import { expect, it } from 'vitest';
import { calls, ok } from '../../../../shared/contract/index.ts';
import type { OpenTill } from '../../till/index.ts';
import { createPartHandlers } from './part-handlers.ts';
import type { HandlerPorts } from './ports.ts';

const cashier = { id: 'ana', name: 'Ana', role: 'cashier' } as const;

/** A till whose every part has every method, and which records the calls. */
function createRecordingTill(): { readonly ports: HandlerPorts; readonly told: unknown[][] } {
  const recordedCalls: unknown[][] = [];
  const part = (name: string) =>
    new Proxy(
      {},
      {
        get: (_, method) => (input: unknown, by: unknown) => {
          recordedCalls.push([`${name}.${String(method)}`, input, by]);
          return ok({});
        },
      },
    );
  const till = new Proxy({}, { get: (_, name) => part(String(name)) }) as unknown as OpenTill;
  const host = { till: () => till, storageProblem: () => null };
  return { ports: { host } as unknown as HandlerPorts, told: recordedCalls };
}

/** The parts whose calls are all derived. */
const parts = [
  ['payments', (ports: HandlerPorts) => createPartHandlers(ports, 'payments', {})],
  ['bills', (ports: HandlerPorts) => createPartHandlers(ports, 'bills', {})],
  ['history', (ports: HandlerPorts) => createPartHandlers(ports, 'history', {})],
] as const;

it.each(parts)(
  'forwards each call of %s to the method of that name with the input and the cashier',
  async (part, createPart) => {
    const { ports, told: recordedCalls } = createRecordingTill();
    const handlers = Object.entries(createPart(ports));
    const names = Object.keys(calls).filter((name) => name.startsWith(`${part}.`));
    expect(handlers.map(([name]) => name).sort()).toEqual(names.sort());
    for (const [name, handler] of handlers) {
      const input = { of: name };
      await Reflect.apply(handler, null, [input, { cashier }]);
      expect(recordedCalls.splice(0)).toEqual([[name, input, cashier]]);
    }
  },
);

it.each(parts)('calls no method of %s while nobody is signed in', async (_part, createPart) => {
  const { ports, told: recordedCalls } = createRecordingTill();
  for (const handler of Object.values(createPart(ports))) {
    expect(await Reflect.apply(handler, null, [{}, { cashier: null }])).toEqual({
      ok: false,
      problem: { kind: 'not-signed-in' },
    });
  }
  expect(recordedCalls).toEqual([]);
});

it('uses a custom handler instead of a derived one', async () => {
  const { ports, told: recordedCalls } = createRecordingTill();
  const customHandler = async () => ok([]);
  const handlers = createPartHandlers(ports, 'staff', {
    'staff.names': customHandler,
    'staff.signIn': async () => ok({ cashier }),
    'staff.signOut': async () => ok({ cashier: null }),
    'staff.lock': async () => ok(null),
    'staff.reportActivity': async () => ok({}),
    'staff.list': customHandler,
    'staff.releaseLockOut': async () => ok({}),
  });
  expect(handlers['staff.list']).toBe(customHandler);
  await handlers['staff.disable']({ id: 'luis' }, { cashier });
  expect(recordedCalls).toEqual([['staff.disable', { id: 'luis' }, cashier]]);
});

import { expect, it } from 'vitest';
import { calls, ok } from '../../../../shared/contract/index.ts';
import type { OpenTill } from '../../till/index.ts';
import { createPartHandlers } from './part-handlers.ts';
import type { HandlerPorts } from './ports.ts';

const cashier = { id: 'ana', name: 'Ana', role: 'cashier' } as const;

/** A till whose every part answers every method, and tells what it was asked. */
function toldTill(): { readonly ports: HandlerPorts; readonly told: unknown[][] } {
  const told: unknown[][] = [];
  const part = (name: string) =>
    new Proxy(
      {},
      {
        get: (_, method) => (input: unknown, by: unknown) => {
          told.push([`${name}.${String(method)}`, input, by]);
          return ok({});
        },
      },
    );
  const till = new Proxy({}, { get: (_, name) => part(String(name)) }) as unknown as OpenTill;
  const host = { till: () => till, storageProblem: () => null };
  return { ports: { host } as unknown as HandlerPorts, told };
}

/** The parts of whose calls none has a handler by hand. */
const parts = [
  ['payments', (ports: HandlerPorts) => createPartHandlers(ports, 'payments', {})],
  ['bills', (ports: HandlerPorts) => createPartHandlers(ports, 'bills', {})],
  ['history', (ports: HandlerPorts) => createPartHandlers(ports, 'history', {})],
] as const;

it.each(parts)('hands each call of %s to its method, with who asks', async (part, handlersFor) => {
  const { ports, told } = toldTill();
  const handlers = Object.entries(handlersFor(ports));
  const names = Object.keys(calls).filter((name) => name.startsWith(`${part}.`));
  expect(handlers.map(([name]) => name).sort()).toEqual(names.sort());
  for (const [name, handler] of handlers) {
    const input = { of: name };
    await Reflect.apply(handler, null, [input, { cashier }]);
    expect(told.splice(0)).toEqual([[name, input, cashier]]);
  }
});

it.each(parts)('asks nothing of %s while nobody is signed in', async (_room, handlersFor) => {
  const { ports, told } = toldTill();
  for (const handler of Object.values(handlersFor(ports))) {
    expect(await Reflect.apply(handler, null, [{}, { cashier: null }])).toEqual({
      ok: false,
      problem: { kind: 'not-signed-in' },
    });
  }
  expect(told).toEqual([]);
});

it('leaves a call that has a handler by hand to it', async () => {
  const { ports, told } = toldTill();
  const byHand = async () => ok([]);
  const handlers = createPartHandlers(ports, 'staff', {
    'staff.names': byHand,
    'staff.signIn': async () => ok({ cashier }),
    'staff.signOut': async () => ok({ cashier: null }),
    'staff.lock': async () => ok(null),
    'staff.touched': async () => ok({}),
    'staff.list': byHand,
    'staff.releaseLockOut': async () => ok({}),
  });
  expect(handlers['staff.list']).toBe(byHand);
  await handlers['staff.disable']({ id: 'luis' }, { cashier });
  expect(told).toEqual([['staff.disable', { id: 'luis' }, cashier]]);
});

import { expect, it } from 'vitest';
import { fail, type Problem } from '../../../../shared/contract/index.ts';
import type { HandlerPorts } from './ports.ts';
import { createStaffHandlers } from './staff.ts';

it('restarts at a sign-in if the key ring, and nothing else, was locked', async () => {
  const restarts: string[] = [];
  const signInWith = async (problem: Problem): Promise<unknown> => {
    const staff = { signIn: async () => fail(problem) };
    const ports = {
      host: { till: () => ({ staff, start: () => {} }), storageProblem: () => null },
      restartIfKeyRingUnlocked: async () => void restarts.push(JSON.stringify(problem)),
    };
    const handlers = createStaffHandlers(ports as unknown as HandlerPorts);
    return await handlers['staff.signIn']({ cashierId: 'ana', pin: '1111' }, { cashier: null });
  };
  const locked = { kind: 'data-key', reason: 'locked' } as const;
  expect(await signInWith(locked)).toEqual(fail(locked));
  expect(restarts).toEqual([JSON.stringify(locked)]);
  await signInWith({ kind: 'data-key', reason: 'no-answer' });
  await signInWith({ kind: 'wrong-pin', waitSeconds: 0 });
  expect(restarts).toHaveLength(1);
});

import { fail, ok, type Problem } from '../../../../shared/contract/index.ts';
import { createHandlerFactories } from './handler-factories.ts';
import type { AreaHandlers, HandlerPorts } from './ports.ts';

export function createStaffHandlers({
  host,
  restartIfKeyRingUnlocked,
}: HandlerPorts): AreaHandlers<'staff'> {
  const { createTillHandler, createCashierHandler } = createHandlerFactories(host);
  return {
    'staff.names': () => {
      const till = host.till();
      till?.onSignInRequested();
      return ok(till ? till.staff.listActive() : []);
    },
    'staff.signIn': createTillHandler(async ({ staff, start }, { cashierId, pin }) => {
      const signedIn = await staff.signIn(cashierId, pin);
      if (signedIn.ok) start();
      if (signedIn.ok) return ok({ cashier: signedIn.value });
      // The page asks again until the key ring is unlocked.
      if (isLockedKeyRing(signedIn.problem)) await restartIfKeyRingUnlocked?.();
      return fail(signedIn.problem);
    }),
    'staff.signOut': createTillHandler(({ staff }) => {
      staff.signOut();
      return ok({ cashier: staff.getCurrentCashier() });
    }),
    'staff.lock': createTillHandler(({ staff }, { because }) => {
      staff.lock(because);
      return ok(staff.getLockState());
    }),
    'staff.reportActivity': createTillHandler((till) => {
      till.idleLock.recordActivity();
      return ok({});
    }),
    'staff.list': createTillHandler((till) => ok(till.staff.list())),
    'staff.add': createCashierHandler((till, input, cashier) => till.staff.add(input, cashier)),
    'staff.change': createCashierHandler((till, input, cashier) =>
      till.staff.change(input, cashier),
    ),
    'staff.disable': createCashierHandler((till, input, cashier) =>
      till.staff.disable(input, cashier),
    ),
    'staff.enable': createCashierHandler((till, input, cashier) =>
      till.staff.enable(input, cashier),
    ),
    'staff.releaseLockOut': createTillHandler((till, { id, approval }, { cashier }) =>
      till.staff.releaseLockOut(id, cashier, approval),
    ),
  };
}

function isLockedKeyRing(problem: Problem): boolean {
  return problem.kind === 'data-key' && problem.reason === 'locked';
}

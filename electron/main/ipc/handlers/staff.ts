import { fail, ok } from '../../../../shared/contract/index.ts';
import { createHandlerFactories } from './handler-factories.ts';
import type { HandlerPorts, PartHandlers } from './ports.ts';

export function createStaffHandlers({ host }: HandlerPorts): PartHandlers<'staff'> {
  const { forTill, forCashier } = createHandlerFactories(host);
  return {
    'staff.names': () => {
      const till = host.till();
      till?.onSignInRequested();
      return ok(till ? till.staff.listActive() : []);
    },
    'staff.signIn': forTill(async ({ staff, start }, { cashierId, pin }) => {
      const signedIn = await staff.signIn(cashierId, pin);
      if (signedIn.ok) start();
      return signedIn.ok ? ok({ cashier: signedIn.value }) : fail(signedIn.problem);
    }),
    'staff.signOut': forTill(({ staff }) => {
      staff.signOut();
      return ok({ cashier: staff.getCurrentCashier() });
    }),
    'staff.lock': forTill(({ staff }, { because }) => {
      staff.lock(because);
      return ok(staff.getLockState());
    }),
    'staff.reportActivity': forTill((till) => {
      till.idleLock.recordActivity();
      return ok({});
    }),
    'staff.list': forTill((till) => ok(till.staff.list())),
    'staff.add': forCashier((till, input, cashier) => till.staff.add(input, cashier)),
    'staff.change': forCashier((till, input, cashier) => till.staff.change(input, cashier)),
    'staff.disable': forCashier((till, input, cashier) => till.staff.disable(input, cashier)),
    'staff.enable': forCashier((till, input, cashier) => till.staff.enable(input, cashier)),
    'staff.releaseLockOut': forTill((till, { id, approval }, { cashier }) =>
      till.staff.releaseLockOut(id, cashier, approval),
    ),
  };
}

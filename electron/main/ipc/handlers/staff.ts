import { fail, ok } from '../../../../shared/contract/index.ts';
import { createPartHandlers } from './part-handlers.ts';
import { type HandlerPorts, type PartHandlers, withTill } from './ports.ts';

export function createStaffHandlers(ports: HandlerPorts): PartHandlers<'staff'> {
  return createPartHandlers(ports, 'staff', {
    'staff.names': () => {
      const till = ports.host.till();
      till?.onSignInRequested();
      return ok(till ? till.staff.listActive() : []);
    },
    'staff.signIn': ({ cashierId, pin }) =>
      withTill(ports, async ({ staff, start }) => {
        const signedIn = await staff.signIn(cashierId, pin);
        if (signedIn.ok) start();
        return signedIn.ok ? ok({ cashier: signedIn.value }) : fail(signedIn.problem);
      }),
    'staff.signOut': () =>
      withTill(ports, ({ staff }) => {
        staff.signOut();
        return ok({ cashier: staff.getCurrentCashier() });
      }),
    'staff.lock': ({ because }) =>
      withTill(ports, ({ staff }) => {
        staff.lock(because);
        return ok(staff.getLockState());
      }),
    'staff.reportActivity': () =>
      withTill(ports, ({ idleLock }) => {
        idleLock.recordActivity();
        return ok({});
      }),
    'staff.list': () => withTill(ports, ({ staff }) => ok(staff.list())),
    'staff.releaseLockOut': ({ id, approval }, { cashier }) =>
      withTill(ports, ({ staff }) => staff.releaseLockOut(id, cashier, approval)),
  });
}

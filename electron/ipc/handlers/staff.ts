import { fail, ok } from '../../../shared/contract/index.ts';
import { handlersOf } from './forwards.ts';
import { type HandlerPorts, type HandlersOf, withTill } from './ports.ts';

export function staffHandlers(ports: HandlerPorts): HandlersOf<'staff'> {
  return handlersOf(ports, 'staff', {
    'staff.names': () => {
      const till = ports.host.till();
      till?.signInAsked();
      return ok(till ? till.staff.names() : []);
    },
    'staff.signIn': ({ cashierId, pin }) =>
      withTill(ports, async ({ staff, start }) => {
        const answer = await staff.signIn(cashierId, pin);
        if (answer.ok) start();
        return answer.ok ? ok({ cashier: answer.value }) : fail(answer.problem);
      }),
    'staff.signOut': () =>
      withTill(ports, ({ staff }) => {
        staff.signOut();
        return ok({ cashier: staff.current() });
      }),
    'staff.lock': ({ because }) =>
      withTill(ports, ({ staff }) => {
        staff.lock(because);
        return ok(staff.locked());
      }),
    'staff.touched': () =>
      withTill(ports, ({ idleLock }) => {
        idleLock.touched();
        return ok({});
      }),
    'staff.list': () => withTill(ports, ({ staff }) => ok(staff.list())),
    'staff.releaseLockOut': ({ id, approval }, { cashier }) =>
      withTill(ports, ({ staff }) => staff.releaseLockOut(id, cashier, approval)),
  });
}

import { ok } from '../../../shared/contract/index.ts';
import { type HandlerPorts, type HandlersOf, withCashier, withTill } from './ports.ts';

export function reconciliationHandlers(ports: HandlerPorts): HandlersOf<'reconciliation'> {
  return {
    'reconciliation.state': () =>
      withTill(ports, ({ reconciliation }) => ok(reconciliation.state())),
    'reconciliation.days': ({ before }) =>
      withTill(ports, ({ reconciliation }) => ok(reconciliation.days(before))),
    'reconciliation.day': ({ day }) =>
      withTill(ports, ({ reconciliation }) => reconciliation.day(day)),
    'reconciliation.preview': ({ day }) =>
      withTill(ports, ({ reconciliation }) => reconciliation.preview(day)),
    'reconciliation.compare': ({ day }) =>
      withTill(ports, ({ reconciliation }) => reconciliation.compare(day)),
    'reconciliation.upload': ({ day }, context) =>
      withCashier(ports, context, ({ reconciliation }, cashier) =>
        reconciliation.upload(day, cashier),
      ),
    'reconciliation.save': ({ day, folder }, context) =>
      withCashier(ports, context, ({ reconciliation }, cashier) =>
        reconciliation.save(day, folder, cashier),
      ),
    'reconciliation.sendAgain': ({ day, reason }, context) =>
      withCashier(ports, context, ({ reconciliation }, cashier) =>
        reconciliation.sendAgain(day, reason, cashier),
      ),
    'reconciliation.settle': ({ day, reason }, context) =>
      withCashier(ports, context, ({ reconciliation }, cashier) =>
        reconciliation.settle(day, reason, cashier),
      ),
    'reconciliation.unsettle': ({ day, reason }, context) =>
      withCashier(ports, context, ({ reconciliation }, cashier) =>
        reconciliation.unsettle(day, reason, cashier),
      ),
    'reconciliation.checkServer': () =>
      withTill(ports, ({ reconciliation }) => reconciliation.checkServer()),
    'reconciliation.confirmHostKey': ({ fingerprint }, context) =>
      withCashier(ports, context, ({ reconciliation }, cashier) =>
        reconciliation.confirmHostKey(fingerprint, cashier),
      ),
    'reconciliation.drp': ({ day }) =>
      withTill(ports, ({ reconciliation }) => reconciliation.drp(day)),
    'reconciliation.saveDrp': ({ day, folder }, context) =>
      withCashier(ports, context, ({ reconciliation }, cashier) =>
        reconciliation.saveDrp(day, folder, cashier),
      ),
  };
}

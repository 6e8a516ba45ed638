import { ok } from '../../../../shared/contract/index.ts';
import { createHandlerFactories } from './handler-factories.ts';
import type { HandlerPorts, PartHandlers } from './ports.ts';

export function createReconciliationHandlers({
  host,
}: HandlerPorts): PartHandlers<'reconciliation'> {
  const { forTill, forCashier } = createHandlerFactories(host);
  return {
    'reconciliation.state': forTill((till) => ok(till.reconciliation.state())),
    'reconciliation.days': forTill((till, { before }) => ok(till.reconciliation.days(before))),
    'reconciliation.day': forCashier((till, input) => till.reconciliation.day(input)),
    'reconciliation.preview': forCashier((till, input) => till.reconciliation.preview(input)),
    'reconciliation.compare': forCashier((till, input) => till.reconciliation.compare(input)),
    'reconciliation.upload': forCashier((till, input, cashier) =>
      till.reconciliation.upload(input, cashier),
    ),
    'reconciliation.save': forCashier((till, input, cashier) =>
      till.reconciliation.save(input, cashier),
    ),
    'reconciliation.sendAgain': forCashier((till, input, cashier) =>
      till.reconciliation.sendAgain(input, cashier),
    ),
    'reconciliation.markHandedIn': forCashier((till, input, cashier) =>
      till.reconciliation.markHandedIn(input, cashier),
    ),
    'reconciliation.addTransaction': forCashier((till, input, cashier) =>
      till.reconciliation.addTransaction(input, cashier),
    ),
    'reconciliation.unmarkHandedIn': forCashier((till, input, cashier) =>
      till.reconciliation.unmarkHandedIn(input, cashier),
    ),
    'reconciliation.checkServer': forCashier((till) => till.reconciliation.checkServer()),
    'reconciliation.confirmHostKey': forCashier((till, input, cashier) =>
      till.reconciliation.confirmHostKey(input, cashier),
    ),
    'reconciliation.drp': forCashier((till, input) => till.reconciliation.drp(input)),
    'reconciliation.saveDrp': forCashier((till, input, cashier) =>
      till.reconciliation.saveDrp(input, cashier),
    ),
  };
}

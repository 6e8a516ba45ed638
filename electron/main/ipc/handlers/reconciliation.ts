import { ok } from '../../../../shared/contract/index.ts';
import { createHandlerFactories } from './handler-factories.ts';
import type { AreaHandlers, HandlerPorts } from './ports.ts';

export function createReconciliationHandlers({
  host,
}: HandlerPorts): AreaHandlers<'reconciliation'> {
  const { createTillHandler, createCashierHandler } = createHandlerFactories(host);
  return {
    'reconciliation.state': createTillHandler((till) => ok(till.reconciliation.state())),
    'reconciliation.days': createTillHandler((till, { before }) =>
      ok(till.reconciliation.days(before)),
    ),
    'reconciliation.day': createCashierHandler((till, input) => till.reconciliation.day(input)),
    'reconciliation.preview': createCashierHandler((till, input) =>
      till.reconciliation.preview(input),
    ),
    'reconciliation.compare': createCashierHandler((till, input) =>
      till.reconciliation.compare(input),
    ),
    'reconciliation.upload': createCashierHandler((till, input, cashier) =>
      till.reconciliation.upload(input, cashier),
    ),
    'reconciliation.save': createCashierHandler((till, input, cashier) =>
      till.reconciliation.save(input, cashier),
    ),
    'reconciliation.sendAgain': createCashierHandler((till, input, cashier) =>
      till.reconciliation.sendAgain(input, cashier),
    ),
    'reconciliation.markHandedIn': createCashierHandler((till, input, cashier) =>
      till.reconciliation.markHandedIn(input, cashier),
    ),
    'reconciliation.addTransaction': createCashierHandler((till, input, cashier) =>
      till.reconciliation.addTransaction(input, cashier),
    ),
    'reconciliation.unmarkHandedIn': createCashierHandler((till, input, cashier) =>
      till.reconciliation.unmarkHandedIn(input, cashier),
    ),
    'reconciliation.checkServer': createCashierHandler((till) => till.reconciliation.checkServer()),
    'reconciliation.confirmHostKey': createCashierHandler((till, input, cashier) =>
      till.reconciliation.confirmHostKey(input, cashier),
    ),
    'reconciliation.drp': createCashierHandler((till, input) => till.reconciliation.drp(input)),
    'reconciliation.saveDrp': createCashierHandler((till, input, cashier) =>
      till.reconciliation.saveDrp(input, cashier),
    ),
  };
}

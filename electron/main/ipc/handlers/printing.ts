import { ok } from '../../../../shared/contract/index.ts';
import { type HandlerPorts, type PartHandlers, withCashier, withTill } from './ports.ts';

export function createPrintingHandlers(ports: HandlerPorts): PartHandlers<'printing'> {
  return {
    'printing.state': () => withTill(ports, ({ printing }) => ok(printing.getState())),
    'printing.tape': ({ paymentId }) =>
      withTill(ports, ({ printing }) => ok(printing.getPaymentTape(paymentId))),
    'printing.job': ({ jobId }) => withTill(ports, ({ printing }) => printing.getJobTape(jobId)),
    'printing.recent': ({ limit }) =>
      withTill(ports, ({ printing }) => ok(printing.listRecentTapes(limit))),
    'printing.open': () => withTill(ports, ({ printing }) => ok(printing.listOpenPapers())),
    'printing.setAside': ({ jobId }) => withTill(ports, ({ printing }) => printing.setAside(jobId)),
    'printing.ofPayment': ({ paymentId }) =>
      withTill(ports, ({ printing }) => ok(printing.listPaymentTapes(paymentId))),
    'printing.copy': ({ paymentId, approval }, context) =>
      withCashier(ports, context, ({ printing }, cashier) =>
        printing.copy(paymentId, cashier, approval),
      ),
    'printing.slip': ({ paymentId }, context) =>
      withCashier(ports, context, ({ printing }, cashier) => printing.slip(paymentId, cashier.id)),
    'printing.give': ({ paymentId, way, approval }, context) =>
      withCashier(ports, context, ({ printing }, cashier) =>
        printing.give(paymentId, way, cashier, approval),
      ),
    'printing.testPrint': (_, context) =>
      withTill(ports, ({ printing }) => printing.testPrint(context.cashier?.id ?? null)),
    'printing.retry': ({ jobId, approval }, context) =>
      withTill(ports, ({ printing }) => printing.retry(jobId, approval, context.cashier)),
    'printing.confirm': ({ jobId, cameOut }) =>
      withTill(ports, ({ printing }) => printing.confirm(jobId, cameOut)),
  };
}

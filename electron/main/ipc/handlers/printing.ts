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
    'printing.openPapers': () => withTill(ports, ({ printing }) => ok(printing.listOpenPapers())),
    'printing.dismiss': ({ jobId }) => withTill(ports, ({ printing }) => printing.setAside(jobId)),
    'printing.forPayment': ({ paymentId }) =>
      withTill(ports, ({ printing }) => ok(printing.listPaymentTapes(paymentId))),
    'printing.printCopy': ({ paymentId, approval }, context) =>
      withCashier(ports, context, ({ printing }, cashier) =>
        printing.copy(paymentId, cashier, approval),
      ),
    'printing.printSlip': ({ paymentId }, context) =>
      withCashier(ports, context, ({ printing }, cashier) => printing.slip(paymentId, cashier.id)),
    'printing.deliverReceipt': ({ paymentId, way, approval }, context) =>
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

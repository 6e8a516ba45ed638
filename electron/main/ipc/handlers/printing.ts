import { ok } from '../../../../shared/contract/index.ts';
import { createHandlerFactories } from './handler-factories.ts';
import type { HandlerPorts, PartHandlers } from './ports.ts';

export function createPrintingHandlers({ host }: HandlerPorts): PartHandlers<'printing'> {
  const { forTill, forCashier } = createHandlerFactories(host);
  return {
    'printing.state': forTill((till) => ok(till.printing.getState())),
    'printing.tape': forTill((till, { paymentId }) => ok(till.printing.getPaymentTape(paymentId))),
    'printing.job': forTill((till, { jobId }) => till.printing.getJobTape(jobId)),
    'printing.recent': forTill((till, { limit }) => ok(till.printing.listRecentTapes(limit))),
    'printing.unprintedPapers': forTill((till) => ok(till.printing.listUnprintedPapers())),
    'printing.dismiss': forTill((till, { jobId }) => till.printing.setAside(jobId)),
    'printing.forPayment': forTill((till, { paymentId }) =>
      ok(till.printing.listPaymentTapes(paymentId)),
    ),
    'printing.printCopy': forCashier((till, { paymentId, approval }, cashier) =>
      till.printing.copy(paymentId, cashier, approval),
    ),
    'printing.printSlip': forCashier((till, { paymentId }, cashier) =>
      till.printing.slip(paymentId, cashier.id),
    ),
    'printing.deliverReceipt': forCashier((till, { paymentId, way, approval }, cashier) =>
      till.printing.give(paymentId, way, cashier, approval),
    ),
    'printing.testPrint': forTill((till, _input, { cashier }) =>
      till.printing.testPrint(cashier?.id ?? null),
    ),
    'printing.retry': forTill((till, { jobId, approval }, { cashier }) =>
      till.printing.retry(jobId, approval, cashier),
    ),
    'printing.confirm': forTill((till, { jobId, cameOut }) =>
      till.printing.confirm(jobId, cameOut),
    ),
  };
}

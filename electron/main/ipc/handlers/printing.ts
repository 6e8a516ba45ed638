import { ok } from '../../../../shared/contract/index.ts';
import { createHandlerFactories } from './handler-factories.ts';
import type { AreaHandlers, HandlerPorts } from './ports.ts';

export function createPrintingHandlers({ host }: HandlerPorts): AreaHandlers<'printing'> {
  const { createTillHandler, createCashierHandler } = createHandlerFactories(host);
  return {
    'printing.state': createTillHandler((till) => ok(till.printing.getState())),
    'printing.tape': createTillHandler((till, { paymentId }) =>
      ok(till.printing.getPaymentTape(paymentId)),
    ),
    'printing.job': createTillHandler((till, { jobId }) => till.printing.getJobTape(jobId)),
    'printing.recent': createTillHandler((till, { limit }) =>
      ok(till.printing.listRecentTapes(limit)),
    ),
    'printing.unprintedPapers': createTillHandler((till) =>
      ok(till.printing.listUnprintedPapers()),
    ),
    'printing.dismiss': createTillHandler((till, { jobId }) => till.printing.skipJob(jobId)),
    'printing.forPayment': createTillHandler((till, { paymentId }) =>
      ok(till.printing.listPaymentTapes(paymentId)),
    ),
    'printing.printCopy': createCashierHandler((till, { paymentId, approval }, cashier) =>
      till.printing.printCopy(paymentId, cashier, approval),
    ),
    'printing.printSlip': createCashierHandler((till, { paymentId }, cashier) =>
      till.printing.printStateSlip(paymentId, cashier),
    ),
    'printing.deliverReceipt': createCashierHandler((till, { paymentId, way, approval }, cashier) =>
      till.printing.deliverReceiptWithoutPaper(paymentId, way, cashier, approval),
    ),
    'printing.whatsAppCode': createCashierHandler((till, { paymentId }) =>
      till.printing.createWhatsAppCode(paymentId),
    ),
    'printing.testPrint': createTillHandler((till, _input, { cashier }) =>
      till.printing.printTestPage(cashier?.id ?? null),
    ),
    'printing.printScannerSheet': createCashierHandler((till, _input, cashier) =>
      till.printing.printScannerSheet(cashier.id),
    ),
    'printing.saveScannerSheet': createCashierHandler((till) => till.printing.saveScannerSheet()),
    'printing.retry': createTillHandler((till, { jobId, approval }, { cashier }) =>
      till.printing.retryJob(jobId, approval, cashier),
    ),
    'printing.confirm': createTillHandler((till, { jobId, cameOut }) =>
      till.printing.confirmJob(jobId, cameOut),
    ),
  };
}

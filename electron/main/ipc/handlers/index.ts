import type { Handlers } from '../types.ts';
import { createAuditHandlers } from './audit.ts';
import { createBackupHandlers } from './backup.ts';
import { createBasketHandlers } from './basket.ts';
import { createBillCodeHandlers } from './bill-codes.ts';
import { createBillHandlers } from './bills.ts';
import { createCashHandlers } from './cash.ts';
import { createCatalogHandlers } from './catalog.ts';
import { createChainHandlers } from './chain.ts';
import { createClaimHandlers } from './claims.ts';
import { createCustomerScreenHandlers } from './customer-screen.ts';
import { createCustomerHandlers } from './customers.ts';
import { createEarningsHandlers } from './earnings.ts';
import { createHistoryHandlers } from './history.ts';
import { createOutlierHandlers } from './outliers.ts';
import { createPaymentHandlers } from './payments.ts';
import type { HandlerPorts } from './ports.ts';
import { createPrintingHandlers } from './printing.ts';
import { createReconciliationHandlers } from './reconciliation.ts';
import { createRecoveryHandlers } from './recovery.ts';
import { createRefundHandlers } from './refunds.ts';
import { createSettingsHandlers } from './settings.ts';
import { createSetupHandlers } from './setup.ts';
import { createStaffHandlers } from './staff.ts';
import { createTillHandlers } from './till.ts';
import { createTrainingHandlers } from './training.ts';
import { createUpdateHandlers } from './updates.ts';

/**
 * One handler for each call of the contract. Handlers translate between the contract and the till's
 * parts; they hold no business rules.
 */
export function createHandlers(ports: HandlerPorts): Handlers {
  return {
    ...createTillHandlers(ports),
    ...createStaffHandlers(ports),
    ...createSetupHandlers(ports),
    ...createSettingsHandlers(ports),
    ...createCatalogHandlers(ports),
    ...createCustomerHandlers(ports),
    ...createPaymentHandlers(ports),
    ...createBasketHandlers(ports),
    ...createRefundHandlers(ports),
    ...createBillHandlers(ports),
    ...createBillCodeHandlers(ports),
    ...createHistoryHandlers(ports),
    ...createClaimHandlers(ports),
    ...createEarningsHandlers(ports),
    ...createOutlierHandlers(ports),
    ...createChainHandlers(ports),
    ...createCustomerScreenHandlers(ports),
    ...createPrintingHandlers(ports),
    ...createTrainingHandlers(ports),
    ...createReconciliationHandlers(ports),
    ...createAuditHandlers(ports),
    ...createBackupHandlers(ports),
    ...createRecoveryHandlers(ports),
    ...createCashHandlers(ports),
    ...createUpdateHandlers(ports),
  };
}

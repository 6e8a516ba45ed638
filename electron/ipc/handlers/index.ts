import type { Handlers } from '../types.ts';
import { auditHandlers } from './audit.ts';
import { backupHandlers } from './backup.ts';
import { cashHandlers } from './cash.ts';
import { catalogHandlers } from './catalog.ts';
import { customerHandlers } from './customers.ts';
import { handlersOf } from './forwards.ts';
import type { HandlerPorts } from './ports.ts';
import { printingHandlers } from './printing.ts';
import { reconciliationHandlers } from './reconciliation.ts';
import { recoveryHandlers } from './recovery.ts';
import { settingsHandlers } from './settings.ts';
import { setupHandlers } from './setup.ts';
import { staffHandlers } from './staff.ts';
import { tillHandlers } from './till.ts';
import { trainingHandlers } from './training.ts';
import { updateHandlers } from './updates.ts';

/** One handler for each call of the contract. Handlers only translate; they decide nothing. */
export function createHandlers(ports: HandlerPorts): Handlers {
  return {
    ...tillHandlers(ports),
    ...staffHandlers(ports),
    ...setupHandlers(ports),
    ...settingsHandlers(ports),
    ...catalogHandlers(ports),
    ...customerHandlers(ports),
    ...handlersOf(ports, 'payments', {}),
    ...handlersOf(ports, 'basket', {}),
    ...handlersOf(ports, 'refunds', {}),
    ...handlersOf(ports, 'bills', {}),
    ...handlersOf(ports, 'history', {}),
    ...handlersOf(ports, 'earnings', {}),
    ...handlersOf(ports, 'chain', {}),
    ...handlersOf(ports, 'customerScreen', {}),
    ...printingHandlers(ports),
    ...trainingHandlers(ports),
    ...reconciliationHandlers(ports),
    ...auditHandlers(ports),
    ...backupHandlers(ports),
    ...recoveryHandlers(ports),
    ...cashHandlers(ports),
    ...updateHandlers(ports),
  };
}

import type { Handlers } from '../types.ts';
import { billHandlers } from './bills.ts';
import { catalogHandlers } from './catalog.ts';
import { historyHandlers } from './history.ts';
import { paymentHandlers } from './payments.ts';
import type { HandlerPorts } from './ports.ts';
import { printingHandlers } from './printing.ts';
import { setupHandlers } from './setup.ts';
import { tillHandlers } from './till.ts';
import { trainingHandlers } from './training.ts';

/** One handler for each call of the contract. They translate; what is decided is decided elsewhere. */
export function createHandlers(ports: HandlerPorts): Handlers {
  return {
    ...tillHandlers(ports),
    ...setupHandlers(ports),
    ...catalogHandlers(ports),
    ...paymentHandlers(ports),
    ...billHandlers(ports),
    ...historyHandlers(ports),
    ...printingHandlers(ports),
    ...trainingHandlers(ports),
  };
}
export type { HandlerPorts } from './ports.ts';

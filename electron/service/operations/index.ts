/**
 * The operations of the service: reads, which are retried until their deadline (`service-reader.ts`);
 * complete lists (`pagination.ts`); look-ups (`look-up.ts`); bills (`bill-operations.ts`); and
 * payments, which are sent once (`send-money.ts`). Each generation of the interface defines its own
 * requests (`generation-1.ts`, `generation-3.ts`).
 *
 * Amounts, times and problems are as documented in `service/index.ts`. Implements "Endpoints",
 * "Limits" and "Versioning" of the interface.
 */
export type { ApiGeneration, ApiGenerationContext } from './generation.ts';
export { createApiGeneration1 } from './generation-1.ts';
export { createApiGeneration3 } from './generation-3.ts';
export { sendMoneyRequest } from './send-money.ts';
export { createServiceReader } from './service-reader.ts';

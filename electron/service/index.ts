/**
 * The client of the Bill Payment Service: every operation of the interface, in each of its versions,
 * behind one `BillPaymentService`.
 *
 * - Amounts are decimal text with the currency code as the service gave it. On the wire they have
 *   exactly two decimals; no digit is lost in either direction. Times are ISO 8601 in UTC.
 * - Reads return a value or a `Problem`: `service-refused` (with the code and message as received),
 *   `keys-refused`, `clock-off`, `service-unreachable`, `service-silent`, `service-unreadable`,
 *   `not-offered`. They are retried with backoff until their deadline.
 * - A request that moves money is composed here, stored by the caller, and sent once: `send` never
 *   retries. Its answer distinguishes `not-sent` (the connection never opened), `done`, `refused`
 *   and `unknown`. A 401 is a refusal. An R code is a refusal that carries its code; `shared/rules`
 *   and the payments decide which codes leave a payment open.
 * - `capabilities` lists which operations a version offers. Version 3.3 pays only a bill: consult
 *   first, and pass its `billId` to `compose`, which throws without it. `compose` also throws for a
 *   cancel in generation 3.
 *
 * Implements "Endpoints", "Authentication", "Limits" and "Versioning" of the interface.
 *
 * Decisions where the interface specifies nothing:
 * - After a 4xx the outcome of a money movement is unknown, unless the body is a JSON object with a
 *   code or a message: a gateway may answer after the service did its work. 401 and 429 are refusals
 *   with any body; 408 and 499 are unknown. A 2xx with an error code, or with another external_id,
 *   is unknown (`operations/send-money.ts`).
 * - A request that moves money never uses a kept-alive connection. Each payment opens a new one, so
 *   that "never opened" is certain (`transport/transport.ts`).
 * - Malformed rows in a list of billers are skipped and logged; an incomplete list is not used
 *   (`operations/generation.ts`).
 * - A saved bill is refreshed before it is paid, or read unchanged if its biller gives no balance.
 *   If the service is still fetching a bill, the till polls it for about 15 seconds. A failed bill
 *   returns its own code (`operations/bill-operations.ts`). The interface names no currency for a
 *   balance: without `balance_currency` it is the biller's, and without that the account's
 *   (`counter/bills`, `counter/payments/order`).
 * - A list of bills without `X-Pagination` has a next page if the next page returns other bills
 *   (`operations/bill-list.ts`).
 * - A time of the service without a zone is UTC, in any zone of the machine. A time that cannot be
 *   parsed is treated as absent (`wire/scalars.ts`).
 */
export {
  createBillPaymentService,
  type ServiceConfig,
} from './create-service.ts';
export {
  buildSignatureHeaders,
  type ConnectionProbe,
  createConnector,
  createServiceClock,
  formatHttpDate,
  type HttpExchange,
  type HttpExchangeResult,
  probeConnection,
  type ServiceClock,
} from './transport/index.ts';
export type * from './types.ts';
export { INITIAL_HEALTH } from './types.ts';
export { isJsonObject, parseExactJson, parseId } from './wire/index.ts';

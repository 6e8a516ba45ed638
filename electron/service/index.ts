/**
 * The client of the Bill Payment Service: every operation of the interface, in its four versions,
 * behind one `BillPaymentService`.
 *
 * - Amounts are decimal text with the currency code as the service gave it; on the wire they have
 *   exactly two decimals, and no digit is lost in either direction. Times are ISO 8601 in UTC.
 * - Reads answer a value or a `Problem`: `service-refused` (with code and message as they came),
 *   `keys-refused`, `clock-off`, `service-unreachable`, `service-silent`, `service-unreadable`,
 *   `not-offered`. They are repeated with back-off inside their deadline.
 * - What moves money is composed, stored by the caller, and sent once: `send` never repeats. Its
 *   answer keeps apart `not-sent` (the connection never opened), `done`, `refused` and `unknown`.
 *   A 401 is a refusal, and an R code is a refusal that carries its code: which of them leave a
 *   payment open is for `shared/rules` and the payments to say.
 * - A version's lacks are `capabilities`. Version 3.3 pays only a bill: consult first, and hand its
 *   `billId` to `compose`, which throws without it, as it does for a cancel in generation 3.
 *
 * Implements "Endpoints", "Authentication", "Limits" and "Versioning" of the interface.
 *
 * Decisions where the interface was silent:
 * - A 4xx without a JSON object that names a code or a message leaves money unknown: a gateway may
 *   answer after the service did its work. 401 and 429 are refusals whatever the body; 408 and 499
 *   are unknown. A 2xx with an error code, or with another external_id, is unknown
 *   (`operations/money.ts`).
 * - Money never goes over a kept connection: each payment opens its own, so that "never opened" is
 *   certain (`transport/transport.ts`).
 * - Malformed rows in a list of billers are left out and logged; a list that is not whole is not
 *   used (`operations/generation.ts`).
 * - A kept bill is refreshed before it is paid, and read as it is where its biller tells no balance.
 *   One that is still being fetched is asked for again for about 15 seconds; a failed one answers
 *   its own code. Without `balance_currency` its balance is not known: a currency is not guessed
 *   (`operations/bills.ts`).
 * - A list of bills without `X-Pagination` has a next page if the next page answers other bills
 *   (`operations/bills.ts`).
 * - A time of the service without a zone is UTC, whatever the machine's zone; one that cannot be
 *   read is none (`wire/scalars.ts`).
 */
export {
  createService,
  type ServiceConfig,
  type ServicePorts,
} from './create-service.ts';
export {
  type CallResult,
  checksum,
  contentMd5,
  type Exchange,
  type ExchangeRequest,
  httpDate,
  type NotSentReason,
  signatureHeaders,
} from './transport/index.ts';
export type * from './types.ts';

/**
 * The training service: the interface's Bill Payment Service seen from the other side, with mocked
 * data. It has both generations and every version, and every row of both endpoint tables:
 * signatures, Date window, paging, filters, idempotency, the numbered service codes, and faults
 * that it can be told to make. It shares no code with the service's client: both agree only on the
 * contract.
 *
 * There are three ways to run it. `createTrainingService` is the service without a network, with
 * all of its time taken from the clock that it is given. `startTrainingServer` puts it behind HTTPS
 * on 127.0.0.1. `startEmbeddedTraining` does so in its own thread, with its state in a folder.
 * `cli.ts` runs only the server.
 *
 * Folders: `wire` (a request and an answer), `state`, `catalog`, `rules`, `http`, `thread`.
 *
 * Amounts in `inspect` are decimal strings in the currency beside them; the shop's account is in
 * MXN, in every version. Times are ISO 8601 in UTC, whole seconds. Counts by day use days that
 * begin at midnight UTC−06:00; rates change at 05:00 UTC−05:00.
 *
 * Calls of the handles reject only on a fault of the program or of the disk. Requests are always
 * answered: an error inside becomes a 500 and is passed to `onError`.
 *
 * `POST /training/faults`, unsigned and from loopback only, tells it to misbehave. The body is a
 * JSON list of `{ "operation", "times", "fault": { "kind", … } }`. `GET` shows which are left. A
 * list replaces earlier faults with the same operation and kind; `times: 0` takes one back, `[]`
 * all. Operations: any, account, billers, rates, consult, check, pay, cash-out, cancel,
 * transactions, bills. Faults apply to signed requests on known paths, one to each request, in the
 * order in which they were set.
 *
 * | fault | is it performed? | answer |
 * |---|---|---|
 * | `answer-late` (`milliseconds`) | at once | after that time |
 * | `commit-late` (`milliseconds`) | after that time, also when the client has gone | then |
 * | `commit-and-cut` | yes | the connection is cut |
 * | `cut-before-commit` | no | the connection is cut |
 * | `refuse-then-commit` (`milliseconds`) | after that time | R22 at once |
 * | `status` (`status` 429, 500 or 503; `retryAfter`, seconds or null) | no | that status |
 * | `html` | no | 200, the page of a captive portal |
 * | `half-json`, `empty-body` | yes | its own status, with a body that cannot be read |
 * | `filter-ignored`, `look-up-empty`, `status-left-out` | – | of the list of transactions only |
 *
 * `POST /training/webhook` (`{"url":"https://…","ca":"PEM"}`, the `ca` only where the system does not
 * trust it; `{"url":null}` ends it) says where webhooks go, as `--webhook` does; `GET` shows what became
 * of them. The body is the bill or the transaction as version 3 writes it. They are sent when a
 * transaction is given back, when a refused one is performed after all (the fault `refuse-then-commit`),
 * and when the service tries a bill again: `POST /training/bills` (`{"id":8390}`, or `{}` for the
 * newest). What is not taken is sent again after 2, 10 and 60 seconds.
 *
 * `POST /training/refunds` gives a performed transaction back, as happens days later: the one with
 * `external_id`, or without it the newest that stands; `status` `refunded` (if left out), `reversed`
 * or `crashed`.
 *
 * `GET` and `POST /training/account` (`{"balance":"1000.00"}`) show and set the shop's balance, in
 * MXN. The accounts that are always refused are in `rules/payment-rules.ts`.
 */
export { TRAINING_BILLERS } from './catalog/index.ts';
export {
  startTrainingServer,
  type TrainingServer,
  type TrainingService,
} from './http/index.ts';
export { createTrainingService } from './training-service.ts';
export type {
  TrainingReply,
  TrainingTransaction,
} from './wire/index.ts';

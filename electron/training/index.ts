/**
 * The training service: a mock of the interface's Bill Payment Service. It implements both
 * generations, every version and every endpoint: signatures, the Date window, paging, filters,
 * idempotency, the numbered service codes, and faults that can be set. It shares no code with the
 * service's client: both depend only on the contract.
 *
 * There are three ways to run it. `createTrainingService` is the service without a network; all its
 * time comes from the given clock. `startTrainingServer` runs it behind HTTPS on 127.0.0.1.
 * `startEmbeddedTraining` runs that server in its own thread, with its state in a folder. `cli.ts`
 * runs only the server.
 *
 * Folders: `wire` (a request and an answer), `state`, `catalog`, `rules`, `http`, `thread`.
 *
 * Amounts in `inspect` are decimal strings in the currency of their row; the currency of the shop's
 * account is an option, MXN by default. Times are ISO 8601 in UTC, whole seconds. Daily counts use
 * days that begin at midnight UTC−06:00; rates change at 05:00 UTC−05:00.
 *
 * Calls of the returned handles reject only after a programming error or a disk error. Requests are
 * always answered: an internal error becomes a 500 and is passed to `onError`.
 *
 * `POST /training/faults`, unsigned and only from loopback, sets faults. The body is a JSON list of
 * `{ "operation", "times", "fault": { "kind", … } }`. `GET` returns the remaining ones. A list
 * replaces earlier faults with the same operation and kind; `times: 0` removes one, `[]` removes
 * all. Operations: any, account, billers, rates, consult, check, pay, cash-out, cancel,
 * transactions, bills. Faults apply to signed requests on known paths, one to each request, in the
 * order in which they were set.
 *
 * | fault | is it performed? | answer |
 * |---|---|---|
 * | `answer-late` (`milliseconds`) | at once | after that time |
 * | `commit-late` (`milliseconds`) | after that time, even if the client is gone | then |
 * | `commit-and-cut` | yes | the connection is cut |
 * | `cut-before-commit` | no | the connection is cut |
 * | `refuse-then-commit` (`milliseconds`) | after that time | R22 at once |
 * | `status` (`status` 429, 500 or 503; `retryAfter`, seconds or null) | no | that status |
 * | `html` | no | 200, the page of a captive portal |
 * | `half-json`, `empty-body` | yes | its own status, with an unreadable body |
 * | `unknown-status` | yes | a payment's answer with a status that nobody knows |
 * | `failed-status` | a payment, not a cancel | 200 or 201 with the id and the status `failed` |
 * | `filter-ignored`, `look-up-empty`, `status-left-out`, `external-id-left-out` | – | only for the list of transactions |
 *
 * With `strict` (`--strict`) the service sends only what the interface shows and what was recorded, in
 * every form that may occur: see `strict-mode.ts` and `rules/wire-forms.ts`. Half of the objects have
 * only the fields of the interface, so no `type`, no `balance_currency`, no fee; the others omit
 * fields without a value. Ids are integers or strings; a third of the external_ids return in capitals;
 * one list of transactions in five has no external_id at all; some billers have no currency, and the
 * account never has one; one payment in ten has a status that nobody knows, for 2 s; a 5xx is HTML.
 * Conformance tests, fault runs and `npm run demo` use it; the till's own training mode does not, so
 * that a person who learns sees every field, and meets the other forms as faults. Rows of the list of
 * transactions never have a `ticket_text`, with or without it. `POST /training/strict`
 * (`{"strict":true}`, `false`, or an object of shares in percent) switches it on and off.
 *
 * `POST /training/webhook` (`{"url":"https://…","ca":"PEM"}`, with `ca` only if the system does not
 * trust that address; `{"url":null}` turns webhooks off) sets the target of webhooks, like
 * `--webhook`; `GET` returns their state. The body of a webhook is the bill or the transaction in the
 * format of version 3. Webhooks are sent when a transaction is reversed, when a refused one is
 * performed later (the fault `refuse-then-commit`), and when the service retries a bill:
 * `POST /training/bills` (`{"id":8390}`, or `{}` for the newest). A webhook that is not accepted is
 * retried after 2, 10 and 60 seconds.
 *
 * `POST /training/refunds` reverses a performed transaction, as happens days later: the one with
 * `external_id`, or without it the newest that is not reversed; `status` is `refunded` (the default),
 * `reversed` or `crashed`.
 *
 * `GET` and `POST /training/account` (`{"balance":"1000.00"}`) return and set the shop's balance, in
 * the currency of its account. The accounts that are always refused are in `rules/accounts.ts` and
 * `rules/payment-rules.ts`.
 */
export { TRAINING_BILLERS, TRAINING_BILLERS_BY_LAYOUT } from './catalog/index.ts';
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

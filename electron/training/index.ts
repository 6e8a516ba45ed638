/**
 * The training service: the Bill Payment Service of the interface from the other side, with mocked
 * data. Both generations and all four versions, every row of both endpoint tables; signatures,
 * Date window, paging, filters, idempotency, the service codes with numbers in them, and faults
 * that it can be told to make. It shares no code with the client of the service: what both agree
 * on is the contract alone.
 *
 * Three ways to have it: `createTrainingService` is the service without a network, all of its time
 * taken from the clock that it is given; `startTrainingServer` puts it behind HTTPS on 127.0.0.1;
 * `startEmbeddedTraining` does so in a thread of its own, with its state in a folder. `cli.ts` runs
 * the server alone.
 *
 * Rooms: `wire` (a request and an answer), `state`, `catalogue`, `rules`, `http`, `thread`.
 *
 * Amounts in `inspect` are decimal strings in the currency beside them; the shop's account is in
 * MXN, in every version. Times are ISO 8601 in UTC, whole seconds. A day, where something is
 * counted by day, begins at midnight UTC−06:00; rates change at 05:00 UTC−05:00.
 *
 * Calls of the handles reject only on a fault of the program or of the disk. Requests are always
 * answered: what goes wrong inside becomes a 500 and is told to `onError`.
 *
 * It is told to misbehave by `POST /training/faults`, unsigned and from loopback only: a JSON list of
 * `{ "operation", "times", "fault": { "kind", … } }`. `GET` shows what is left of them. A list takes
 * the place of earlier faults with the same operation and kind; `times: 0` takes one back, `[]` all.
 * Operations: any, account, billers, rates, consult, check, pay, cash-out, cancel, transactions,
 * bills. Faults meet signed requests on known paths, one for each request, in the order in which
 * they were set.
 *
 * | fault | is it performed? | answer |
 * |---|---|---|
 * | `answer-late` (`milliseconds`) | at once | after that time |
 * | `commit-late` (`milliseconds`) | after that time, also when the client has gone | then |
 * | `commit-and-cut` | yes | the connection is cut |
 * | `cut-before-commit` | no | the connection is cut |
 * | `status` (`status` 429, 500 or 503; `retryAfter`, seconds or null) | no | that status |
 * | `html` | no | 200, the page of a captive portal |
 * | `half-json`, `empty-body` | yes | its own status, with a body that cannot be read |
 * | `filter-ignored`, `look-up-empty` | – | of the list of transactions only |
 *
 * `GET` and `POST /training/account` (`{"balance":"1000.00"}`) show and set the shop's balance, in
 * MXN. The accounts that are always refused stand in `rules/rules.ts`.
 */
export { TRAINING_ACCOUNTS, TRAINING_BILLERS } from './catalogue/index.ts';
export {
  startTrainingServer,
  type TrainingServer,
  type TrainingServerOptions,
  type TrainingService,
} from './http/index.ts';
export {
  type EmbeddedTraining,
  type EmbeddedTrainingOptions,
  startEmbeddedTraining,
} from './thread/embedded.ts';
export {
  createTrainingService,
  TRAINING_DEFAULTS,
  type TrainingOptions,
} from './training-service.ts';
export type {
  Inspection,
  TrainingKeys,
  TrainingReply,
  TrainingRequest,
  TrainingTransaction,
} from './wire/index.ts';

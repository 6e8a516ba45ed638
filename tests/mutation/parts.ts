/** A part of the program that decides about money, and the tests that must notice any change of it. */
export interface MutationPart {
  readonly about: string;
  /** Globs of the files to mutate; `!` excludes. Tests, fixtures and index files are always excluded. */
  readonly files: readonly string[];
  /** Globs of the tests to run. */
  readonly tests: readonly string[];
}

/** Functions that neither read nor write anything, and so have tests that take no time. */
const PURE_OUTCOME_FILES = [
  'cancellable',
  'conclusion',
  'evidence',
  'missing-papers',
  'outcome',
].map((name) => `electron/counter/payments/outcome/${name}`);
const PURE_DECISION_FILES = [
  'payments/basket/basket-status',
  'payments/look-ups/look-up-delay',
  'payments/order/amount-rules',
  'payments/order/pricing',
  'payments/supervised/confirmation-decisions',
  'payments/view/hand-over',
  'payments/view/payment-view',
  'refunds/refund-decisions',
  'refunds/service-transaction-state',
  'refunds/watch-schedule',
  'cash/build-shift-report',
  'cash/count-totals',
].map((name) => `electron/counter/${name}`);
const EXCEPT_PURE_FILES = [...PURE_OUTCOME_FILES, ...PURE_DECISION_FILES].map(
  (name) => `!${name}.ts`,
);

/**
 * The tests of a folder and those of whole payments. Without tests that draw their cases at random,
 * because a change that only they notice has no test that says what it is for.
 */
const listPaymentTests = (folder: string, ...others: readonly string[]): readonly string[] =>
  [`${folder}/*`, '!(model|faults)', ...others].map(
    (name) => `electron/counter/payments/${name}.test.ts`,
  );

export const MUTATION_PARTS: Readonly<Record<string, MutationPart>> = {
  money: {
    about: 'arithmetic, reading and writing of amounts',
    files: ['shared/money/*.ts'],
    tests: ['shared/money/*.test.ts'],
  },
  rules: {
    about: 'accounts, fees, change, answers of the service, what may be handed out',
    files: ['shared/rules/*.ts'],
    tests: ['shared/rules/!(*.property).test.ts'],
  },
  'daily-file': {
    about: 'the lines of the daily file',
    files: [
      'electron/back-office/reconciliation/file/register-line.ts',
      'electron/back-office/reconciliation/file/file-text.ts',
      'electron/back-office/reconciliation/file/file-builder.ts',
    ],
    tests: ['electron/back-office/reconciliation/file/*.test.ts'],
  },
  days: {
    about: 'the day of a transaction, and its comparison with the service',
    files: [
      'electron/back-office/reconciliation/comparison/compare-day.ts',
      'electron/back-office/reconciliation/days/plan-day.ts',
      'electron/back-office/reconciliation/file/find-late-transactions.ts',
    ],
    tests: [
      'electron/back-office/reconciliation/comparison/compare-day.test.ts',
      'electron/back-office/reconciliation/days/plan-day.test.ts',
      'electron/back-office/reconciliation/file/find-late-transactions.test.ts',
    ],
  },
  service: {
    about: 'what the service’s answer, list or Date says',
    files: [
      'electron/service/operations/{send-money,look-up,pagination}.ts',
      'electron/service/transport/{corrected-clock,signature}.ts',
      'electron/service/wire/*.ts',
    ],
    tests: [
      'electron/service/operations/*.test.ts',
      'electron/service/transport/{corrected-clock,signature}.test.ts',
      'electron/service/wire/*.test.ts',
    ],
  },
  order: {
    about: 'the warnings of a payment before it is sent',
    files: [
      'electron/counter/payments/order/{earlier-payments,order-preparation,other-till-payments,required-paper}.ts',
    ],
    tests: listPaymentTests('order'),
  },
  view: {
    about: 'reading payments, and what is in flight',
    files: [
      'electron/counter/payments/view/*.ts',
      'electron/counter/payments/payment-tracker.ts',
      ...EXCEPT_PURE_FILES,
    ],
    tests: [
      'electron/counter/payments/{view/*,sending/resender}.test.ts',
      'electron/counter/payments/{payment-tracker,payments,restart,result-confirmation,missing-ticket-text}.test.ts',
    ],
  },
  outcome: {
    about: 'what an answer or a look-up says about a payment',
    files: PURE_OUTCOME_FILES.map((name) => `${name}.ts`),
    tests: PURE_OUTCOME_FILES.map((name) => `${name}.test.ts`),
  },
  decisions: {
    about:
      'amounts, fees, what a payment allows, hand-overs, refunds, baskets, counts and shift reports',
    files: PURE_DECISION_FILES.map((name) => `${name}.ts`),
    tests: PURE_DECISION_FILES.map((name) => `${name}.test.ts`),
  },
  recorder: {
    about: 'writing an outcome, with its papers and the money in the drawer',
    files: ['electron/counter/payments/outcome/outcome-recorder.ts'],
    tests: listPaymentTests('sending', 'outcome/outcome-recorder', 'supervised/*'),
  },
  sending: {
    about: 'sending a payment, and sending it again',
    files: ['electron/counter/payments/sending/*.ts'],
    tests: listPaymentTests(
      'sending',
      'order/{required-paper,walk-in-bills}',
      'basket/{same-account,duplicate-guard}',
      'supervised/cancel-resend',
    ),
  },
  'look-ups': {
    about: 'asking the service what became of a payment',
    files: ['electron/counter/payments/look-ups/*.ts', ...EXCEPT_PURE_FILES],
    tests: listPaymentTests('look-ups', 'order/other-till-payments', 'restart'),
  },
  supervised: {
    about: 'cancels, decisions of a supervisor, and the hand-over of money',
    files: ['electron/counter/payments/supervised/*.ts', ...EXCEPT_PURE_FILES],
    tests: listPaymentTests(
      'supervised',
      'sending/{cash-out,short-drawer}',
      '{payment-events,result-confirmation,missing-ticket-text}',
    ),
  },
  basket: {
    about: 'several payments of one customer',
    files: ['electron/counter/payments/basket/*.ts', ...EXCEPT_PURE_FILES],
    tests: [
      'electron/counter/payments/{basket/*,order/required-paper}.test.ts',
      'electron/counter/payments/{result-confirmation,missing-ticket-text}.test.ts',
    ],
  },
  refunds: {
    about: 'the calls of refunds, and the watch of payments that may be refunded',
    files: ['electron/counter/refunds/{refunds,refund-watcher}.ts'],
    tests: ['electron/counter/refunds/!(*.property).test.ts'],
  },
  'refund-records': {
    about: 'what a row says of a refund, its record, and the cash for it',
    files: ['electron/counter/refunds/refund-{queries,recorder,row-reader,settlement}.ts'],
    tests: ['electron/counter/refunds/!(*.property).test.ts'],
  },
  drawer: {
    about: 'shifts, and the movements in their drawer',
    files: [
      'electron/counter/cash/{cash,cash-movements,drop-reminder,refund-cash-recorder,shifts,shift-queries}.ts',
    ],
    tests: ['electron/counter/cash/!(*.property).test.ts'],
  },
  counts: {
    about: 'counts of a drawer, and its reports',
    files: [
      'electron/counter/cash/{blind-count,count-queries,read-shift-report,shift-closer,shift-handover,viewed-report-cache}.ts',
    ],
    tests: ['electron/counter/cash/!(*.property).test.ts'],
  },
  'drawer-papers': {
    about: 'the papers of a drawer, and of refunds in cash',
    files: ['electron/counter/cash/{drawer-papers,paper-style,refund-papers}.ts'],
    tests: ['electron/counter/cash/{drawer-papers,refund-papers}.test.ts'],
  },
};

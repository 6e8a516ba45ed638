/** A part of the program that decides about money, and the tests that must notice any change of it. */
export interface MutationPart {
  readonly about: string;
  /** Globs of the files to mutate; tests and index files are excluded. */
  readonly files: readonly string[];
  /** Globs of the tests to run. */
  readonly tests: readonly string[];
}

const PAYMENT_TESTS = ['electron/counter/payments/**/*.test.ts'];
/** Decide without reading or writing anything, and so have tests that take no time. */
const PURE_OUTCOME_FILES = ['cancellable', 'conclusion', 'evidence', 'outcome'];
const COUNTER_TESTS = ['electron/counter/**/*.test.ts'];

export const MUTATION_PARTS: Readonly<Record<string, MutationPart>> = {
  money: {
    about: 'arithmetic, reading and writing of amounts',
    files: ['shared/money/*.ts'],
    tests: ['shared/money/*.test.ts'],
  },
  rules: {
    about: 'accounts, fees, change, answers of the service, what may be handed out',
    files: ['shared/rules/*.ts'],
    tests: ['shared/rules/*.test.ts'],
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
  outcome: {
    about: 'what an answer or a look-up says about a payment',
    files: PURE_OUTCOME_FILES.map((name) => `electron/counter/payments/outcome/${name}.ts`),
    tests: PURE_OUTCOME_FILES.map((name) => `electron/counter/payments/outcome/${name}.test.ts`),
  },
  recorder: {
    about: 'writing an outcome, with its papers and the money in the drawer',
    files: [
      'electron/counter/payments/outcome/outcome-recorder.ts',
      'electron/counter/payments/outcome/missing-papers.ts',
    ],
    tests: PAYMENT_TESTS,
  },
  sending: {
    about: 'sending a payment, and sending it again',
    files: ['electron/counter/payments/sending/*.ts'],
    tests: PAYMENT_TESTS,
  },
  'look-ups': {
    about: 'asking the service what became of a payment',
    files: ['electron/counter/payments/look-ups/*.ts'],
    tests: PAYMENT_TESTS,
  },
  supervised: {
    about: 'cancels, decisions of a supervisor, and the hand-over of money',
    files: [
      'electron/counter/payments/supervised/*.ts',
      'electron/counter/payments/view/hand-over.ts',
    ],
    tests: PAYMENT_TESTS,
  },
  basket: {
    about: 'several payments of one customer',
    files: ['electron/counter/payments/basket/*.ts'],
    tests: PAYMENT_TESTS,
  },
  refunds: {
    about: 'refunds by the service, and the cash for them',
    files: ['electron/counter/refunds/*.ts'],
    tests: COUNTER_TESTS,
  },
  cash: {
    about: 'the drawer, its movements, counts and reports',
    files: ['electron/counter/cash/*.ts'],
    tests: COUNTER_TESTS,
  },
};

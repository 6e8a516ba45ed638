import { UsageError } from './messages.mjs';

const OPTIONS = '--unit, --e2e, --all, --quick, --since COMMIT, --renew-pictures and --help';

export const HELP = `npm test [-- OPTIONS] [WORD…]

Checks types, format and module boundaries, runs the unit, conformance and fault tests, and then the
end-to-end tests. Failed tests are listed at the end. The last line is "N passed, N failed". With words,
runs only the test files whose path contains one of them.

  --unit            only tests without a browser: unit, conformance and fault tests
  --e2e             only end-to-end tests
  --quick           types, format and module boundaries, the unit tests in the folders of changed
                    files, and a few end-to-end flows; no conformance and fault tests. After a large
                    change, a sample of 80 unit test files, with those of the changed files
  --since COMMIT    with --quick: the changes since this commit. The default is the commit where this
                    branch left main (origin/main if there is no main); on main itself the last
                    commit, or uncommitted changes. Without Git, every file counts as changed
  --all             every test file runs in any case; with --all also every case that is sampled
                    otherwise: every step of a payment, every byte of a print job, every event of the
                    page, 10,000 commits under kill -9, every version with every language, every
                    screen in every appearance. Takes hours
  --renew-pictures  updates the reference pictures in tests/e2e/pictures, and runs nothing else
  --help            prints this help

A run takes its samples by its seed, which is printed: TEST_SEED=… npm test repeats them.
`;

/**
 * Parses the arguments after `npm test --`. Rejects a misspelt option, because ignoring it would silently run other tests
 * than intended.
 *
 * @typedef {{
 *   parts: ('unit' | 'e2e')[],
 *   filters: string[],
 *   isAll: boolean,
 *   isQuick: boolean,
 *   isHelp: boolean,
 *   isRenewing: boolean,
 *   since: string | null,
 * }} TestOptions
 * @param {readonly string[]} words
 */
export function parseTestArguments(words) {
  /** @type {TestOptions} */
  const options = {
    parts: [],
    filters: [],
    isAll: false,
    isQuick: false,
    isHelp: false,
    isRenewing: false,
    since: null,
  };
  for (let index = 0; index < words.length; index += 1) {
    const [word = '', value] = splitOption(words[index] ?? '');
    if (word === '--unit') options.parts.push('unit');
    else if (word === '--e2e') options.parts.push('e2e');
    else if (word === '--all') options.isAll = true;
    else if (word === '--quick') options.isQuick = true;
    else if (word === '--renew-pictures') options.isRenewing = true;
    else if (word === '--help') options.isHelp = true;
    else if (word === '--since') {
      if (value === undefined) index += 1;
      options.since = value ?? words[index] ?? '';
    } else if (word.startsWith('-')) {
      throw new UsageError(`Unknown option of npm test: ${word}. Options: ${OPTIONS}.`);
    } else options.filters.push(word);
  }
  assertCompatibleOptions(options);
  if (options.isRenewing) {
    options.parts = ['e2e'];
    options.filters = ['pictures.spec'];
  }
  if (options.parts.length !== 1) options.parts = ['unit', 'e2e'];
  return options;
}

/**
 * The pattern for Playwright to find files with a word in their path. Playwright matches the absolute path, so the pattern
 * must exclude the path of the checkout, which may contain the word too.
 *
 * @param {string} root
 * @param {string} word
 */
export function toPathPattern(root, word) {
  const escapePattern = (/** @type {string} */ text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return `^${escapePattern(root)}.*${escapePattern(word).replaceAll('/', '[\\\\/]')}`;
}

/**
 * Supports `--since=COMMIT` too; no other option has a value.
 *
 * @param {string} word
 */
function splitOption(word) {
  const [, value] = /^--since=(.*)$/s.exec(word) ?? [];
  return value === undefined ? [word] : ['--since', value];
}

/** @param {TestOptions} options */
function assertCompatibleOptions({ isAll, isQuick, isRenewing, since, parts, filters }) {
  if (since !== null && (since === '' || since.startsWith('-'))) {
    throw new UsageError('--since needs a commit: npm test -- --quick --since HEAD~3');
  }
  if (since !== null && !isQuick) {
    throw new UsageError(
      '--since can only be used with --quick: npm test -- --quick --since COMMIT',
    );
  }
  if (isRenewing && (isAll || isQuick || parts.length > 0 || filters.length > 0)) {
    throw new UsageError('--renew-pictures cannot be combined with other arguments.');
  }
  if (isAll && isQuick) {
    throw new UsageError('--all and --quick cannot be combined.');
  }
  if (isQuick && filters.length > 0) {
    throw new UsageError(
      `--quick chooses its tests itself: leave out ${filters.join(' ')}, or leave out --quick.`,
    );
  }
}

import { UsageError } from './messages.mjs';

const OPTIONS = '--unit, --e2e, --all, --quick, --since COMMIT, --renew-pictures and --help';

export const HELP = `npm test [-- OPTIONS] [WORD…]

Types, format and walls; unit, conformance and fault tests; and beside them the whole application,
end to end. Each line says whose it is: "unit |" or "e2e  |". Which tests failed stands at the end.
The last line is "N passed, N failed". With words, only the test files whose path has one of them.

  --unit            only what runs without a browser: unit, conformance and fault tests
  --e2e             only the whole application
  --quick           types, format and walls, the unit tests in the folders of what changed, and a
                    handful of end-to-end flows; the conformance and fault tests are left out. Where
                    much changed it is 80 files of unit tests: first those of the changed files
  --since COMMIT    with --quick: what changed since then. Left out, it is where this branch left
                    main (origin/main where there is no main); on main itself the last commit, or
                    what is not committed yet. Without Git everything counts as changed
  --all             in full what otherwise is tried by the share: every step of a payment, every
                    byte of a print job, every event of the page, storms, kills; the longest unit
                    tests (otherwise half of them); end to end every file (otherwise a quarter of
                    those behind the counter and a third of those of what a cashier meets now and
                    then), in every version with every language; every screen in each of its looks.
                    It takes hours
  --renew-pictures  takes the reference pictures of tests/e2e/pictures anew, and runs nothing else
  --help            this

The share of a run is drawn from its seed, which is printed: TEST_SEED=… npm test draws it again.
`;

/**
 * What the words after `npm test --` ask for. A misspelt option is refused: it would quietly test less or more than
 * was asked for.
 */
export function parseTestArguments(words) {
  const asked = {
    parts: [],
    filters: [],
    isAll: false,
    isQuick: false,
    isHelp: false,
    isRenewing: false,
    since: null,
  };
  for (let index = 0; index < words.length; index += 1) {
    const [word, value] = splitOption(words[index]);
    if (word === '--unit' || word === '--e2e') asked.parts.push(word.slice(2));
    else if (word === '--all') asked.isAll = true;
    else if (word === '--quick') asked.isQuick = true;
    else if (word === '--renew-pictures') asked.isRenewing = true;
    else if (word === '--help') asked.isHelp = true;
    else if (word === '--since') {
      if (value === undefined) index += 1;
      asked.since = value ?? words[index] ?? '';
    } else if (word.startsWith('-')) {
      throw new UsageError(`npm test does not know ${word}. It takes ${OPTIONS}.`);
    } else asked.filters.push(word);
  }
  assertCompatibleOptions(asked);
  if (asked.isRenewing) {
    asked.parts = ['e2e'];
    asked.filters = ['pictures.spec'];
  }
  if (asked.parts.length !== 1) asked.parts = ['unit', 'e2e'];
  return asked;
}

/**
 * What Playwright searches for a word: it takes the whole path of a file, and a checkout's own folder may have that word,
 * too.
 */
export function toPathPattern(root, word) {
  const quoted = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return `^${quoted(root)}.*${quoted(word).replaceAll('/', '[\\\\/]')}`;
}

/** `--since=COMMIT` is taken as well; no other option has a value. */
function splitOption(word) {
  const [, value] = /^--since=(.*)$/s.exec(word) ?? [];
  return value === undefined ? [word] : ['--since', value];
}

function assertCompatibleOptions({ isAll, isQuick, isRenewing, since, parts, filters }) {
  if (since !== null && (since === '' || since.startsWith('-'))) {
    throw new UsageError('--since needs a commit: npm test -- --quick --since HEAD~3');
  }
  if (since !== null && !isQuick) {
    throw new UsageError('--since belongs to --quick: npm test -- --quick --since COMMIT');
  }
  if (isRenewing && (isAll || isQuick || parts.length > 0 || filters.length > 0)) {
    throw new UsageError('--renew-pictures stands alone.');
  }
  if (isAll && isQuick) {
    throw new UsageError('--all and --quick contradict each other: give one of them.');
  }
  if (isQuick && filters.length > 0) {
    throw new UsageError(
      `--quick chooses its tests itself: leave out ${filters.join(' ')}, or leave out --quick.`,
    );
  }
}

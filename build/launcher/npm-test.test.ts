import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listChangedFiles } from './changed-files.mjs';
import { selectQuickTests } from './quick-tests.mjs';
import { HELP, parseTestArguments, toPathPattern } from './test-arguments.mjs';
import { readPlaywrightResults, readVitestResults } from './test-results.mjs';
import { describeError } from './vitest-results.mjs';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'till-launcher-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function writeFile(path: string, content = ''): string {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
  return file;
}

describe('npm test arguments', () => {
  const defaultOptions = {
    parts: ['unit', 'e2e'],
    filters: [],
    isAll: false,
    isQuick: false,
    isHelp: false,
    isRenewing: false,
    since: null,
  };

  it('parses the options and filters of npm test', () => {
    expect(parseTestArguments([])).toEqual(defaultOptions);
    expect(parseTestArguments(['--e2e', 'pay.spec', 'print'])).toEqual({
      ...defaultOptions,
      parts: ['e2e'],
      filters: ['pay.spec', 'print'],
    });
    expect(parseTestArguments(['--unit', '--e2e'])).toEqual(defaultOptions);
    expect(parseTestArguments(['--all'])).toEqual({ ...defaultOptions, isAll: true });
    expect(parseTestArguments(['--renew-pictures'])).toEqual({
      ...defaultOptions,
      parts: ['e2e'],
      filters: ['pictures.spec'],
      isRenewing: true,
    });
    for (const args of [['--since', 'HEAD~3'], ['--since=HEAD~3']]) {
      expect(parseTestArguments(['--quick', ...args])).toEqual({
        ...defaultOptions,
        isQuick: true,
        since: 'HEAD~3',
      });
    }
  });

  it('matches a word in a path inside the checkout, not in the path of the checkout', () => {
    const specPattern = new RegExp(toPathPattern('/home/pay (1)/till', 'e2e/pay.spec'), 'gi');
    expect('/home/pay (1)/till/tests/e2e/pay.spec.ts'.match(specPattern)).not.toBeNull();
    expect('/home/pay (1)/till/tests/e2e/basket.spec.ts'.match(specPattern)).toBeNull();
    expect('/home/pay (1)/till/tests/e2e/pay-spec.ts'.match(specPattern)).toBeNull();
    const wordPattern = new RegExp(toPathPattern('/home/pay (1)/till', 'pay'), 'gi');
    expect('/home/pay (1)/till/tests/e2e/basket.spec.ts'.match(wordPattern)).toBeNull();
    const windowsPattern = new RegExp(toPathPattern('C:\\till', 'e2e/pay.spec'), 'gi');
    expect('C:\\till\\tests\\e2e\\pay.spec.ts'.match(windowsPattern)).not.toBeNull();
  });

  it('rejects an unknown option of npm test, and lists the known ones', () => {
    for (const word of ['--al', '-q', '--quick=1', '--']) {
      expect(() => parseTestArguments([word])).toThrow(
        `Unknown option of npm test: ${word}. Options: --unit, --e2e, --all, --quick, --since COMMIT, --renew-pictures and --help.`,
      );
    }
    for (const [option = ''] of HELP.matchAll(/--[\w-]+/g)) {
      if (option !== '--since') expect(() => parseTestArguments([option])).not.toThrow();
    }
  });

  it('rejects contradictory options of npm test', () => {
    expect(() => parseTestArguments(['--quick', '--all'])).toThrow(
      /--all and --quick cannot be combined/,
    );
    expect(() => parseTestArguments(['--quick', 'pay'])).toThrow(/leave out pay/);
    expect(() => parseTestArguments(['--renew-pictures', '--all'])).toThrow(/cannot be combined/);
    expect(() => parseTestArguments(['--since', 'main'])).toThrow(/can only be used with --quick/);
    expect(() => parseTestArguments(['--quick', '--since'])).toThrow(/needs a commit/);
    expect(() => parseTestArguments(['--quick', '--since', '--unit'])).toThrow(/needs a commit/);
  });
});

describe('listChangedFiles', () => {
  const git = (...args: string[]): string => {
    const configArgs = [
      '-c',
      'user.name=Ana',
      '-c',
      'user.email=ana@shop.test',
      '-c',
      'commit.gpgsign=false',
    ];
    const { status, stdout, stderr } = spawnSync('git', [...configArgs, ...args], {
      cwd: root,
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(stderr);
    return stdout.trim();
  };
  const commit = (file: string): string => {
    writeFile(file, `${Math.random()}`);
    git('add', '.');
    git('commit', '-q', '-m', file);
    return git('rev-parse', '--short', 'HEAD');
  };

  it('lists files changed since the branch left main; on main uncommitted ones, or else the last commit', async () => {
    git('init', '-q', '-b', 'main');
    const firstCommit = commit('package.json');
    const secondCommit = commit('b.ts');
    expect(await listChangedFiles(root, null)).toEqual({ since: firstCommit, files: ['b.ts'] });
    writeFile('c.ts');
    expect(await listChangedFiles(root, null)).toEqual({ since: secondCommit, files: ['c.ts'] });
    git('checkout', '-q', '-b', 'branch');
    commit('d.ts');
    writeFile('e.ts');
    expect(await listChangedFiles(root, null)).toEqual({
      since: secondCommit,
      files: ['c.ts', 'd.ts', 'e.ts'],
    });
    rmSync(join(root, 'd.ts'));
    expect((await listChangedFiles(root, firstCommit)).files).toEqual(['b.ts', 'c.ts', 'e.ts']);
    await expect(listChangedFiles(root, 'nowhere')).rejects.toThrow(
      'Git does not know the commit nowhere.',
    );
  });

  it('returns no changed files if the folder has no Git history of its own', async () => {
    expect(await listChangedFiles(root, null)).toEqual({ since: null, files: null });
    git('init', '-q', '-b', 'main');
    writeFile('package.json');
    expect(await listChangedFiles(root, null)).toEqual({ since: null, files: null });
  });
});

describe('selectQuickTests', () => {
  const seed = 'a';
  const alwaysRun = ['boundaries', 'docs', 'naming', 'styles'].map(
    (name) => `build/${name}.test.ts`,
  );
  beforeEach(() => {
    for (const folder of ['renderer', 'shared', 'tests']) mkdirSync(join(root, folder));
    for (const file of alwaysRun) writeFile(file);
    for (const name of ['a', 'b', 'c', 'd', 'e'])
      writeFile(`electron/counter/payments/${name}.test.ts`);
    for (const file of ['electron/counter/cash/f.test.ts', 'tests/faults/g.test.ts'])
      writeFile(file);
  });

  it('selects the tests in the folders of changed files, and below them', () => {
    writeFile('electron/counter/payments/deep/h.test.ts');
    const changed = ['electron/counter/payments/b.ts', 'README.md', 'tests/faults/g.test.ts'];
    const { files, total } = selectQuickTests({ root, changed, seed });
    const names = ['a', 'b', 'c', 'd', 'deep/h', 'e'];
    expect([...files].sort()).toEqual([
      ...alwaysRun,
      ...names.map((name) => `electron/counter/payments/${name}.test.ts`),
    ]);
    expect(total).toBe(files.length);
  });

  it('selects the tests that contain the name of a changed document', () => {
    writeFile('electron/counter/cash/f.test.ts', "read('docs/options.md')");
    writeFile('electron/counter/cash/i.test.ts', "read('docs/chain.md')");
    const changed = ['docs/options.md', 'README.md'];
    const { files } = selectQuickTests({ root, changed, seed, maxFiles: alwaysRun.length + 1 });
    expect([...files].sort()).toEqual([...alwaysRun, 'electron/counter/cash/f.test.ts']);
    const options = { root, changed: [...changed, 'electron/counter/payments/b.ts'], seed };
    expect(selectQuickTests({ ...options, maxFiles: alwaysRun.length + 1 }).total).toBe(
      alwaysRun.length + 6,
    );
  });

  it('samples too many tests by the seed, after those of the changed files', () => {
    const changed = ['electron/counter/payments/b.ts', 'electron/counter/cash/f.test.ts'];
    const select = (sampleSeed: string) =>
      selectQuickTests({ root, changed, seed: sampleSeed, maxFiles: alwaysRun.length + 4 });
    const { files, total } = select(seed);
    expect(total).toBe(alwaysRun.length + 6);
    expect([...files.slice(0, alwaysRun.length + 2)].sort()).toEqual([
      ...alwaysRun,
      'electron/counter/cash/f.test.ts',
      'electron/counter/payments/b.test.ts',
    ]);
    expect(files).toHaveLength(alwaysRun.length + 4);
    expect(select(seed).files).toEqual(files);
    const selectedFiles = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].flatMap(
      (sampleSeed) => select(sampleSeed).files,
    );
    expect(new Set(selectedFiles).size).toBe(total);
  });

  it('selects from all tests if the changed files are unknown', () => {
    expect(selectQuickTests({ root, changed: null, seed }).total).toBe(alwaysRun.length + 6);
  });
});

describe('test results', () => {
  const writeJson = (value: object): string => writeFile('report.json', JSON.stringify(value));
  const readPlaywright = (report: object, code = 0) =>
    readPlaywrightResults(
      writeJson({ stats: { expected: 3 }, suites: [], errors: [], ...report }),
      code,
    );
  const createSpec = (title: string, ok: boolean, status = 'expected') => ({
    title,
    ok,
    tests: [{ status }],
  });

  it('names the test file whose process crashed in Node itself, and any other error', () => {
    const createWorkerError = (cause: string) => ({
      message: '[vitest-pool]: Worker forks emitted error.',
      cause: {
        message: `Worker exited unexpectedly with ${cause} during started state while running test file /till/a.test.ts`,
      },
    });
    expect(describeError(createWorkerError('signal SIGTRAP'))).toMatch(
      /^\/till\/a\.test\.ts: Node itself crashed .*issues\/64500/,
    );
    expect(describeError(createWorkerError('code 1'))).toMatch(/^outside tests: \[vitest-pool\]/);
    expect(describeError(new Error('expected\nmore'))).toBe('outside tests: expected');
  });

  it('counts a run without a report, or with only an exit code, as one failure', () => {
    const report = writeJson({ passed: 5, failed: [] });
    expect(readVitestResults(report, 0)).toEqual({ passed: 5, failed: [] });
    expect(readVitestResults(report, 1).failed).toEqual(['vitest ended with exit code 1']);
    const none = join(root, 'none.json');
    expect(readVitestResults(none, 0)).toEqual({ passed: 0, failed: ['vitest wrote no report'] });
    expect(readPlaywrightResults(none, 1).failed).toHaveLength(1);
    expect(readPlaywright({}, 0)).toEqual({ passed: 3, failed: [] });
  });

  it('lists end-to-end tests that failed or passed only when repeated, and errors outside tests', () => {
    const inner = {
      title: 'a bill',
      specs: [createSpec('is paid', false, 'unexpected'), createSpec('prints', true, 'flaky')],
    };
    const suites = [{ title: 'pay.spec.ts', specs: [createSpec('opens', true)], suites: [inner] }];
    expect(readPlaywright({ suites, errors: [{ message: 'no tests' }] }, 1).failed).toEqual([
      'tests/e2e/pay.spec.ts > a bill > is paid',
      'tests/e2e/pay.spec.ts > a bill > prints',
      'outside tests: no tests',
    ]);
  });
});

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listChangedFiles } from './changed-files.mjs';
import { findCrashedFile, readCrashedFiles } from './crashed-files.mjs';
import { selectQuickTests } from './quick-tests.mjs';
import { HELP, parseTestArguments, toPathPattern } from './test-arguments.mjs';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'till-launcher-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function put(path: string, content = ''): string {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
  return file;
}

const isWindows = process.platform === 'win32';

describe('npm test', () => {
  const usual = {
    parts: ['unit', 'e2e'],
    filters: [],
    isAll: false,
    isQuick: false,
    isHelp: false,
    isRenewing: false,
    since: null,
  };

  it('reads what is asked for', () => {
    expect(parseTestArguments([])).toEqual(usual);
    expect(parseTestArguments(['--e2e', 'pay.spec', 'print'])).toEqual({
      ...usual,
      parts: ['e2e'],
      filters: ['pay.spec', 'print'],
    });
    expect(parseTestArguments(['--unit', '--e2e'])).toEqual(usual);
    expect(parseTestArguments(['--all'])).toEqual({ ...usual, isAll: true });
    expect(parseTestArguments(['--renew-pictures'])).toEqual({
      ...usual,
      parts: ['e2e'],
      filters: ['pictures.spec'],
      isRenewing: true,
    });
    for (const words of [['--since', 'HEAD~3'], ['--since=HEAD~3']]) {
      expect(parseTestArguments(['--quick', ...words])).toEqual({
        ...usual,
        isQuick: true,
        since: 'HEAD~3',
      });
    }
  });

  it('finds a word beneath the checkout, not in the path to it', () => {
    const found = new RegExp(toPathPattern('/home/pay (1)/till', 'e2e/pay.spec'), 'gi');
    expect('/home/pay (1)/till/tests/e2e/pay.spec.ts'.match(found)).not.toBeNull();
    expect('/home/pay (1)/till/tests/e2e/basket.spec.ts'.match(found)).toBeNull();
    expect('/home/pay (1)/till/tests/e2e/pay-spec.ts'.match(found)).toBeNull();
    const inPath = new RegExp(toPathPattern('/home/pay (1)/till', 'pay'), 'gi');
    expect('/home/pay (1)/till/tests/e2e/basket.spec.ts'.match(inPath)).toBeNull();
    const onWindows = new RegExp(toPathPattern('C:\\till', 'e2e/pay.spec'), 'gi');
    expect('C:\\till\\tests\\e2e\\pay.spec.ts'.match(onWindows)).not.toBeNull();
  });

  it('refuses an option that it does not know, and names those that it does', () => {
    for (const word of ['--al', '-q', '--quick=1', '--']) {
      expect(() => parseTestArguments([word])).toThrow(
        `npm test does not know ${word}. It takes --unit, --e2e, --all, --quick, --since COMMIT, --renew-pictures and --help.`,
      );
    }
    for (const [option = ''] of HELP.matchAll(/--[\w-]+/g)) {
      if (option !== '--since') expect(() => parseTestArguments([option])).not.toThrow();
    }
  });

  it('refuses what contradicts itself', () => {
    expect(() => parseTestArguments(['--quick', '--all'])).toThrow(/contradict/);
    expect(() => parseTestArguments(['--quick', 'pay'])).toThrow(/leave out pay/);
    expect(() => parseTestArguments(['--renew-pictures', '--all'])).toThrow(/stands alone/);
    expect(() => parseTestArguments(['--since', 'main'])).toThrow(/belongs to --quick/);
    expect(() => parseTestArguments(['--quick', '--since'])).toThrow(/needs a commit/);
    expect(() => parseTestArguments(['--quick', '--since', '--unit'])).toThrow(/needs a commit/);
  });
});

describe('two halves side by side', () => {
  /** A launcher that runs these two; its exit code is the sum of theirs. */
  const launch = (one: string, other: string) => {
    const start = (label: string, code: string, givesWay: boolean) =>
      `runLabelled(process.execPath, ['-e', ${JSON.stringify(code)}], { cwd: '.', env: process.env, label: '${label}', givesWay: ${givesWay} })`;
    const script = put(
      'two.mjs',
      `import { runLabelled } from ${JSON.stringify(pathToFileURL(join(import.meta.dirname, 'run.mjs')))};
      const codes = await Promise.all([${start('unit', one, true)}, ${start('e2e ', other, false)}]);
      process.exitCode = codes[0] + codes[1];`,
    );
    const child = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'pipe'] });
    const said = { out: '', err: '' };
    child.stdout.on('data', (data) => {
      said.out += String(data);
    });
    child.stderr.on('data', (data) => {
      said.err += String(data);
    });
    return { child, said, ended: once(child, 'close') };
  };

  it('say whose each whole line is, and end with the code of each', async () => {
    const { said, ended } = launch(
      `process.stdout.write('one '); setTimeout(() => { console.log('line\\n'); console.error('broken'); process.exitCode = 3; }, 200)`,
      `process.stdout.write('begun '); setTimeout(() => process.stdout.write('end'), 300)`,
    );
    expect(await ended).toEqual([3, null]);
    expect(said.out.split('\n').sort()).toEqual([
      '',
      'e2e  | begun end',
      'unit |',
      'unit | one line',
    ]);
    expect(said.err).toBe('unit | broken\n');
  });

  it.skipIf(isWindows)('both end with the launcher', async () => {
    const sleep = `setInterval(() => {}, 1000); console.log(process.pid)`;
    const { child, said, ended } = launch(sleep, sleep);
    await expect.poll(() => said.out.split('\n').length).toBe(3);
    const pids = [...said.out.matchAll(/\d+$/gm)].map(Number);
    expect(pids).toHaveLength(2);
    child.kill('SIGTERM');
    expect(await ended).toEqual([2, null]);
    for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  });
});

describe('what changed', () => {
  const git = (...words: string[]): string => {
    const who = [
      '-c',
      'user.name=Ana',
      '-c',
      'user.email=ana@shop.test',
      '-c',
      'commit.gpgsign=false',
    ];
    const { status, stdout, stderr } = spawnSync('git', [...who, ...words], {
      cwd: root,
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(stderr);
    return stdout.trim();
  };
  const commit = (file: string): string => {
    put(file, `${Math.random()}`);
    git('add', '.');
    git('commit', '-q', '-m', file);
    return git('rev-parse', '--short', 'HEAD');
  };

  it('is since the branch left main; on main what is not committed, or else the last commit', async () => {
    git('init', '-q', '-b', 'main');
    const first = commit('package.json');
    const second = commit('b.ts');
    expect(await listChangedFiles(root, null)).toEqual({ since: first, files: ['b.ts'] });
    put('c.ts');
    expect(await listChangedFiles(root, null)).toEqual({ since: second, files: ['c.ts'] });
    git('checkout', '-q', '-b', 'branch');
    commit('d.ts');
    put('e.ts');
    expect(await listChangedFiles(root, null)).toEqual({
      since: second,
      files: ['c.ts', 'd.ts', 'e.ts'],
    });
    rmSync(join(root, 'd.ts'));
    expect((await listChangedFiles(root, first)).files).toEqual(['b.ts', 'c.ts', 'e.ts']);
    await expect(listChangedFiles(root, 'nowhere')).rejects.toThrow('Git knows no commit nowhere.');
  });

  it('runs every test when the folder has no Git history of its own', async () => {
    expect(await listChangedFiles(root, null)).toEqual({ since: null, files: null });
    git('init', '-q', '-b', 'main');
    put('package.json');
    expect(await listChangedFiles(root, null)).toEqual({ since: null, files: null });
  });
});

describe('a quick run', () => {
  const seed = 'a';
  const always = ['circles', 'docs', 'names', 'styles', 'versions', 'walls'].map(
    (name) => `build/${name}.test.ts`,
  );
  beforeEach(() => {
    for (const folder of ['renderer', 'shared', 'tests']) mkdirSync(join(root, folder));
    for (const file of always) put(file);
    for (const name of ['a', 'b', 'c', 'd', 'e']) put(`electron/counter/payments/${name}.test.ts`);
    for (const file of ['electron/counter/cash/f.test.ts', 'tests/faults/g.test.ts']) put(file);
  });

  it('takes the tests in the folders of what changed, and those below', () => {
    put('electron/counter/payments/deep/h.test.ts');
    const changed = ['electron/counter/payments/b.ts', 'README.md', 'tests/faults/g.test.ts'];
    const { files, of } = selectQuickTests({ root, changed, seed });
    const names = ['a', 'b', 'c', 'd', 'deep/h', 'e'];
    expect([...files].sort()).toEqual([
      ...always,
      ...names.map((name) => `electron/counter/payments/${name}.test.ts`),
    ]);
    expect(of).toBe(files.length);
  });

  it('takes the tests that name a document that changed', () => {
    put('electron/counter/cash/f.test.ts', "read('docs/options.md')");
    put('electron/counter/cash/i.test.ts', "read('docs/chain.md')");
    const changed = ['docs/options.md', 'README.md'];
    const { files } = selectQuickTests({ root, changed, seed, most: always.length + 1 });
    expect([...files].sort()).toEqual([...always, 'electron/counter/cash/f.test.ts']);
    const one = { root, changed: [...changed, 'electron/counter/payments/b.ts'], seed };
    expect(selectQuickTests({ ...one, most: always.length + 1 }).of).toBe(always.length + 6);
  });

  it('takes a share of too many: first what changed, then what the seed draws', () => {
    const changed = ['electron/counter/payments/b.ts', 'electron/counter/cash/f.test.ts'];
    const draw = (one: string) =>
      selectQuickTests({ root, changed, seed: one, most: always.length + 4 });
    const { files, of } = draw(seed);
    expect(of).toBe(always.length + 6);
    expect([...files.slice(0, always.length + 2)].sort()).toEqual([
      ...always,
      'electron/counter/cash/f.test.ts',
      'electron/counter/payments/b.test.ts',
    ]);
    expect(files).toHaveLength(always.length + 4);
    expect(draw(seed).files).toEqual(files);
    const drawn = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].flatMap((one) => draw(one).files);
    expect(new Set(drawn).size).toBe(of);
  });

  it('draws from all of them where nobody knows what changed', () => {
    expect(selectQuickTests({ root, changed: null, seed }).of).toBe(always.length + 6);
  });
});

describe('a process that ended under a test', () => {
  const ended = (how: string) => ({
    message: '[vitest-pool]: Worker forks emitted error.',
    cause: {
      message: `Worker exited unexpectedly with ${how} during started state while running test file /till/a.test.ts`,
    },
  });

  it('is run again only where Node itself ended it', () => {
    expect(findCrashedFile(ended('signal SIGTRAP'))).toBe('/till/a.test.ts');
    expect(findCrashedFile(ended('signal SIGKILL'))).toBeNull();
    expect(findCrashedFile(ended('code 1'))).toBeNull();
    expect(findCrashedFile(new Error('expected 1 to be 2'))).toBeNull();
  });

  it('is none where the reporter wrote nothing', () => {
    expect(readCrashedFiles(join(root, 'none.json'))).toEqual([]);
    expect(readCrashedFiles(put('crashed.json', '["/till/a.test.ts"]'))).toEqual([
      '/till/a.test.ts',
    ]);
  });
});

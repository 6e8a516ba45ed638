import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  CHAIN_COMMANDS,
  listOptions,
  PROGRAM_OPTIONS,
} from '../electron/settings/command-line/index.ts';
import { PRINTER_MODELS, provisioningSchema } from '../shared/contract/index.ts';
import { LANGUAGES } from '../shared/locales/index.ts';
import { SERVICE_VERSIONS } from '../shared/rules/index.ts';

const ROOT = join(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

const PAGES = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'SECURITY.md',
  ...readdirSync(join(ROOT, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && existsSync(join(ROOT, file)));
const folders = new Set(tracked.flatMap(listFolders));
const TOP = new Set([...folders].filter((folder) => !folder.includes('/')));

const programs = tracked
  .filter((file) => /\.(ts|tsx|mjs)$/.test(file) && !file.startsWith('build/docs.test'))
  .map(read);
/** Where a variable can be read. */
const sources = programs.join('\n');
/** Where a flag can be read. */
const readers = programs
  .filter((text) => /\bargv\b|\bparseArgs\b|\bargs\b|\bwords\b/.test(text))
  .join('\n');

function listFolders(file: string): string[] {
  const parts = file.split('/').slice(0, -1);
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}

/** Each text between backticks on a line, and each line of a fenced block. */
function listCode(text: string): string[] {
  const blocks = [...text.matchAll(/^```.*\n([\s\S]*?)^```/gm)].flatMap(([, block]) =>
    (block ?? '').split('\n'),
  );
  const rest = text.replace(/^```.*\n[\s\S]*?^```/gm, '');
  const spans = [...rest.matchAll(/`([^`\n]+)`/g)].map(([, span]) => span ?? '');
  return [...blocks, ...spans];
}

/** Links and pictures that lead to a file, as written. */
function listLinks(text: string): string[] {
  const links = [...text.matchAll(/\]\(([^)\s]+)\)|src="([^"]+)"/g)].map(
    ([, link, source]) => link ?? source ?? '',
  );
  return links.filter((link) => !/^(https?:|#)/.test(link)).map((link) => link.split('#')[0] ?? '');
}

/** Words that begin like a path of this repository: `electron/counter/payments`, `tests/faults/network`. */
function listPaths(text: string): string[] {
  return listCode(text)
    .flatMap((code) => code.split(/[\s,;()[\]]+/))
    .filter((word) => TOP.has(word.split('/')[0] ?? '') && word.includes('/'))
    .map((word) => word.replace(/[/.:]+$/, ''))
    .filter((word) => !/[<>*…{}]/.test(word));
}

/** A path may leave out its ending: `tests/faults/network` is network.test.ts. */
function pathExists(path: string): boolean {
  if (folders.has(path) || tracked.includes(path) || existsSync(join(ROOT, path))) return true;
  return tracked.some((file) => file.startsWith(`${path}.`) && dirname(file) === dirname(path));
}

/** Generated folders have no files of their own in a checkout. */
const GENERATED = /^(dist|out|node_modules)\b/;

/** Scripts and flags of the lines that begin with npm. */
function listCommands(text: string): { script: string; flags: string[] }[] {
  return listCode(text)
    .map((code) => code.replaceAll('\\|', '|').split('#')[0] ?? '')
    .flatMap((code) => code.split('&&'))
    .map((code) => code.trim())
    .flatMap((code) => {
      const found = /^(?:[A-Z_]+=\S+ )*npm (?:run )?(?:-s )?([a-z][\w:-]*)(.*)$/.exec(code);
      if (found === null) return [];
      return [{ script: found[1] ?? '', flags: found[2]?.match(/--[a-z][\w-]*/g) ?? [] }];
    });
}

const NPM_ITSELF = new Set(['ci', 'install']);
const scripts = new Set(Object.keys(JSON.parse(read('package.json')).scripts));

/** The words after the name of the program, of each command that a text names: `mostrador-cli chain init`. */
function listProgramCommands(text: string): { program: string; words: string[] }[] {
  return [...text.replaceAll('\\\n', ' ').matchAll(PROGRAM_COMMAND)].map(
    ([, program = '', words = '']) => ({
      program,
      words: words.split(/\s+/).filter((word) => word !== ''),
    }),
  );
}

/** The name of the program without a command or an option is its package, its folder or its account. */
const PROGRAM_COMMAND =
  /(?<![\w/-])(mostrador(?:-cli)?) ((?:chain|verify-evidence|--?[a-z])[^”`"|;#\n]*)/g;

/** Why there is no such command; null if there is. */
function findCommandFault(program: string, words: readonly string[]): string | null {
  const [command = '', name = ''] = words;
  // All commands of the chain together, or the name under which its process acts.
  if (command === 'chain' && (name === '' || name === '…')) return null;
  const isChain = command === 'chain';
  if (isChain && program !== 'mostrador-cli') return 'mostrador has no chain';
  const chainCommand = CHAIN_COMMANDS.find((candidate) => candidate.name === name);
  if (isChain && chainCommand === undefined) return `no command chain ${name}`;
  const options =
    chainCommand?.options ??
    (program === 'mostrador' ? PROGRAM_OPTIONS : listOptions('mostrador-cli'));
  const unknown = words
    .filter((word) => word.startsWith('--'))
    .map((word) => word.slice(2).replace(/[=).,:].*$/, ''))
    .find((word) => !options.some((option) => option.name === word));
  return unknown === undefined ? null : `${command} ${name} has no --${unknown}`;
}

/** What is wrong in each page, with its name. */
const findInPages = (list: (text: string, page: string) => readonly string[]): string[] =>
  PAGES.flatMap((page) => list(read(page), page).map((fault) => `${page}: ${fault}`));

describe('every document', () => {
  test('every link leads to a file that exists', () => {
    const missing = findInPages((text, page) =>
      listLinks(text).filter((link) => !existsSync(join(ROOT, dirname(page), link))),
    );
    expect(missing).toEqual([]);
  });

  test('every path is that of a file or folder', () => {
    const missing = findInPages((text) =>
      listPaths(text).filter((path) => !GENERATED.test(path) && !pathExists(path)),
    );
    expect(missing).toEqual([]);
  });

  test('every command and flag exists', () => {
    const wrong = findInPages((text) =>
      listCommands(text).flatMap(({ script, flags }) => [
        ...(scripts.has(script) || NPM_ITSELF.has(script) ? [] : [script]),
        ...flags.filter((flag) => !isFlag(flag)),
      ]),
    );
    expect(wrong).toEqual([]);
  });

  test('every command of the programs exists, also in what the screens say', () => {
    const dictionaries = tracked.filter((file) => /^shared\/locales\/.*\.json$/.test(file));
    const commands = [...PAGES, ...dictionaries].flatMap((file) =>
      listProgramCommands(read(file)).map((command) => ({ file, ...command })),
    );
    const inDictionaries = commands.filter(({ file }) => dictionaries.includes(file));
    expect(inDictionaries.length).toBeGreaterThan(30);
    const faults = commands.flatMap(({ file, program, words }) => {
      const fault = findCommandFault(program, words);
      return fault === null ? [] : [`${file}: ${program} ${words.join(' ')}: ${fault}`];
    });
    expect(faults).toEqual([]);
  });

  test('every environment variable is read by the code', () => {
    const unread = findInPages((text) =>
      listCode(text)
        .flatMap((code) => code.match(/\b[A-Z]+(?:_[A-Z]+)+(?==|\b)/g) ?? [])
        .filter((name) => !sources.includes(name)),
    );
    expect(unread).toEqual([]);
  });
});

/** Whether a program reads the flag: as `--port`, or as `'port'` in a parser. */
function isFlag(flag: string): boolean {
  const name = flag.slice(2);
  return new RegExp(`--${name}\\b|['"\`]${name}['"\`]`).test(readers);
}

/** What the shell and the preload scripts use of Electron: methods and events. */
function listElectronNames(): readonly string[] {
  const files = tracked.filter(
    (file) =>
      /^electron\/(shell\/electron|preload)\/.*\.ts$/.test(file) &&
      !/(test|double)\.ts$/.test(file) &&
      read(file).includes("from 'electron'"),
  );
  const parts =
    'app|powerMonitor|powerSaveBlocker|screen|defaultSession|protocol|dialog|Menu|crashReporter|ipcMain|ipcRenderer|contextBridge|webRequest|netSession|keyStore';
  const methods = new RegExp(`\\b(?:${parts})\\s*\\.(\\w+)\\(`, 'g');
  const events = /\.(?:on|once)\(\s*'([a-z-]+)'/g;
  const text = files.map(read).join('\n');
  return [methods, events].flatMap((pattern) =>
    [...text.matchAll(pattern)].map(([, name = '']) => name),
  );
}

describe('the documents together', () => {
  test('name in docs/electron.md every method and event of Electron that the till uses', () => {
    const text = read('docs/electron.md');
    const names = new Set(listElectronNames());
    expect(names.size).toBeGreaterThan(40);
    const missing = [...names].filter((name) => !new RegExp(`\\b${name}\\b`).test(text));
    expect(missing).toEqual([]);
  });

  test('name in docs/electron.md tests that exist', () => {
    const names = [...read('docs/electron.md').matchAll(/`([\w./-]+\.(?:test|spec)\.ts)`/g)];
    const missing = names
      .map(([, name = '']) => name)
      .filter((name) => !tracked.some((file) => file === name || file.endsWith(`/${name}`)));
    expect(missing).toEqual([]);
  });

  const all = PAGES.map(read).join('\n');

  test('every picture is shown', () => {
    const shown = new Set(
      PAGES.flatMap((page) => listLinks(read(page))).map((link) => basename(link)),
    );
    const pictures = readdirSync(join(ROOT, 'docs', 'pictures'));
    expect(pictures.filter((picture) => !shown.has(picture))).toEqual([]);
  });

  test('docs/README.md lists every page of docs/', () => {
    const listed = listLinks(read('docs/README.md')).map((link) => `docs/${link}`);
    const pages = PAGES.filter((page) => page.startsWith('docs/') && page !== 'docs/README.md');
    expect(pages.filter((page) => !listed.includes(page))).toEqual([]);
  });

  test('docs/commands.md lists every npm script', () => {
    const named = new Set(listCommands(read('docs/commands.md')).map(({ script }) => script));
    expect([...scripts].filter((script) => !named.has(script))).toEqual([]);
  });

  test('docs/chain.md says once what to do about each problem that chain status reports', () => {
    const source = read('electron/chain/server/command/status-report.ts');
    const [, union = ''] = /readonly code:\n([^;]+);/.exec(source) ?? [];
    const codes = [...union.matchAll(/'([a-z-]+)'/g)].map(([, code]) => code);
    expect(codes.length).toBeGreaterThan(20);
    const [, section = ''] =
      /\n### What `chain status` reports\n([\s\S]*?)\n###? /.exec(read('docs/chain.md')) ?? [];
    const listed = [...section.matchAll(/^\| (`[^|]+) \|/gm)].flatMap(([, cell = '']) =>
      [...cell.matchAll(/`([a-z-]+)`/g)].map(([, code]) => code),
    );
    expect(listed.toSorted()).toEqual(codes.toSorted());
  });

  test('README.md and ARCHITECTURE.md stay short', () => {
    expect(read('README.md').split('\n').length).toBeLessThanOrEqual(121);
    expect(read('ARCHITECTURE.md').split('\n').length).toBeLessThanOrEqual(181);
  });

  test('the fields of the provisioning file are those of its schema', () => {
    const fields = Object.keys(provisioningSchema.shape);
    const page = read('docs/setting-up.md');
    const listed = [...page.matchAll(/^\| ((?:`\w+`(?:, )?)+) \|/gm)].flatMap(([, names]) =>
      [...(names ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => name ?? ''),
    );
    const table = listed.filter((name) => name !== 'printer' || fields.includes(name));
    expect([...new Set(table)].sort()).toEqual([...fields].sort());
  });

  test.each([
    ['docs/setting-up.md', 'version', SERVICE_VERSIONS],
    ['docs/setting-up.md', 'language', LANGUAGES],
    ['docs/setting-up.md', 'printer', PRINTER_MODELS],
    ['docs/printers.md', 'model', PRINTER_MODELS],
  ])('%s names every %s that a till can have', (page, _field, names) => {
    const text = read(page);
    expect(names.filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
  });

  test('the counter page names every language of the till', () => {
    const page = read('docs/at-the-counter.md');
    const english = new Intl.DisplayNames('en', { type: 'language', languageDisplay: 'standard' });
    // "Spanish (Mexico)" is Spanish of Mexico.
    const names = LANGUAGES.map((tag) => english.of(tag)?.replace(/ \((.*)\)$/, ' of $1') ?? tag);
    expect(names.filter((name) => !page.includes(name))).toEqual([]);
  });

  test('the keys of the documents are keys of the program, and the counter page lists each', () => {
    const keys = [...all.matchAll(/\bCtrl ([A-Z])\b/g)].map(([, letter]) => `Control+${letter}`);
    expect(keys.length).toBeGreaterThan(5);
    const known = read('renderer/components/use-keys.ts');
    expect([...new Set(keys)].filter((key) => !known.includes(key))).toEqual([]);
    const page = read('docs/at-the-counter.md');
    const told = [...known.matchAll(/^ {2}'Control\+([A-Z])'/gm)].map(
      ([, letter]) => `Ctrl ${letter}`,
    );
    expect(told.length).toBeGreaterThan(10);
    expect(told.filter((key) => !page.includes(`| ${key} |`))).toEqual([]);
  });

  test('docs/logs.md lists only messages that the code writes', () => {
    const listed = [...read('docs/logs.md').matchAll(/`([a-z-]+: [^`]+)`/g)].flatMap(
      ([, message = '']) => (message === 'component: what happened' ? [] : message),
    );
    expect(listed.length).toBeGreaterThan(30);
    const code = tracked
      .filter((file) => /^electron\/.*\.ts$/.test(file) && !/\.test\.ts$|\/testing\//.test(file))
      .map(read)
      .join('\n');
    expect(listed.filter((message) => !code.includes(`'${message}'`))).toEqual([]);
  });

  // The owner of an action can move a tag to other code, but not a digest.
  test('every GitHub action is pinned by its digest, with its version in a comment', () => {
    const uses = tracked
      .filter((file) => file.startsWith('.github/workflows/'))
      .flatMap((file) => read(file).match(/\buses: (?!\.\/).*$/gm) ?? []);
    expect(uses.length).toBeGreaterThan(5);
    const pinned = /^uses: [\w.-]+\/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/;
    expect(uses.filter((line) => !pinned.test(line))).toEqual([]);
  });
});

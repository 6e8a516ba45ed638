import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { PRINTER_MODELS, provisioningSchema } from '../shared/contract/index.ts';
import { LANGUAGES } from '../shared/locales/index.ts';
import { SERVICE_VERSIONS } from '../shared/rules/index.ts';

const ROOT = join(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

const PAGES = [
  'README.md',
  'ARCHITECTURE.md',
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
const folders = new Set(tracked.flatMap(foldersOf));
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

function foldersOf(file: string): string[] {
  const parts = file.split('/').slice(0, -1);
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}

/** What stands between backticks on a line, and each line of a fenced block. */
function codeOf(text: string): string[] {
  const blocks = [...text.matchAll(/^```.*\n([\s\S]*?)^```/gm)].flatMap(([, block]) =>
    (block ?? '').split('\n'),
  );
  const rest = text.replace(/^```.*\n[\s\S]*?^```/gm, '');
  const spans = [...rest.matchAll(/`([^`\n]+)`/g)].map(([, span]) => span ?? '');
  return [...blocks, ...spans];
}

/** Links and pictures that lead to a file, as they are written. */
function linksOf(text: string): string[] {
  const links = [...text.matchAll(/\]\(([^)\s]+)\)|src="([^"]+)"/g)].map(
    ([, link, source]) => link ?? source ?? '',
  );
  return links.filter((link) => !/^(https?:|#)/.test(link)).map((link) => link.split('#')[0] ?? '');
}

/** Words that begin like a path of this tree: `electron/counter/payments`, `tests/faults/network`. */
function pathsOf(text: string): string[] {
  return codeOf(text)
    .flatMap((code) => code.split(/[\s,;()[\]]+/))
    .filter((word) => TOP.has(word.split('/')[0] ?? '') && word.includes('/'))
    .map((word) => word.replace(/[/.:]+$/, ''))
    .filter((word) => !/[<>*…{}]/.test(word));
}

/** A path may leave out its ending: `tests/faults/network` is network.test.ts. */
function isThere(path: string): boolean {
  if (folders.has(path) || tracked.includes(path) || existsSync(join(ROOT, path))) return true;
  return tracked.some((file) => file.startsWith(`${path}.`) && dirname(file) === dirname(path));
}

/** Generated folders have no files of their own in a checkout. */
const GENERATED = /^(dist|out|node_modules)\b/;

/** Scripts and flags of the lines that begin with npm. */
function commandsOf(text: string): { script: string; flags: string[] }[] {
  return codeOf(text)
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

describe.each(PAGES)('%s', (page) => {
  const text = read(page);

  it('leads to files that are there', () => {
    const missing = linksOf(text).filter((link) => !existsSync(join(ROOT, dirname(page), link)));
    expect(missing).toEqual([]);
  });

  it('names files and folders that are there', () => {
    expect(pathsOf(text).filter((path) => !GENERATED.test(path) && !isThere(path))).toEqual([]);
  });

  it('names commands and flags that are there', () => {
    const wrong = commandsOf(text).flatMap(({ script, flags }) => [
      ...(scripts.has(script) || NPM_ITSELF.has(script) ? [] : [script]),
      ...flags.filter((flag) => !isFlag(flag)),
    ]);
    expect(wrong).toEqual([]);
  });

  it('names variables that something reads', () => {
    const names = codeOf(text).flatMap((code) => code.match(/\b[A-Z]+(?:_[A-Z]+)+(?==|\b)/g) ?? []);
    expect(names.filter((name) => !sources.includes(name))).toEqual([]);
  });
});

/** As it is written where it is read: `--port`, or `'port'` of a parser. */
function isFlag(flag: string): boolean {
  const name = flag.slice(2);
  return new RegExp(`--${name}\\b|['"\`]${name}['"\`]`).test(readers);
}

describe('the documents together', () => {
  const all = PAGES.map(read).join('\n');

  test('every picture is shown', () => {
    const shown = new Set(
      PAGES.flatMap((page) => linksOf(read(page))).map((link) => basename(link)),
    );
    const pictures = readdirSync(join(ROOT, 'docs', 'pictures'));
    expect(pictures.filter((picture) => !shown.has(picture))).toEqual([]);
  });

  test('every page of docs/ is in the README', () => {
    const listed = linksOf(read('README.md'));
    const pages = PAGES.filter((page) => page.startsWith('docs/'));
    expect(pages.filter((page) => !listed.includes(page))).toEqual([]);
  });

  test('every command is in the README', () => {
    const named = new Set(commandsOf(read('README.md')).map(({ script }) => script));
    expect([...scripts].filter((script) => !named.has(script))).toEqual([]);
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

  test('the check itself finds what it looks for', () => {
    const page =
      'See [x](nowhere.md), `tests/faults/nothing`, `npm run nothing -- --port 1 --nonsense`.';
    expect(linksOf(page)).toEqual(['nowhere.md']);
    expect(pathsOf(page)).toEqual(['tests/faults/nothing']);
    expect(isThere('tests/faults/nothing')).toBe(false);
    expect(isThere('tests/faults/network')).toBe(true);
    const [command] = commandsOf(page);
    expect(command).toEqual({ script: 'nothing', flags: ['--port', '--nonsense'] });
    expect(isFlag(['--', 'unheard', '-of'].join(''))).toBe(false);
    expect(isFlag('--port')).toBe(true);
  });
});

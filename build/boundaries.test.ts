import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SERVICE_VERSIONS } from '../shared/rules/index.ts';

const ROOT = join(import.meta.dirname, '..');

/**
 * The first table of ARCHITECTURE.md: each folder of `electron/`, lowest first, and the folders that it may import;
 * "x and below" is x and every row above it. Tests and their fixtures may import any folder.
 */
const ELECTRON = readTable(readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8'));

function readTable(text: string): Record<string, readonly string[]> {
  const rows = [...text.matchAll(/^\| `([\w-]+)\/` \| [^|]+ \| ([^|]+) \|$/gm)];
  const names = rows.map(([, name = '']) => name);
  const expand = (word: string): readonly string[] => {
    const [, top] = /^([\w-]+) and below$/.exec(word) ?? [];
    if (word === 'everything') return names;
    return top === undefined ? [word] : names.slice(0, names.indexOf(top) + 1);
  };
  return Object.fromEntries(
    rows.map(([, name = '', allowed = '']) => [name, allowed.split(', ').flatMap(expand)]),
  );
}

/** The same for the groups of `renderer/features`. */
const FEATURES: Readonly<Record<string, readonly string[]>> = {
  counter: [],
  shift: ['counter'],
  'back-office': ['counter', 'shift'],
  administration: ['counter', 'back-office'],
};

/** Packages that only these folders import. */
const PACKAGES: readonly (readonly [name: RegExp, folders: RegExp])[] = [
  [/^package electron(\/|$)/, /^electron\/(shell\/|preload\/)/],
  [/^package electron-updater/, /^(electron\/shell\/electron|tests\/release)\//],
  [/^package electron-store/, /^electron\/settings\//],
  [/^package pg(-|$)/, /^(electron\/chain\/client|tests|build)\//],
  // The page has no Node, and shared code runs in the page too.
  [/^package node:/, /^(electron|tests|build)\//],
];

/** Folders whose code only these folders import. The page and main meet in `shared/contract`. */
const SIDES: readonly (readonly [target: RegExp, folders: RegExp])[] = [
  [/^electron\//, /^(electron|tests|build)\//],
  [/^renderer\//, /^renderer\//],
  [/^tests\//, /^(tests|build)\//],
  // What other features show of a payment is in `payment-result` and `cash-field`.
  [/^renderer\/features\/counter\/pay\//, /^renderer\/(app|features\/counter\/pay)\//],
  // The server of a chain is a program of its own.
  [/^electron\/chain\/server\//, /^(electron\/chain\/server|tests)\//],
];

const IMPORT = /(?:^import |^(?:import|export)\b[^'";]*? from |^} from |\bimport\()'([^']+)'/gm;

interface Import {
  readonly file: string;
  readonly target: string;
}

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: ROOT,
  encoding: 'utf8',
  maxBuffer: 1e8,
})
  .split('\n')
  .filter((file) => /^(electron|renderer|shared|tests|build)\/.*\.(ts|tsx|mjs)$/.test(file))
  .filter((file) => existsSync(join(ROOT, file)));
const imports: readonly Import[] = files.flatMap((file) =>
  [...readFileSync(join(ROOT, file), 'utf8').matchAll(IMPORT)].map(([, path = '']) => ({
    file,
    target: path.startsWith('.') ? posix.join(posix.dirname(file), path) : `package ${path}`,
  })),
);
const isTest = (file: string): boolean =>
  /\.(test|fixture)\.tsx?$|\/testing(\/|\.ts$)|^tests\//.test(file);
const product = imports.filter(({ file }) => !isTest(file));

const toLine = ({ file, target }: Import): string => `${file} -> ${target}`;
const getFolder = (root: string, path: string): string | null =>
  path.startsWith(`${root}/`) ? (path.slice(root.length + 1).split('/')[0] ?? null) : null;

function findForbidden(
  root: string,
  table: Readonly<Record<string, readonly string[]>>,
): readonly string[] {
  return product.flatMap(({ file, target }) => {
    const [from, to] = [getFolder(root, file), getFolder(root, target)];
    if (from === null || to === null || from === to) return [];
    const allowed = table[from] ?? [];
    return allowed.includes(to) ? [] : [toLine({ file, target })];
  });
}

describe('module boundaries', () => {
  it('no folder of electron/ imports one that its row does not name', () => {
    expect(imports.length).toBeGreaterThan(5_000);
    expect(Object.keys(ELECTRON).length).toBeGreaterThan(10);
    expect(findForbidden('electron', ELECTRON)).toEqual([]);
  });

  it('no group of renderer/features imports one that its row does not name', () => {
    expect(findForbidden('renderer/features', FEATURES)).toEqual([]);
  });

  it('a package or side is imported only by the folders that its row names', () => {
    const forbidden = product.filter(({ file, target }) =>
      [...PACKAGES, ...SIDES].some(([name, folders]) => name.test(target) && !folders.test(file)),
    );
    expect(forbidden.map(toLine)).toEqual([]);
  });

  it('another folder is imported through its index.ts', () => {
    const past = imports.filter(({ file, target }) => {
      if (!/^(electron|renderer|shared)\//.test(file) || /^package |\.css$/.test(target))
        return false;
      if (posix.basename(target) === 'index.ts' || (isTest(file) && isTest(target))) return false;
      const [from, to] = [`${posix.dirname(file)}/`, `${posix.dirname(target)}/`];
      return !from.startsWith(to) && !to.startsWith(from);
    });
    expect(past.map(toLine)).toEqual([]);
  });

  it('only the version tables and the settings of training mode contain a service version', () => {
    const quoted = new RegExp(`['"\`.](${SERVICE_VERSIONS.join('|')})['"\`]`);
    const withVersion = files.filter(
      (file) =>
        /^(electron|renderer|shared)\//.test(file) &&
        !isTest(file) &&
        !/\/test-[^/]+$/.test(file) &&
        quoted.test(readFileSync(join(ROOT, file), 'utf8')),
    );
    expect(withVersion).toEqual([
      'electron/settings/training-provisioning.ts',
      'electron/training/http/versions.ts',
      'shared/rules/versions.ts',
    ]);
  });
});

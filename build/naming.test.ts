import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';

/** What CONTRIBUTING.md says of names, as far as a machine can see it. An exception needs a reason. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  createPrinting: 'printing is the noun for this part of the till',
  createRanking: 'a ranking is a thing',
  canBeAccountOf: 'reads as a question about two things',
  isSyncOf: 'reads as a question about two things',
  parseOneOf: '"one of" is the term for a choice from a list',
};

const FORBIDDEN_PREFIX = /^(MOST|LONGEST|SHORTEST|LEAST|DEEPEST|BIGGEST|SMALLEST|FEWEST|LARGEST)_/;
/** Verbs that no function of the field begins with. */
const FORBIDDEN_VERB = /^(tell|say|hear|meet|dress|nudge|vouch|speak|mind|why|may)(?=[A-Z]|$)/;
/** A member or parameter with such a name leaves open what it is. */
const FORBIDDEN_MEMBER =
  /(?:^\s*|[({,;] ?)(?:readonly )?(troubles?|told|asked|heard|said|shown|kept|known|found|standing|strange|anew|elsewhere|says|look|keepUp|viewOf|may[A-Z]\w*)\??(?:: |\()/gm;
/** By name: where it stays, and why. */
const MEMBER_EXCEPTIONS: Readonly<Record<string, readonly [where: RegExp, reason: string]>> = {
  mayUpdate: [/status-report/, 'tools read it in the JSON of --status'],
  says: [/^electron\/chain\/server\//, 'tools read it in the JSON of the health server'],
  standing: [/^electron\/chain\//, 'the chain stores it with each day'],
  troubles: [/view-rows/, 'a column of the chain'],
  known: [/compare-chain|format-audit-entry/, 'a column of the chain; a known value of a list'],
  kept: [/restore|key-file|keys\/keys/, 'a detail of the audit log; a field of the key file'],
  found: [/settings/, 'the result of a settings check'],
  shown: [/recovery|keys\/keys|account-fields|fake-shop/, 'the recovery key as it is shown'],
};
/** The plural of a title that continues its describe: "leave …" instead of "leaves …". */
const BASE_VERB =
  /^.(allow|break|contain|differ|end|have|keep|leave|list|lose|mask|prove|reject|show|use|wait) /;
const FORBIDDEN_FILES =
  /^(computer|shop|door|later|plain|people-and-cash|elsewhere|standing|errands?|told|words)\.tsx?$/;

const ROOT = join(import.meta.dirname, '..');
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: ROOT,
  encoding: 'utf8',
  maxBuffer: 1e8,
})
  .split('\n')
  .filter((file) => /^(electron|renderer|shared|tests|build)\/.*\.(ts|tsx|mjs)$/.test(file))
  .filter((file) => existsSync(join(ROOT, file)))
  .map((path) => ({ path, source: readFileSync(join(ROOT, path), 'utf8') }));
const isTest = (path: string): boolean => /\.(test|spec|fixture)\.tsx?$|\/testing\//.test(path);

/** Each match of one of the pattern's groups, with its file. */
const findAll = (pattern: RegExp, some = files): { name: string; path: string }[] =>
  some.flatMap(({ path, source }) =>
    [...source.matchAll(pattern)].map((match) => ({ name: match[1] ?? match[2] ?? '', path })),
  );
const toLine = ({ name, path }: { name: string; path: string }): string => `${path}: ${name}`;

const functions = findAll(
  /^export (?:async )?function (\w+)|^export const (\w+) = (?:async )?(?:<|\()/gm,
);

describe('names', () => {
  it('constants carry MAX_ or MIN_ first and the unit last', () => {
    const constants = findAll(/\b(?:const|let) ([A-Z][A-Z\d_]+)\b/g);
    expect(constants.filter(({ name }) => FORBIDDEN_PREFIX.test(name)).map(toLine)).toEqual([]);
  });

  it('members and parameters are nouns that say what they are', () => {
    const product = files.filter(({ path }) => /^(electron|renderer|shared)\//.test(path));
    const wrong = findAll(FORBIDDEN_MEMBER, product).filter(
      ({ name, path }) => MEMBER_EXCEPTIONS[name]?.[0].test(path) !== true,
    );
    expect(wrong.map(toLine)).toEqual([]);
  });

  it('exported functions begin with a verb of the field and end in no preposition', () => {
    expect(functions.length).toBeGreaterThan(1_000);
    const wrong = functions.filter(
      ({ name }) =>
        !(name in EXCEPTIONS) &&
        (FORBIDDEN_VERB.test(name) || /Of$/.test(name) || /^create[A-Z][a-z]+ing$/.test(name)),
    );
    expect(wrong.map(toLine)).toEqual([]);
  });

  it('no file has a name that could stand over any file', () => {
    expect(files.filter(({ path }) => FORBIDDEN_FILES.test(basename(path)))).toEqual([]);
  });

  it('no two exported types of the product have one name', () => {
    const product = files.filter(
      ({ path }) => /^(electron|renderer|shared)\//.test(path) && !/\.test\.tsx?$/.test(path),
    );
    const types = findAll(
      /^export (?:declare )?(?:abstract )?(?:interface|type|class|enum) (\w+)/gm,
      product,
    );
    expect(types.length).toBeGreaterThan(300);
    const duplicates = [...Map.groupBy(types, ({ name }) => name).values()].filter(
      (found) => found.length > 1,
    );
    expect(duplicates.flat().map(toLine)).toEqual([]);
  });

  it('every index.ts of the product has a doc comment', () => {
    // The index.ts of a language only lists its files; shared/locales/index.ts describes them.
    const indexes = files.filter(
      ({ path }) =>
        /^(electron|renderer|shared)\/.*\/index\.ts$/.test(path) &&
        !/^shared\/locales\/[^/]+\/index\.ts$/.test(path),
    );
    expect(indexes.length).toBeGreaterThan(80);
    const undocumented = indexes.filter(({ source }) => !source.includes('/**'));
    expect(undocumented.map(({ path }) => path)).toEqual([]);
  });
});

describe('log messages', () => {
  const product = files.filter(({ path }) => /^(electron|renderer)\//.test(path) && !isTest(path));
  const messages = findAll(
    /\blog\.(?:info|warn|error)\(\s*(?:\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}|\w+),\s*(['"`][^\n]*?['"`]),?\s*\)/g,
    product,
  );

  it('every log message has the form "component: what happened"', () => {
    expect(messages.length).toBeGreaterThan(180);
    const wrong = messages.filter(({ name }) => !/^['"`][a-z\d-]+: \S/.test(name));
    expect(wrong.map(toLine)).toEqual([]);
  });

  it('no log message occurs twice in the code', () => {
    const counts = Map.groupBy(messages, ({ name }) => name);
    expect([...counts].filter(([, found]) => found.length > 1).map(([name]) => name)).toEqual([]);
  });
});

describe('test titles', () => {
  it('test titles say what is observable without the title of their describe', () => {
    const titles = findAll(
      /^\s*(?:it|test)(?:\.\w+(?:\([^()]*(?:\([^()]*\)[^()]*)*\))?)*\(\s*(['"`][^\n]*)/gm,
    );
    expect(titles.length).toBeGreaterThan(2_000);
    const continuations = titles.filter(
      ({ name }) =>
        /^.(is|are|was|of|that|which|whose|also|and|but|nor|than|where|do not|cannot) /.test(
          name,
        ) || BASE_VERB.test(name),
    );
    expect(continuations.map(toLine)).toEqual([]);
  });
});

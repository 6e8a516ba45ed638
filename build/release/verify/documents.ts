import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findSystem, type System } from '../sums.mjs';
import { type Check, collectProblems } from './check.ts';

interface Part {
  readonly name: string;
  readonly version: string;
}

/** The list of parts names Electron and Node as they are in the installer, and each part's licence. */
export const sbomCheck: Check = {
  name: 'list of parts (SBOM)',
  run: async ({ folder, files, programs }) =>
    await collectProblems(programs, ({ installer, folder: program }) => {
      const system = findSystem(installer) ?? 'linux';
      const lists = listSboms(system, files);
      if (lists.length !== 1) {
        return [
          `There must be one list of parts, *-${system}.cdx.json; there are ${lists.length}.`,
        ];
      }
      const parts = lists.flatMap((list) => readParts(join(folder, list)));
      const version = readFileSync(join(program, 'version'), 'utf8').trim();
      return [
        ...['electron', 'node', 'react', 'zod']
          .filter((name) => !parts.some((part) => part.name === name))
          .map((name) => `${name} is not in the list of parts.`),
        ...(parts.some((part) => part.name === 'electron' && part.version !== version)
          ? [`${installer} holds Electron ${version}; the list of parts names another.`]
          : []),
      ];
    }),
};

function listSboms(system: System, files: readonly string[]): readonly string[] {
  return files.filter((name) => name.endsWith('.cdx.json') && findSystem(name) === system);
}

/** Each part of that list has its licence in the installed notices, with its text. */
export const noticesCheck: Check = {
  name: 'licences of others',
  run: async ({ folder, files, programs }) => {
    return programs.flatMap(({ installer, folder: program, resources }) => {
      const lists = listSboms(findSystem(installer) ?? 'linux', files);
      const parts = lists.flatMap((list) => readParts(join(folder, list)));
      const say = (text: string): string => `${installer}: ${text}`;
      const missing = ['LICENSE.electron.txt', 'LICENSES.chromium.html'].filter(
        (name) => !existsSync(join(program, name)),
      );
      const file = join(resources, 'THIRD-PARTY-NOTICES.txt');
      const found = existsSync(file) ? readNotices(readFileSync(file, 'utf8')) : new Map();
      return [
        ...missing.map((name) => say(`${name} is missing.`)),
        ...parts
          .filter(({ name, version }) => (found.get(`${name} ${version}`) ?? '').length < MINIMAL)
          .map(({ name, version }) => say(`the licence of ${name} ${version} is not in it.`)),
      ];
    });
  },
};

/** No text of a licence is shorter. */
const MINIMAL = 100;
const RULE = `${'='.repeat(79)}\n`;

/** What stands under `name version (licence)`. */
function readNotices(text: string): Map<string, string> {
  const found = new Map<string, string>();
  const pieces = text.split(RULE);
  for (let at = 1; at + 1 < pieces.length; at += 2) {
    const [, part = ''] = /^(.+ \S+) \(.+\)\n$/.exec(pieces[at] ?? '') ?? [];
    found.set(part, (pieces[at + 1] ?? '').trim());
  }
  return found;
}

function readParts(file: string): readonly Part[] {
  const list: unknown = JSON.parse(readFileSync(file, 'utf8'));
  const components: unknown = Reflect.get(Object(list), 'components');
  if (!Array.isArray(components)) return [];
  return components.map((one: unknown) => {
    const { name, version } = { name: '', version: '', ...Object(one) };
    return { name: String(name), version: String(version) };
  });
}

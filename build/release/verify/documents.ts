import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findSystem, type System } from '../sums.mjs';
import { type Check, collectProblems } from './check.ts';

interface Part {
  readonly name: string;
  readonly version: string;
}

/** Checks that the SBOM contains Electron in the version of the installer, Node, and main packages. */
export const sbomCheck: Check = {
  name: 'list of parts (SBOM)',
  run: async ({ folder, files, programs }) =>
    await collectProblems(programs, ({ installer, folder: program }) => {
      const system = findSystem(installer) ?? 'linux';
      const lists = listSboms(system, files);
      if (lists.length !== 1) {
        return [
          `There must be exactly one list of parts, *-${system}.cdx.json; there are ${lists.length}.`,
        ];
      }
      const parts = lists.flatMap((list) => readParts(join(folder, list)));
      const version = readFileSync(join(program, 'version'), 'utf8').trim();
      return [
        ...['electron', 'node', 'react', 'zod']
          .filter((name) => !parts.some((part) => part.name === name))
          .map((name) => `${name} is not in the list of parts.`),
        ...(parts.some((part) => part.name === 'electron' && part.version !== version)
          ? [
              `${installer} contains Electron ${version}, but the list of parts names another version.`,
            ]
          : []),
      ];
    }),
};

function listSboms(system: System, files: readonly string[]): readonly string[] {
  return files.filter((name) => name.endsWith('.cdx.json') && findSystem(name) === system);
}

/** Checks that the installed notices contain the licence text of each part of the SBOM. */
export const noticesCheck: Check = {
  name: 'licences of third parties',
  run: async ({ folder, files, programs }) => {
    return programs.flatMap(({ installer, folder: program, resources }) => {
      const lists = listSboms(findSystem(installer) ?? 'linux', files);
      const parts = lists.flatMap((list) => readParts(join(folder, list)));
      const formatProblem = (text: string): string => `${installer}: ${text}`;
      const missingFiles = ['LICENSE.electron.txt', 'LICENSES.chromium.html'].filter(
        (name) => !existsSync(join(program, name)),
      );
      const file = join(resources, 'THIRD-PARTY-NOTICES.txt');
      const notices = existsSync(file) ? readNotices(readFileSync(file, 'utf8')) : new Map();
      return [
        ...missingFiles.map((name) => formatProblem(`${name} is missing.`)),
        ...parts
          .filter(
            ({ name, version }) =>
              (notices.get(`${name} ${version}`) ?? '').length < MIN_LICENCE_TEXT_LENGTH,
          )
          .map(({ name, version }) =>
            formatProblem(`the licence of ${name} ${version} is missing.`),
          ),
      ];
    });
  },
};

/** Every licence text is longer. */
const MIN_LICENCE_TEXT_LENGTH = 100;
const RULE = `${'='.repeat(79)}\n`;

/** Maps `name version` to the text after its heading `name version (licence)`. */
function readNotices(text: string): Map<string, string> {
  const notices = new Map<string, string>();
  const sections = text.split(RULE);
  for (let index = 1; index + 1 < sections.length; index += 2) {
    const [, part = ''] = /^(.+ \S+) \(.+\)\n$/.exec(sections[index] ?? '') ?? [];
    notices.set(part, (sections[index + 1] ?? '').trim());
  }
  return notices;
}

function readParts(file: string): readonly Part[] {
  const sbom: unknown = JSON.parse(readFileSync(file, 'utf8'));
  const components: unknown = Reflect.get(Object(sbom), 'components');
  if (!Array.isArray(components)) return [];
  return components.map((component: unknown) => {
    const { name, version } = { name: '', version: '', ...Object(component) };
    return { name: String(name), version: String(version) };
  });
}

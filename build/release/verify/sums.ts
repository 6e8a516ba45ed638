import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FEED_FILE } from '../feed.mjs';
import { findSystem, getSumsFileName, hashFile, isSumsFile } from '../sums.mjs';
import type { Check } from './check.ts';

/** Checks that the checksum files list exactly the files of the release, with the right checksums. */
export const sumsCheck: Check = {
  name: 'SHA256SUMS',
  run: async ({ folder, files }) => {
    // The feed is written when the release is published.
    const releaseFiles = files.filter((name) => !isSumsFile(name) && !FEED_FILE.test(name));
    const systems = new Set(
      releaseFiles.map((name) => findSystem(name)).filter((system) => system !== null),
    );
    const missingLists = [...systems].map(getSumsFileName).filter((list) => !files.includes(list));
    if (missingLists.length > 0) return missingLists.map((list) => `${list} is missing.`);
    const lists = files.filter(isSumsFile);
    const lines = lists.flatMap((list) =>
      parseLines(join(folder, list)).map((line) => ({ list, ...line })),
    );
    return [
      ...releaseFiles.flatMap((name) => {
        const system = findSystem(name);
        const expectedLists = system === null ? lists : [getSumsFileName(system)];
        return lines.some((line) => line.name === name && expectedLists.includes(line.list))
          ? []
          : [`${name} is not in ${expectedLists.join(' or ')}.`];
      }),
      ...lines.flatMap(({ list, name, digest }) => {
        if (!releaseFiles.includes(name))
          return [`${name} is listed in ${list}, but the file is missing.`];
        return digest === hashFile(join(folder, name))
          ? []
          : [`${name} does not match its sum in ${list}.`];
      }),
    ];
  },
};

function parseLines(file: string): { readonly name: string; readonly digest: string }[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => ({ name: line.slice(66), digest: line.slice(0, 64) }));
}

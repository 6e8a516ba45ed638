import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FEED_FILE, SIGNATURE_FILE } from '../../../electron/shell/electron/updates/feed.ts';
import { findSystem, getSumsFileName, hashFile, isSumsFile } from '../sums.mjs';
import type { Check } from './check.ts';

/** Made when the release is published; they have a signature of their own. */
const UNLISTED_FILES: readonly string[] = [FEED_FILE, SIGNATURE_FILE];

/** Every file of the release is in the sums of its system as it is, and nothing else is. */
export const sumsCheck: Check = {
  name: 'SHA256SUMS',
  run: async ({ folder, files }) => {
    const there = files.filter((name) => !isSumsFile(name) && !UNLISTED_FILES.includes(name));
    const wanted = new Set(there.map((name) => findSystem(name)).filter((one) => one !== null));
    const missing = [...wanted].map(getSumsFileName).filter((list) => !files.includes(list));
    if (missing.length > 0) return missing.map((list) => `${list} is missing.`);
    const lists = files.filter(isSumsFile);
    const lines = lists.flatMap((list) =>
      parseLines(join(folder, list)).map((of) => ({ list, ...of })),
    );
    return [
      ...there.flatMap((name) => {
        const system = findSystem(name);
        const where = system === null ? lists : [getSumsFileName(system)];
        return lines.some((line) => line.name === name && where.includes(line.list))
          ? []
          : [`${name} is not in ${where.join(' or ')}.`];
      }),
      ...lines.flatMap(({ list, name, digest }) => {
        if (!there.includes(name)) return [`${name} is in ${list}, and is missing.`];
        return digest === hashFile(join(folder, name))
          ? []
          : [`${name} is not the file that ${list} names.`];
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

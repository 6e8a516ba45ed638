import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FEED_FILE, SIGNATURE_FILE } from '../../../electron/shell/electron/updates/feed.ts';
import { isSums, sha256, sumsOf, systemOf } from '../sums.mjs';
import type { Check } from './check.ts';

/** Made when the release is published; they have a signature of their own. */
const UNLISTED_FILES: readonly string[] = [FEED_FILE, SIGNATURE_FILE];

/** Every file of the release is in the sums of its system as it is, and nothing else is. */
export const sumsCheck: Check = {
  name: 'SHA256SUMS',
  run: async ({ folder, files }) => {
    const there = files.filter((name) => !isSums(name) && !UNLISTED_FILES.includes(name));
    const wanted = new Set(there.map((name) => systemOf(name)).filter((one) => one !== null));
    const missing = [...wanted].map(sumsOf).filter((list) => !files.includes(list));
    if (missing.length > 0) return missing.map((list) => `${list} is missing.`);
    const lists = files.filter(isSums);
    const lines = lists.flatMap((list) =>
      parseLines(join(folder, list)).map((of) => ({ list, ...of })),
    );
    return [
      ...there.flatMap((name) => {
        const system = systemOf(name);
        const where = system === null ? lists : [sumsOf(system)];
        return lines.some((line) => line.name === name && where.includes(line.list))
          ? []
          : [`${name} is not in ${where.join(' or ')}.`];
      }),
      ...lines.flatMap(({ list, name, digest }) => {
        if (!there.includes(name)) return [`${name} is in ${list}, and is missing.`];
        return digest === sha256(join(folder, name))
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

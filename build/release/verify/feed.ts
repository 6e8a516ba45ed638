import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { extractFile } from '@electron/asar';
import {
  FEED_FILE,
  parsePublicKeys,
  SIGNATURE_FILE,
} from '../../../electron/shell/electron/updates/feed.ts';
import { verifyFeed } from '../feed.mjs';
import { type Check, collectProblems } from './check.ts';
import { STAND_IN_FOLDER } from './deb.ts';
import type { Program } from './release.ts';

/** Checks that the feed is signed with a key of the program, not expired, and matches the installers. */
export const feedCheck = createFeedCheck();

/** `keys`: the path of a file with other public keys than the program's, for tests. */
export function createFeedCheck(keys?: string): Check {
  return {
    name: 'feed of updates',
    run: async ({ folder, files }) => {
      const unsignedFeedProblems = files
        .filter((name) => UNSIGNED_FEED.test(name))
        .map((name) => `${name} is an unsigned feed, which tills do not read. Remove it.`);
      if (!files.includes(FEED_FILE) && !files.includes(SIGNATURE_FILE)) {
        return unsignedFeedProblems.length === 0 ? null : unsignedFeedProblems;
      }
      try {
        await verifyFeed(folder, keys === undefined ? {} : { keys });
        return unsignedFeedProblems;
      } catch (error) {
        return [...unsignedFeedProblems, error instanceof Error ? error.message : String(error)];
      }
    },
  };
}

/** electron-builder's unsigned feed for other updaters. */
const UNSIGNED_FEED = /^latest.*\.ya?ml$/i;

/** Checks the public keys in the program: without one, it could never be updated. */
export const feedKeysCheck: Check = {
  name: 'public keys of the feed',
  run: ({ programs }) =>
    collectProblems(
      programs.filter(({ folder }) => !existsSync(join(folder, STAND_IN_FOLDER))),
      findKeyProblems,
    ),
};

function findKeyProblems({ installer, resources }: Program): string[] {
  const formatProblem = (text: string): string[] => [
    `${installer}: ${text} Put them into electron/shell/electron/updates/feed-keys.json (docs/releasing.md).`,
  ];
  const archive = join(resources, 'app.asar');
  try {
    const text = extractFile(archive, 'dist/main/feed-keys.json').toString('utf8');
    const { now, next } = { now: null, next: null, ...JSON.parse(text) };
    if (typeof now !== 'string') return formatProblem('it contains no public key of the feed.');
    parsePublicKeys([now, typeof next === 'string' ? next : null]);
    return [];
  } catch {
    return formatProblem('its public keys of the feed cannot be read.');
  }
}

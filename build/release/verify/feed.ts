import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { extractFile } from '@electron/asar';
import {
  FEED_FILE,
  publicKeys,
  SIGNATURE_FILE,
} from '../../../electron/shell/electron/updates/feed.ts';
import { verifyFeed } from '../feed.mjs';
import { type Check, collectProblems } from './check.ts';
import { STAND_IN_FOLDER } from './deb.ts';
import type { Program } from './release.ts';

/** Signed by a key that is built into the program, not expired, and of the installers as they are. */
export const feedCheck = createFeedCheck();

/** With other keys than those of the program, for tests: the name of their file. */
export function createFeedCheck(keys?: string): Check {
  return {
    name: 'feed of updates',
    run: async ({ folder, files }) => {
      const unsigned = files
        .filter((name) => UNSIGNED_FEED.test(name))
        .map((name) => `${name} is a feed that nobody signs: tills do not read it. Remove it.`);
      if (!files.includes(FEED_FILE) && !files.includes(SIGNATURE_FILE)) {
        return unsigned.length === 0 ? null : unsigned;
      }
      try {
        await verifyFeed(folder, keys === undefined ? {} : { keys });
        return unsigned;
      } catch (error) {
        return [...unsigned, error instanceof Error ? error.message : String(error)];
      }
    },
  };
}

/** What electron-builder writes for updaters that believe any feed. */
const UNSIGNED_FEED = /^latest.*\.ya?ml$/i;

/** A program without a public key would never take an update, and nobody could give it one. */
export const feedKeysCheck: Check = {
  name: 'public keys of the feed',
  run: ({ programs }) =>
    collectProblems(
      programs.filter(({ folder }) => !existsSync(join(folder, STAND_IN_FOLDER))),
      findKeyProblems,
    ),
};

function findKeyProblems({ installer, resources }: Program): string[] {
  const say = (text: string): string[] => [
    `${installer}: ${text} Put them into electron/shell/electron/updates/feed-keys.json (docs/releasing.md).`,
  ];
  const archive = join(resources, 'app.asar');
  try {
    const text = extractFile(archive, 'dist/main/feed-keys.json').toString('utf8');
    const { now, next } = { now: null, next: null, ...JSON.parse(text) };
    if (typeof now !== 'string') return say('it holds no public key of the feed.');
    publicKeys([now, typeof next === 'string' ? next : null]);
    return [];
  } catch {
    return say('its public keys of the feed cannot be read.');
  }
}

import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

/**
 * Loaded before main, by tests of the room of updates: the program trusts their feed's key, which it
 * finds where a release has its own.
 */
const { readFileSync } = fs;
Reflect.set(fs, 'readFileSync', (...given: Parameters<typeof readFileSync>) =>
  String(given[0]).endsWith('feed-keys.json')
    ? JSON.stringify({ now: process.env.TEST_FEED_KEY ?? null, next: null })
    : readFileSync(...given),
);
syncBuiltinESMExports();

import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

/**
 * Loaded before main by the tests of the updates screen: makes the program trust the key of the
 * test's feed, in place of the key that a release contains.
 */
const { readFileSync } = fs;
Reflect.set(fs, 'readFileSync', (...args: Parameters<typeof readFileSync>) =>
  String(args[0]).endsWith('feed-keys.json')
    ? JSON.stringify({ now: process.env.TEST_FEED_KEY ?? null, next: null })
    : readFileSync(...args),
);
syncBuiltinESMExports();

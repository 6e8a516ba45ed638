import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FEED_FILE, verifyFeed } from '../feed.mjs';
import { isWindowsName } from '../publisher.mjs';
import { type Check, collectProblems } from './check.ts';
import { getExpectedPublisher } from './windows.ts';
import type { WindowsInstaller } from './windows-installer.ts';

/** Checks that the feed announces the installers, with their hashes. */
export const feedCheck: Check = {
  name: 'feed of updates',
  run: async ({ folder, files }) => {
    if (!files.some((name) => FEED_FILE.test(name))) return null;
    try {
      await verifyFeed(folder);
      return [];
    } catch (error) {
      return [error instanceof Error ? error.message : String(error)];
    }
  },
};

/**
 * Checks that the installed till accepts updates only from https, and only those that the publisher
 * signed: without a publisher, electron-updater accepts any installer.
 */
export const updateConfigCheck: Check = {
  name: 'publisher of updates',
  run: ({ windowsInstallers }) => collectProblems(windowsInstallers, findConfigProblems),
};

function findConfigProblems(installer: WindowsInstaller): string[] {
  const file = join(installer.files, 'resources', 'app-update.yml');
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const publishers = /^publisherName:\n((?: +- .*\n)+)/m.exec(text)?.[1]?.trimEnd().split('\n');
  const [publisher, ...others] = (publishers ?? []).map((line) =>
    unquote(line.replace(/^ +- /, '')),
  );
  const isPinned =
    publisher !== undefined &&
    others.length === 0 &&
    publisher === getExpectedPublisher(installer) &&
    // Tills compare it exactly with the name that Windows gives.
    isWindowsName(publisher);
  return [
    ...(isPinned ? [] : ['app-update.yml does not name exactly the publisher of the release.']),
    ...(/^provider: generic$/m.test(text) && /^url: '?https:/m.test(text)
      ? []
      : ['app-update.yml does not name a feed by https.']),
  ].map((problem) => `${installer.file}: ${problem}`);
}

/** Removes the quotes that YAML needs around some texts. */
function unquote(text: string): string {
  return /^'.*'$/.test(text) ? text.slice(1, -1).replaceAll("''", "'") : text;
}

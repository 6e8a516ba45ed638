import { createHash } from 'node:crypto';
import {
  createReadStream,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

/**
 * The update feed, in the format of electron-builder: one file per system beside the installers.
 * electron-builder's own files state no size, and no share of the tills. See docs/releasing.md.
 */

/** A file of the feed. */
export const FEED_FILE = /^latest.*\.yml$/;

const VERSION = '(\\d+\\.\\d+\\.\\d+)';
/** The installers of a release; any other installable file is rejected. */
const INSTALLERS = [
  new RegExp(`^Mostrador-Setup-${VERSION}\\.exe$`),
  new RegExp(`^mostrador_${VERSION}_[a-z0-9]+\\.deb$`),
  new RegExp(`^Mostrador-${VERSION}(?:-[a-z0-9]+)?(?:-mac)?\\.(?:dmg|zip)$`),
];
const INSTALLABLE_EXTENSIONS = /\.(exe|deb|dmg|zip|msi|rpm|AppImage)$/i;

/** An error that the publisher can fix. */
export class FeedError extends Error {}

/**
 * Returns the installers in a folder, and their version. Throws `FeedError` for several versions.
 *
 * @param {string} folder
 */
function listInstallers(folder) {
  const names = readdirSync(folder)
    .filter((name) => INSTALLABLE_EXTENSIONS.test(name))
    .sort();
  if (names.length === 0)
    throw new FeedError(`There is no installer in ${folder}. Build one with npm run package.`);
  /** @type {Set<string>} */
  const versions = new Set();
  for (const name of names) {
    const version = INSTALLERS.flatMap((pattern) => pattern.exec(name)?.[1] ?? [])[0];
    if (version === undefined) {
      throw new FeedError(
        `${name} is not an installer of a release. Files built with --stand-in or by hand cannot be published. Remove it.`,
      );
    }
    versions.add(version);
  }
  const [version = ''] = versions;
  if (versions.size > 1) {
    throw new FeedError(
      `The installers have several versions: ${[...versions].join(', ')}. A feed has one: remove the others.`,
    );
  }
  return { version, names };
}

/**
 * Writes the feed of a folder of installers. `percent`: the share of the tills that get the version.
 *
 * @param {string} folder
 * @param {{ readonly percent: number, readonly now?: number }} options
 */
export async function publishFeed(folder, { percent, now = Date.now() }) {
  if (!Number.isInteger(percent) || percent < 0 || percent > 100) {
    throw new FeedError('--percent must be a whole number from 0 to 100: the share of the tills.');
  }
  const { version, names } = listInstallers(folder);
  const releaseDate = new Date(now).toISOString();
  const feedFiles = Map.groupBy(names, getFeedFile);
  for (const [feedFile, installers] of feedFiles) {
    const content = await formatFeed(folder, installers, { version, percent, releaseDate });
    writeFileSync(join(folder, `${feedFile}.part`), content);
    renameSync(join(folder, `${feedFile}.part`), join(folder, feedFile));
  }
  return { version, feedFiles: [...feedFiles.keys()].sort() };
}

/**
 * Checks that the feed of a folder announces exactly its installers. Throws `FeedError` if not.
 *
 * @param {string} folder
 */
export async function verifyFeed(folder) {
  const { version, names } = listInstallers(folder);
  const feedFiles = Map.groupBy(names, getFeedFile);
  for (const feedFile of readdirSync(folder).filter((name) => FEED_FILE.test(name))) {
    const text = readFileSync(join(folder, feedFile), 'utf8');
    const percent = parseNumber(/^stagingPercentage: (.*)$/m.exec(text)?.[1]);
    const releaseDate = /^releaseDate: '(.*)'$/m.exec(text)?.[1] ?? '';
    const installers = feedFiles.get(feedFile) ?? [];
    const content = await formatFeed(folder, installers, { version, percent, releaseDate });
    if (!(percent <= 100) || text !== content) {
      throw new FeedError(
        `${feedFile} does not announce the installers in this folder. Write it again with npm run publish-feed.`,
      );
    }
  }
}

/**
 * electron-updater reads another file on each system.
 *
 * @param {string} installer
 */
function getFeedFile(installer) {
  if (installer.endsWith('.exe')) return 'latest.yml';
  if (!installer.endsWith('.deb')) return 'latest-mac.yml';
  return installer.endsWith('_amd64.deb')
    ? 'latest-linux.yml'
    : installer.replace(/^.*_(.*)\.deb$/, 'latest-linux-$1.yml');
}

/**
 * @param {string} folder
 * @param {readonly string[]} installers
 * @param {{
 *   readonly version: string,
 *   readonly percent: number,
 *   readonly releaseDate: string,
 * }} release
 */
async function formatFeed(folder, installers, { version, percent, releaseDate }) {
  const lines = [`version: ${version}`, 'files:'];
  for (const name of installers) {
    const hash = createHash('sha512');
    await pipeline(createReadStream(join(folder, name)), hash);
    lines.push(
      `  - url: ${name}`,
      `    sha512: ${hash.digest('base64')}`,
      `    size: ${statSync(join(folder, name)).size}`,
    );
    // The installer for Windows writes to a folder of the whole computer.
    if (name.endsWith('.exe')) lines.push('    isAdminRightsRequired: true');
  }
  lines.push(`releaseDate: '${releaseDate}'`, `stagingPercentage: ${percent}`);
  return `${lines.join('\n')}\n`;
}

const USAGE = `npm run publish-feed -- DIR --percent N

Writes the update feed of the installers in DIR: latest.yml, latest-linux.yml, latest-mac.yml.
--percent: the share of the tills that get the version (0 withdraws it).`;

/**
 * Returns the exit code.
 *
 * @param {string[]} words
 */
export async function main(words) {
  try {
    const { values, positionals } = parseArgs({
      args: words,
      allowPositionals: true,
      options: { percent: { type: 'string' }, help: { type: 'boolean' } },
    });
    if (values.help) {
      process.stdout.write(`${USAGE}\n`);
      return 0;
    }
    const [folder, ...more] = positionals;
    if (folder === undefined || more.length > 0) throw new FeedError(USAGE);
    const percent = parseNumber(values.percent);
    const { version, feedFiles } = await publishFeed(resolve(folder), { percent });
    process.stdout.write(
      `${version} for ${percent} % of the tills\nUpload the installers first, then ${feedFiles.join(' and ')}.\n`,
    );
    return 0;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const code = 'code' in error ? String(error.code) : null;
    if (!(error instanceof FeedError) && code === null) throw error;
    process.stderr.write(`${error.message}\n`);
    return code?.startsWith('ERR_PARSE_ARGS') || error.message === USAGE ? 2 : 1;
  }
}

/**
 * Returns NaN for anything but a whole number in plain digits; the checks reject NaN.
 *
 * @param {string | undefined} text
 */
function parseNumber(text) {
  return text !== undefined && /^\d{1,3}$/.test(text) ? Number(text) : Number.NaN;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  // The web server reads what this writes.
  process.umask(0o022);
  process.exitCode = await main(process.argv.slice(2));
}

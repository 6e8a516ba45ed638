import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
} from 'node:crypto';
import {
  closeSync,
  createReadStream,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import {
  compareVersions,
  FEED_FILE,
  FeedRefusal,
  parsePublicKeys,
  readFeed,
  SIGNATURE_FILE,
} from '../../electron/shell/electron/updates/feed.ts';

/**
 * The update feed: `feed.json` in the folder of the installers, and `feed.json.sig`, an Ed25519
 * signature over its bytes. It is signed on the computer with the private key, never where the
 * installers are built. See docs/releasing.md.
 */

/** The public keys that are built into the program. */
export const FEED_KEYS_FILE = fileURLToPath(
  new URL('../../electron/shell/electron/updates/feed-keys.json', import.meta.url),
);

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
export function listInstallers(folder) {
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
 * Returns name, size in bytes and SHA-512 (Base64) of a file.
 *
 * @param {string} folder
 * @param {string} name
 */
export async function buildFileEntry(folder, name) {
  const hash = createHash('sha512');
  await pipeline(createReadStream(join(folder, name)), hash);
  return { name, size: statSync(join(folder, name)).size, sha512: hash.digest('base64') };
}

/**
 * Checks the feed of a folder like a till does, and also its files. Throws `FeedError` or `FeedRefusal`
 * if they do not match. `keys`: the path of the file with the public keys.
 *
 * @param {string} folder
 * @param {{ readonly keys?: string, readonly now?: number }} options
 */
export async function verifyFeed(folder, { keys = FEED_KEYS_FILE, now = Date.now() } = {}) {
  const { raw, signature } = readSignedFeed(folder);
  const { feed } = readFeed(raw, signature, { keys: readTrustedKeys(keys), now, accepted: null });
  const { version, names } = listInstallers(folder);
  if (feed.version !== version) {
    throw new FeedError(
      `The feed has version ${feed.version}, the installers ${version}. Sign a new feed for these installers.`,
    );
  }
  for (const name of names) {
    const feedEntry = feed.files.find((file) => file.name === name);
    const actualEntry = await buildFileEntry(folder, name);
    if (feedEntry === undefined)
      throw new FeedError(`The feed does not list ${name}. Sign a new feed for these installers.`);
    if (feedEntry.size !== actualEntry.size || feedEntry.sha512 !== actualEntry.sha512) {
      throw new FeedError(
        `${name} is not the file that the feed lists. Sign a new feed for these installers.`,
      );
    }
  }
  const missingFile = feed.files.find(({ name }) => !names.includes(name));
  if (missingFile !== undefined) {
    throw new FeedError(`The feed lists ${missingFile.name}, which is missing in the folder.`);
  }
  return feed;
}

/**
 * Writes and signs the feed of a folder of installers. Returns the feed.
 *
 * @param {string} folder
 * @param {{
 *   readonly percent: number,
 *   readonly days?: number,
 *   readonly key?: string | undefined,
 *   readonly keys?: string,
 *   readonly now?: number,
 * }} options
 */
export async function publishFeed(
  folder,
  { percent, days = 30, key, keys = FEED_KEYS_FILE, now = Date.now() },
) {
  if (!Number.isInteger(percent) || percent < 0 || percent > 100) {
    throw new FeedError('--percent must be a whole number from 0 to 100: the share of the tills.');
  }
  if (!Number.isInteger(days) || days < 1 || days > 365) {
    throw new FeedError('--days must be from 1 to 365: how long the feed is valid (default 30).');
  }
  const privateKey = readPrivateKey(key, keys);
  const { version, names } = listInstallers(folder);
  const serial = computeNextSerial(folder, version, now);
  const files = [];
  for (const name of names) files.push(await buildFileEntry(folder, name));
  /** @type {import('../../electron/shell/electron/updates/feed.ts').Feed} */
  const feed = {
    format: 1,
    serial,
    version,
    released: new Date(now).toISOString(),
    expires: new Date(now + days * 86_400_000).toISOString(),
    percent,
    files,
  };
  const raw = Buffer.from(`${JSON.stringify(feed, null, 2)}\n`);
  const signature = `${sign(null, raw, privateKey).toString('base64')}\n`;
  // Verify before writing, so that no feed is written that tills would reject.
  readFeed(raw, signature, { keys: readTrustedKeys(keys), now, accepted: null });
  /** @type {readonly (readonly [name: string, content: string | Buffer])[]} */
  const contents = [
    [FEED_FILE, raw],
    [SIGNATURE_FILE, signature],
  ];
  for (const [name, content] of contents) {
    writeFileSync(join(folder, `${name}.part`), content);
    renameSync(join(folder, `${name}.part`), join(folder, name));
  }
  return feed;
}

/**
 * The serial number is derived from the clock, so that it grows on any computer without a record. An
 * existing feed with a greater number shows that the clock is wrong.
 *
 * @param {string} folder
 * @param {string} version
 * @param {number} now
 */
function computeNextSerial(folder, version, now) {
  const serial = Math.floor(now / 1000);
  if (!existsSync(join(folder, FEED_FILE))) return serial;
  const previousFeed = JSON.parse(readFileSync(join(folder, FEED_FILE), 'utf8'));
  if (previousFeed.serial >= serial) {
    throw new FeedError(
      `The feed in this folder has the number ${previousFeed.serial}, but this computer's clock gives only ${serial}. Set the clock, and run this again.`,
    );
  }
  if (compareVersions(version, previousFeed.version) < 0) {
    throw new FeedError(
      `The feed in this folder already has version ${previousFeed.version}, which is newer than ${version}. Tills never go back: publish a newer version.`,
    );
  }
  return serial;
}

/** @param {string} folder */
function readSignedFeed(folder) {
  try {
    return {
      raw: readFileSync(join(folder, FEED_FILE)),
      signature: readFileSync(join(folder, SIGNATURE_FILE), 'latin1'),
    };
  } catch (error) {
    throw new FeedError(`The feed cannot be read: ${getMessage(error)}`);
  }
}

/** @param {string} keys */
function readTrustedKeys(keys) {
  const { now, next } = JSON.parse(readFileSync(keys, 'utf8'));
  return parsePublicKeys([now, next]);
}

/**
 * @param {string | undefined} file
 * @param {string} keys
 */
function readPrivateKey(file, keys) {
  if (file === undefined)
    throw new FeedError('--key FILE is missing: the private key that signs the feed.');
  if (!existsSync(file)) throw new FeedError(`The key file ${file} does not exist.`);
  if (process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0) {
    throw new FeedError(`Others can read ${file}. Restrict it first: chmod 600 ${file}`);
  }
  let key;
  try {
    key = createPrivateKey(readFileSync(file));
  } catch (error) {
    throw new FeedError(`${file} is not a private key in PEM format: ${getMessage(error)}`);
  }
  if (key.asymmetricKeyType !== 'ed25519')
    throw new FeedError(`${file} is not an Ed25519 key. Create one with --new-key.`);
  const publicKey = encodePublicKey(createPublicKey(key));
  const trustedKeys = JSON.parse(readFileSync(keys, 'utf8'));
  if (publicKey !== trustedKeys.now && publicKey !== trustedKeys.next) {
    throw new FeedError(
      `The key in ${file} is neither "now" nor "next" in ${keys}, so no till would accept its feed. Its public key is\n${publicKey}`,
    );
  }
  return key;
}

/** @param {import('node:crypto').KeyObject} publicKey */
function encodePublicKey(publicKey) {
  return publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
}

/**
 * Creates a key pair. Writes the private key to a new file, only for this user; returns the public key.
 *
 * @param {string} file
 */
export function createKeyPair(file) {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const handle = openSync(file, 'wx', 0o600);
  try {
    writeSync(handle, String(privateKey.export({ type: 'pkcs8', format: 'pem' })));
  } finally {
    closeSync(handle);
  }
  return encodePublicKey(publicKey);
}

/** @param {unknown} error */
function getMessage(error) {
  return error instanceof Error ? error.message : String(error);
}

const USAGE = `npm run publish-feed -- DIR --percent N --key FILE [--days N] [--keys FILE]
npm run publish-feed -- --check DIR [--keys FILE]
npm run publish-feed -- --new-key FILE

Writes and signs feed.json for the installers in DIR. --percent: the share of the tills that get the
version (0 withdraws it). --days: how long the feed is valid (default 30). --key: the private key.
--keys: the public keys (default: those of the program). --check signs nothing: it verifies a signed
feed as a till does, and the installers in its folder. --new-key creates a key pair and prints the
public key.`;

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
      options: {
        percent: { type: 'string' },
        days: { type: 'string' },
        key: { type: 'string' },
        keys: { type: 'string' },
        check: { type: 'boolean' },
        'new-key': { type: 'string' },
        help: { type: 'boolean' },
      },
    });
    if (values.help) {
      process.stdout.write(`${USAGE}\n`);
      return 0;
    }
    if (values['new-key'] !== undefined) {
      process.stdout.write(`${createKeyPair(resolve(values['new-key']))}\n`);
      return 0;
    }
    const [folder, ...more] = positionals;
    if (folder === undefined || more.length > 0) throw new FeedError(USAGE);
    const keys = values.keys === undefined ? {} : { keys: resolve(values.keys) };
    const feed = values.check
      ? await verifyFeed(resolve(folder), keys)
      : await publishFeed(resolve(folder), {
          percent: parseNumber(values.percent),
          key: values.key,
          ...(values.days === undefined ? {} : { days: parseNumber(values.days) }),
          ...keys,
        });
    const { version, percent, serial, expires } = feed;
    process.stdout.write(
      `${version} for ${percent} % of the tills, number ${serial}, until ${expires}\nUpload the installers first, then feed.json.sig and feed.json together.\n`,
    );
    return 0;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const code = 'code' in error ? String(error.code) : null;
    const isUserError = error instanceof FeedError || error instanceof FeedRefusal || code !== null;
    if (!isUserError) throw error;
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
  return text !== undefined && /^\d{1,4}$/.test(text) ? Number(text) : Number.NaN;
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  process.exitCode = await main(process.argv.slice(2));

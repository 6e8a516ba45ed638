import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';
import { z } from 'zod';
import { instantSchema, type UpdateRefusalReason } from '../../../../shared/contract/index.ts';

/** Why a feed, or what it names, is not taken. */
export class FeedRefusal extends Error {
  readonly reason: UpdateRefusalReason;

  constructor(reason: UpdateRefusalReason, said: string, cause?: unknown) {
    super(said, { cause });
    this.name = 'FeedRefusal';
    this.reason = reason;
  }
}

export const FEED_FILE = 'feed.json';
export const SIGNATURE_FILE = 'feed.json.sig';
export const MAX_FEED_BYTES = 65_536;

/** Only a bare name: no path, no address, nothing hidden. */
const fileNameSchema = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,119}$/);

/** What more a newer feed says is passed over, so that an older till can still be updated. */
const feedSchema = z.object({
  format: z.literal(1),
  /** Grows with every feed that is published. */
  serial: z.int().positive(),
  version: z.string().regex(/^\d{1,5}\.\d{1,5}\.\d{1,5}$/),
  released: instantSchema,
  expires: instantSchema,
  /** The share of all tills that take it. */
  percent: z.int().min(0).max(100),
  files: z
    .array(
      z.object({
        name: fileNameSchema,
        size: z.int().positive(),
        sha512: z.string().regex(/^[A-Za-z0-9+/]{86}==$/),
      }),
    )
    .min(1)
    .max(50),
});
export type Feed = z.infer<typeof feedSchema>;
export type FeedFile = Feed['files'][number];

/** The newest feed that was taken: an older one is not taken again, nor another under its number. */
export interface AcceptedFeed {
  readonly serial: number;
  readonly digest: string;
}

/**
 * Public keys as they stand in `feed-keys.json`, base64 of their DER: now and next. A key that
 * cannot be read is a fault of the build, and throws.
 */
export function publicKeys(texts: readonly (string | null)[]): KeyObject[] {
  return texts
    .filter((text) => text !== null)
    .map((text) => {
      const key = createPublicKey({
        key: Buffer.from(text, 'base64'),
        format: 'der',
        type: 'spki',
      });
      if (key.asymmetricKeyType !== 'ed25519') throw new Error('a feed key is not Ed25519');
      return key;
    });
}

/**
 * Reads nothing of a feed before its signature over the raw bytes is that of one of the keys. Throws
 * `FeedRefusal`.
 */
export function readFeed(
  raw: Buffer,
  signature: string,
  ports: {
    readonly keys: readonly KeyObject[];
    /** Milliseconds since the epoch, by the service's clock. */
    readonly now: number;
    readonly kept: AcceptedFeed | null;
  },
): { readonly feed: Feed; readonly kept: AcceptedFeed } {
  if (ports.keys.length === 0) throw new FeedRefusal('no-keys', 'this program has no feed key');
  const bytes = Buffer.from(signature.trim(), 'base64');
  const isSigned =
    /^[A-Za-z0-9+/]{86}==\s*$/.test(signature) &&
    ports.keys.some((key) => verify(null, raw, key, bytes));
  if (!isSigned) throw new FeedRefusal('wrong-key', 'the signature is of none of the keys');
  const feed = parseFeed(raw);
  if (!(Date.parse(feed.expires) > ports.now)) {
    throw new FeedRefusal('expired', `the feed has expired: ${feed.expires}`);
  }
  const kept = { serial: feed.serial, digest: createHash('sha256').update(raw).digest('hex') };
  const before = ports.kept;
  const isOlder = before !== null && feed.serial < before.serial;
  const isAnother = before?.serial === feed.serial && before.digest !== kept.digest;
  if (isOlder || isAnother) {
    throw new FeedRefusal('replayed', `feed ${feed.serial} came after ${before?.serial}`);
  }
  return { feed, kept };
}

function parseFeed(raw: Buffer): Feed {
  let value: unknown;
  try {
    value = JSON.parse(raw.toString('utf8'));
  } catch (error) {
    throw new FeedRefusal('not-a-feed', 'the feed is not JSON', error);
  }
  const read = feedSchema.safeParse(value);
  if (read.success) return read.data;
  const paths = read.error.issues.map(({ path }) => path);
  if (paths.some(([field]) => field === 'percent')) {
    throw new FeedRefusal('staging', 'the share of tills is no number from 0 to 100');
  }
  if (paths.some(([field, , part]) => field === 'files' && part === 'name')) {
    throw new FeedRefusal('foreign-file', 'the feed names a file that is no bare name');
  }
  throw new FeedRefusal('not-a-feed', `the feed cannot be read: ${z.prettifyError(read.error)}`);
}

/**
 * Whether this till is among the share that takes a version. By its names and not by chance: the same
 * tills come first however often they ask, and others with the next version.
 */
export function isWithinRollout(
  feed: Pick<Feed, 'version' | 'percent'>,
  till: { readonly chainName: string; readonly posNumber: string },
): boolean {
  const named = JSON.stringify([till.chainName, till.posNumber, feed.version]);
  const drawn = createHash('sha256').update(named).digest().readUInt32BE(0) / 2 ** 32;
  return drawn * 100 < feed.percent;
}

/** Above 0 if the feed's version is newer than the program's, which may be one before a release. */
export function compareVersions(offered: string, running: string): number {
  const [core = '', before] = running.split('+', 1)[0]?.split(/-(.*)/s) ?? [];
  const ours = core.split('.').map(Number);
  for (const [at, part] of offered.split('.').map(Number).entries()) {
    const difference = part - (ours[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return before === undefined ? 0 : 1;
}

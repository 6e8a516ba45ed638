import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';
import { z } from 'zod';
import { instantSchema, type UpdateRefusalReason } from '../../../../shared/contract/index.ts';

/** Thrown if a feed, or a file that it names, is not accepted. */
export class FeedRefusal extends Error {
  readonly reason: UpdateRefusalReason;

  constructor(reason: UpdateRefusalReason, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'FeedRefusal';
    this.reason = reason;
  }
}

export const FEED_FILE = 'feed.json';
export const SIGNATURE_FILE = 'feed.json.sig';
export const MAX_FEED_BYTES = 65_536;

/** A bare file name: no path, no address, no hidden file. */
const fileNameSchema = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,119}$/);

/** Unknown fields of a newer feed are ignored, so that an older till can still be updated. */
const feedSchema = z.object({
  format: z.literal(1),
  /** Increases with every published feed. */
  serial: z.int().positive(),
  version: z.string().regex(/^\d{1,5}\.\d{1,5}\.\d{1,5}$/),
  released: instantSchema,
  expires: instantSchema,
  /** The percentage of all tills that receive it. */
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

/**
 * The newest feed that was accepted: an older one, or another with the same serial, is not
 * accepted.
 */
export interface AcceptedFeed {
  readonly serial: number;
  readonly digest: string;
}

/**
 * Public keys as in `feed-keys.json`, base64 of their DER: now and next. Throws if a key cannot be
 * read, which is an error of the build.
 */
export function parsePublicKeys(texts: readonly (string | null)[]): KeyObject[] {
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
 * Parses a feed only after its signature over the raw bytes was verified with one of the keys.
 * Throws `FeedRefusal`.
 */
export function readFeed(
  raw: Buffer,
  signature: string,
  ports: {
    readonly keys: readonly KeyObject[];
    /** Milliseconds since the epoch, by the service's clock. */
    readonly now: number;
    readonly accepted: AcceptedFeed | null;
  },
): { readonly feed: Feed; readonly accepted: AcceptedFeed } {
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
  const accepted = { serial: feed.serial, digest: createHash('sha256').update(raw).digest('hex') };
  const previous = ports.accepted;
  const isOlder = previous !== null && feed.serial < previous.serial;
  const isConflicting = previous?.serial === feed.serial && previous.digest !== accepted.digest;
  if (isOlder || isConflicting) {
    throw new FeedRefusal('replayed', `feed ${feed.serial} came after ${previous?.serial}`);
  }
  return { feed, accepted };
}

function parseFeed(raw: Buffer): Feed {
  let value: unknown;
  try {
    value = JSON.parse(raw.toString('utf8'));
  } catch (error) {
    throw new FeedRefusal('not-a-feed', 'the feed is not JSON', error);
  }
  const parsed = feedSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const paths = parsed.error.issues.map(({ path }) => path);
  if (paths.some(([field]) => field === 'percent')) {
    throw new FeedRefusal('staging', 'the share of tills is no number from 0 to 100');
  }
  if (paths.some(([field, , part]) => field === 'files' && part === 'name')) {
    throw new FeedRefusal('foreign-file', 'the feed names a file that is no bare name');
  }
  throw new FeedRefusal('not-a-feed', `the feed cannot be read: ${z.prettifyError(parsed.error)}`);
}

/**
 * Whether this till is among the percentage that receives a version. Depends on the till's names
 * and not on chance: the same tills are selected each time, and others for the next version.
 */
export function isWithinRollout(
  feed: Pick<Feed, 'version' | 'percent'>,
  till: { readonly chainName: string; readonly posNumber: string },
): boolean {
  const tillKey = JSON.stringify([till.chainName, till.posNumber, feed.version]);
  const fraction = createHash('sha256').update(tillKey).digest().readUInt32BE(0) / 2 ** 32;
  return fraction * 100 < feed.percent;
}

/** Above 0 if the feed's version is newer than the program's, which may be a pre-release. */
export function compareVersions(offered: string, running: string): number {
  const [core = '', prerelease] = running.split('+', 1)[0]?.split(/-(.*)/s) ?? [];
  const runningParts = core.split('.').map(Number);
  for (const [index, part] of offered.split('.').map(Number).entries()) {
    const difference = part - (runningParts[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return prerelease === undefined ? 0 : 1;
}

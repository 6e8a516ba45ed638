import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { isStandInDeb, openRelease } from '../verify/index.ts';
import { listDebs, publishDeb, RINGS, renewRing } from './archive.ts';

const USAGE = `npm run publish-apt -- DIR --archive DIR --ring ${RINGS.join('|')} --key FINGERPRINT [--percent N] [--stand-in]
npm run publish-apt -- --renew --archive DIR --ring RING --key FINGERPRINT`;

// The web server and apt's own user read what this writes.
process.umask(0o022);
process.exitCode = runPublish();

/** Returns the exit code: 0 if published, 1 if publishing is not possible, 2 for invalid arguments. */
function runPublish(): number {
  let options: ReturnType<typeof parseArguments>;
  try {
    options = parseArguments();
  } catch (error) {
    process.stderr.write(`${getMessage(error)}\n${USAGE}\n`);
    return 2;
  }
  const { ring, percent, folder } = options;
  try {
    if (folder === null) {
      renewRing(options);
      process.stdout.write(`Renewed the date of ${ring}.\n`);
      return 0;
    }
    const deb = findDeb(folder, options.mayBeStandIn);
    publishDeb(deb, percent, options);
    process.stdout.write(`Published ${deb} to ${ring} for ${percent} % of its tills.\n`);
    return 0;
  } catch (error) {
    process.stderr.write(`${getMessage(error)}\n`);
    return 1;
  }
}

function parseArguments() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      archive: { type: 'string' },
      ring: { type: 'string' },
      key: { type: 'string' },
      percent: { type: 'string' },
      renew: { type: 'boolean' },
      'stand-in': { type: 'boolean' },
    },
  });
  const isRenewal = values.renew === true;
  const [folder, ...more] = positionals;
  if (isRenewal ? folder !== undefined : folder === undefined || more.length > 0) {
    throw new Error(
      isRenewal
        ? '--renew cannot be combined with a folder.'
        : 'Name exactly one folder with the artefacts.',
    );
  }
  const ring = RINGS.find((name) => name === values.ring);
  if (ring === undefined) throw new Error(`--ring must be one of ${RINGS.join(', ')}.`);
  if (!values.archive) throw new Error('--archive is missing: the folder of the archive.');
  if (!values.key) throw new Error('--key is missing: the fingerprint of the signing key.');
  return {
    archive: resolve(values.archive),
    ring,
    key: values.key,
    now: new Date(),
    percent: parsePercent(values.percent),
    mayBeStandIn: values['stand-in'] ?? false,
    folder: folder === undefined ? null : resolve(folder),
  };
}

function getMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function parsePercent(text = '100'): number {
  if (!/^\d{1,3}$/.test(text) || Number(text) > 100) {
    throw new Error('--percent must be a whole number from 0 to 100.');
  }
  return Number(text);
}

function findDeb(folder: string, mayBeStandIn: boolean): string {
  const [name, ...more] = listDebs(folder);
  if (name === undefined || more.length > 0)
    throw new Error(`${folder} must contain exactly one deb.`);
  const release = openRelease(folder);
  try {
    if (!mayBeStandIn && release.debs.some(isStandInDeb)) {
      throw new Error(
        `${name} was built with the stand-in, without Electron: NOT FOR SHOPS. Build it without --stand-in.`,
      );
    }
  } finally {
    release.close();
  }
  return resolve(folder, name);
}

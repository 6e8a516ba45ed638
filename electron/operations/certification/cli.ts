import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { newUuid, systemClock, toIsoTime } from '../../platform/index.ts';
import { readProvisioningFile } from '../../settings/index.ts';
import { type Cases, KNOWN_CASES, parseCases } from './cases.ts';
import { certify } from './certify.ts';
import { formatStepLine, formatTotals } from './report.ts';
import { formatProblem } from './step-runner.ts';

const USAGE = `Usage: npm run certify -- --provision sandbox.json [options]

  --provision FILE   the provisioning file of a till; its environment must be "sandbox"
  --folder DIR       where report, daily file and attempts are kept: a new folder
                     (default out/certification/<version>-<time> in this folder)
  --cases FILE       the sandbox's own test accounts, in JSON (docs/going-live.md)
  --host-key KEY     SHA256:… of the SFTP server; without it the daily file is not uploaded
  --help             this text

Exit codes: 0 everything came as expected; 1 something did not; 2 nothing was played;
3 nothing came otherwise, but steps were left out.
`;

/** Nothing can be played: its message says why. */
class CertificationError extends Error {}

// Reports and files of a certification are for this user alone, as a till's are.
process.umask(0o077);

async function main(): Promise<number> {
  try {
    const options = parseOptions(process.argv.slice(2));
    if (options === null) {
      process.stdout.write(USAGE);
      return 0;
    }
    const read = await readProvisioningFile(options.provision);
    if (!read.ok) {
      throw new CertificationError(`${options.provision}: ${formatProblem(read.problem)}`);
    }
    const { provisioning, folder } = read.value;
    const time = toIsoTime(systemClock.now()).slice(0, 19).replaceAll(':', '');
    const name = `${provisioning.version}-${time}`;
    const played = await certify({
      provisioning,
      provisioningFolder: folder,
      cases: options.cases === null ? KNOWN_CASES : readCasesFile(options.cases),
      folder: options.folder ?? join('out', 'certification', name),
      hostKey: options.hostKey,
      applicationVersion: readApplicationVersion(),
      clock: systemClock,
      newId: newUuid,
      onStep: (step) => process.stdout.write(`${formatStepLine(step)}\n`),
    });
    if (played.kind === 'refused') throw new CertificationError(played.why);
    process.stdout.write(`\n${formatTotals(played.steps)}\n${played.report}\n`);
    const came = new Set(played.steps.map(({ verdict }) => verdict.kind));
    if (came.has('otherwise')) return 1;
    return came.has('left-out') ? 3 : 0;
  } catch (error) {
    if (!(error instanceof CertificationError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return 2;
  }
}

function parseOptions(args: readonly string[]) {
  try {
    const { values } = parseArgs({
      args: [...args],
      strict: true,
      allowPositionals: false,
      options: {
        provision: { type: 'string' },
        folder: { type: 'string' },
        cases: { type: 'string' },
        'host-key': { type: 'string' },
        help: { type: 'boolean' },
      },
    });
    if (values.help) return null;
    const hostKey = values['host-key'] ?? null;
    if (!values.provision) throw new CertificationError(`--provision FILE is needed.\n\n${USAGE}`);
    if (hostKey !== null && !/^SHA256:[A-Za-z0-9+/]{43}$/.test(hostKey)) {
      throw new CertificationError(
        '--host-key takes SHA256: and 43 characters, as ssh-keygen -lf shows it.',
      );
    }
    const { provision, folder = null, cases = null } = values;
    return { provision, folder, cases, hostKey };
  } catch (error) {
    // parseArgs throws a TypeError for an unknown option, or one without its value.
    if (error instanceof TypeError) throw new CertificationError(`${error.message}\n\n${USAGE}`);
    throw error;
  }
}

function readCasesFile(file: string): Cases {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    throw new CertificationError(`${file} cannot be read.`);
  }
  const read = parseCases(text);
  if ('wrong' in read) throw new CertificationError(`${file}: ${read.wrong}`);
  return read.cases;
}

function readApplicationVersion(): string {
  const file = join(import.meta.dirname, '..', '..', '..', 'package.json');
  const read: unknown = JSON.parse(readFileSync(file, 'utf8'));
  const isThere = typeof read === 'object' && read !== null && 'version' in read;
  return isThere ? String(read.version) : '';
}

const code = await main();
// The shell that stands in for Electron listens until it is quit.
process.stdout.write('', () => process.exit(code));

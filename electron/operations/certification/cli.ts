import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createUuid, readNamedFileSync, systemClock, toIsoTime } from '../../platform/index.ts';
import { readProvisioningFile } from '../../settings/index.ts';
import {
  type CertificationCases,
  parseCertificationCases,
  SANDBOX_CERTIFICATION_CASES,
} from './cases.ts';
import { certify } from './certify.ts';
import { formatStepLine, formatStepTotals } from './report.ts';
import { formatProblemForReport } from './step-runner.ts';

const USAGE = `Usage: npm run certify -- --provision sandbox.json [options]

  --provision FILE   the provisioning file of a till; its environment must be "sandbox"
  --folder DIR       a new or empty folder for the report, the daily file and the attempts
                     (default out/certification/<version>-<time> in this folder)
  --cases FILE       other test accounts of the sandbox, in JSON (docs/going-live.md)
  --host-key KEY     fingerprint of the SFTP server, SHA256:…; without it the daily file is not uploaded
  --help             prints this help

Exit codes: 0 every step passed; 1 a step failed; 2 nothing was run;
3 no step failed, but some were skipped.
`;

/** The certification cannot start; the message gives the reason. */
class CertificationError extends Error {}

// Reports and files of a certification are for this user only, as a till's are.
process.umask(0o077);

async function main(): Promise<number> {
  try {
    const options = parseOptions(process.argv.slice(2));
    if (options === null) {
      process.stdout.write(USAGE);
      return 0;
    }
    const provisioningFile = await readProvisioningFile(options.provision);
    if (!provisioningFile.ok) {
      throw new CertificationError(
        `${options.provision}: ${formatProblemForReport(provisioningFile.problem)}`,
      );
    }
    const { provisioning, folder } = provisioningFile.value;
    const time = toIsoTime(systemClock.now()).slice(0, 19).replaceAll(':', '');
    const name = `${provisioning.version}-${time}`;
    const result = await certify({
      provisioning,
      provisioningFolder: folder,
      cases: options.cases === null ? SANDBOX_CERTIFICATION_CASES : readCasesFile(options.cases),
      folder: options.folder ?? join('out', 'certification', name),
      hostKey: options.hostKey,
      applicationVersion: readApplicationVersion(),
      clock: systemClock,
      createId: createUuid,
      onStep: (step) => process.stdout.write(`${formatStepLine(step)}\n`),
    });
    if (result.kind === 'refused') throw new CertificationError(result.reason);
    process.stdout.write(`\n${formatStepTotals(result.steps)}\n${result.report}\n`);
    const verdictKinds = new Set(result.steps.map(({ verdict }) => verdict.kind));
    if (verdictKinds.has('otherwise')) return 1;
    return verdictKinds.has('left-out') ? 3 : 0;
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
    if (!values.provision) throw new CertificationError(`--provision FILE is missing.\n\n${USAGE}`);
    if (hostKey !== null && !/^SHA256:[A-Za-z0-9+/]{43}$/.test(hostKey)) {
      throw new CertificationError(
        '--host-key must be SHA256: and 43 characters, as ssh-keygen -lf prints it.',
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

function readCasesFile(file: string): CertificationCases {
  let text: string;
  try {
    text = readNamedFileSync(file).toString('utf8');
  } catch {
    throw new CertificationError(`${file} cannot be read. Check its path and permissions.`);
  }
  const parsed = parseCertificationCases(text);
  if ('error' in parsed) throw new CertificationError(`${file}: ${parsed.error}`);
  return parsed.cases;
}

function readApplicationVersion(): string {
  const file = join(import.meta.dirname, '..', '..', '..', 'package.json');
  const packageJson: unknown = JSON.parse(readFileSync(file, 'utf8'));
  const hasVersion =
    typeof packageJson === 'object' && packageJson !== null && 'version' in packageJson;
  return hasVersion ? String(packageJson.version) : '';
}

const code = await main();
// The shell that replaces Electron keeps the process alive, so it must be ended.
process.stdout.write('', () => process.exit(code));

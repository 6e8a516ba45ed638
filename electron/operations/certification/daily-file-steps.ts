import { join } from 'node:path';
import {
  applyDefaults,
  type Provisioning,
  provisioningSchema,
} from '../../../shared/contract/index.ts';
import {
  formatDailyFileDate,
  formatDailyFileName,
} from '../../back-office/reconciliation/days/index.ts';
import { uploadWithoutLedger, writeDailyFile } from '../../back-office/reconciliation/index.ts';
import type { Clock } from '../../platform/index.ts';
import type { CertificationRun } from './certification-run.ts';
import {
  createExpectedVerdict,
  createSkippedVerdict,
  createUnexpectedVerdict,
  formatProblemForReport,
} from './step-runner.ts';

/** Writes the daily file of the performed transactions, and uploads it. */
export async function runDailyFileSteps(
  run: CertificationRun,
  options: {
    readonly clock: Clock;
    readonly startedAt: number;
    readonly folder: string;
    readonly chainName: string;
    readonly server: Provisioning['reconciliation'];
    /** The fingerprint of the SFTP server's key; null if none was given. */
    readonly fingerprint: string | null;
  },
): Promise<void> {
  const { clock, folder, server } = options;
  const now = clock.now();
  const date = formatDailyFileDate(now);
  const name = formatDailyFileName(options.chainName, date);
  let writtenFile: { readonly bytes: number; readonly sha256: string } | null = null;
  await run.runStep(
    'Write the daily file',
    'HEADER, a REGISTER line for each transaction, FOOTER',
    async () => {
      const range = { since: Math.floor(options.startedAt / 1000), until: Math.ceil(now / 1000) };
      const written = await writeDailyFile(run.attempts.transactionSource, range, {
        folder,
        name,
        headerDate: date,
      });
      if (!written.ok) return createUnexpectedVerdict(formatProblemForReport(written.problem));
      writtenFile = written.value;
      const { lines, leftOut: omitted } = written.value;
      return omitted.length > 0
        ? createUnexpectedVerdict(
            `${name}: ${omitted.length} transactions have a field that the file cannot hold`,
          )
        : createExpectedVerdict(`${name}, ${lines} transactions`);
    },
  );
  await run.runStep(
    'Upload the daily file',
    'the whole file on the server under its name',
    async () => {
      if (writtenFile === null) return createSkippedVerdict('no daily file was written');
      if (server === undefined)
        return createSkippedVerdict('the provisioning file names no server (reconciliation)');
      const { shape } = provisioningSchema.shape.reconciliation.unwrap();
      const {
        host,
        port,
        user,
        folder: remoteFolder,
        mode,
      } = applyDefaults(shape, server, 'sandbox');
      const { password, privateKey } = server;
      const upload = await uploadWithoutLedger(
        clock,
        {
          server: { host, port, user, folder: remoteFolder, fileMode: Number.parseInt(mode, 8) },
          secrets: { password: password ?? null, privateKey: privateKey ?? null },
          fingerprint: options.fingerprint,
        },
        { path: join(folder, name), name, ...writtenFile },
      );
      if (upload.ok) return createExpectedVerdict(`${name} on ${host}`);
      const { problem } = upload;
      if (
        problem.kind === 'upload' &&
        (problem.reason === 'host-key-new' || problem.reason === 'host-key-changed')
      ) {
        return createSkippedVerdict(
          `nothing was sent: ${host} showed the key ${problem.fingerprint}. Compare it with the one that the service gave you, and run this again with --host-key ${problem.fingerprint}`,
        );
      }
      return createUnexpectedVerdict(formatProblemForReport(problem));
    },
  );
}

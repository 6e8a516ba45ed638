import { readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import {
  applyDefaults,
  type Provisioning,
  provisioningSchema,
} from '../../../shared/contract/index.ts';
import { getServiceVersionInfo } from '../../../shared/rules/index.ts';
import { decodePercent } from '../../../shared/text/index.ts';
import {
  type Clock,
  type CreateId,
  createFolderSync,
  readNamedFileSync,
  silentLog,
  toIsoTime,
} from '../../platform/index.ts';
import { createBillPaymentService, type ServiceConfig } from '../../service/index.ts';
import { openCertificationAttempts } from './attempts.ts';
import { runBillDeletionSteps, runBillSteps } from './bill-steps.ts';
import type { CertificationCases } from './cases.ts';
import type { CertificationRun } from './certification-run.ts';
import { runDailyFileSteps } from './daily-file-steps.ts';
import { runPaymentSteps } from './payment-steps.ts';
import { runReadSteps } from './read-steps.ts';
import { createRequestRecorder } from './recorder.ts';
import { formatCertificationReport } from './report.ts';
import { type CertificationStepResult, createStepRunner } from './step-runner.ts';

export interface CertificationOptions {
  readonly provisioning: Provisioning;
  /** The folder that `caFile` is relative to. */
  readonly provisioningFolder: string;
  readonly cases: CertificationCases;
  /** The folder of all results: new, or empty. */
  readonly folder: string;
  /** The fingerprint of the SFTP server's key, `SHA256:…`. */
  readonly hostKey: string | null;
  readonly applicationVersion: string;
  readonly clock: Clock;
  readonly createId: CreateId;
  readonly onStep: (step: CertificationStepResult) => void;
  /** The client timeout in milliseconds for the timeout step. */
  readonly clientTimeoutMs?: number;
}

export type CertificationResult =
  | {
      readonly kind: 'played';
      readonly steps: readonly CertificationStepResult[];
      readonly report: string;
    }
  /** No request was sent; the reason as text. */
  | { readonly kind: 'refused'; readonly reason: string };

const DEFAULT_CLIENT_TIMEOUT_MS = 3_000;

export async function certify(options: CertificationOptions): Promise<CertificationResult> {
  const { provisioning, clock } = options;
  const config = toServiceConfig(provisioning, options.provisioningFolder);
  if ('reason' in config) return { kind: 'refused', reason: config.reason };
  const folder = resolve(options.folder);
  const folderProblem = createFolder(folder);
  if (folderProblem !== null) return { kind: 'refused', reason: folderProblem };

  const startedAt = clock.now();
  const recorder = createRequestRecorder(clock, listSecrets(provisioning));
  const { step, steps } = createStepRunner(recorder, options.onStep);
  const clientTimeoutMs = options.clientTimeoutMs ?? DEFAULT_CLIENT_TIMEOUT_MS;
  const ports = { clock, log: silentLog, wrapExchange: recorder.wrap };
  const service = createBillPaymentService(config, ports);
  const shortTimeoutService = createBillPaymentService(
    { ...config, deadlineMs: clientTimeoutMs },
    ports,
  );
  const attempts = openCertificationAttempts(folder, clock, options.createId);
  const run: CertificationRun = {
    clock,
    versionInfo: getServiceVersionInfo(provisioning.version),
    service,
    shortTimeoutService,
    clientTimeoutMs,
    cases: options.cases,
    cashOutBillerIds: applyDefaults(
      provisioningSchema.shape,
      provisioning,
      provisioning.environment,
    ).cashOutBillers,
    posNumber: provisioning.posNumber,
    cashierId: provisioning.cashiers[0]?.id ?? '',
    attempts,
    createId: options.createId,
    runStep: step,
    billersById: new Map(),
    bills: new Set(),
  };
  const report = join(folder, 'report.md');
  try {
    await runReadSteps(run);
    await runPaymentSteps(run, await runBillSteps(run));
    await runBillDeletionSteps(run);
    await runDailyFileSteps(run, {
      clock,
      startedAt,
      folder,
      chainName: provisioning.chainName,
      server: provisioning.reconciliation,
      fingerprint: options.hostKey,
    });
  } finally {
    attempts.close();
    await service.close();
    await shortTimeoutService.close();
    const head = {
      version: provisioning.version,
      baseUrl: config.baseUrl,
      chainName: provisioning.chainName,
      posNumber: provisioning.posNumber,
      applicationVersion: options.applicationVersion,
      startedAt: toIsoTime(startedAt),
      endedAt: toIsoTime(clock.now()),
    };
    writeFileSync(report, formatCertificationReport(head, steps), { mode: 0o600 });
  }
  return { kind: 'played', steps, report };
}

/** Returns the configuration of the client, or why there is none. */
function toServiceConfig(
  provisioning: Provisioning,
  folder: string,
): ServiceConfig | { reason: string } {
  const { environment, baseUrl, vendor, apiKey, secretKey, version, proxy, caFile } = provisioning;
  if (environment !== 'sandbox') {
    return {
      reason: `The provisioning file is for ${environment}. The certification makes payments, so it runs only with "environment": "sandbox".`,
    };
  }
  if (!baseUrl || !vendor || !apiKey || !secretKey) {
    return {
      reason:
        'The provisioning file lacks baseUrl, vendor, apiKey or secretKey. Add what is missing.',
    };
  }
  let caPem: string | null = null;
  if (caFile !== undefined) {
    try {
      caPem = readNamedFileSync(resolve(folder, caFile)).toString('utf8');
    } catch {
      return {
        reason: `caFile cannot be read: ${resolve(folder, caFile)}. Check its path and permissions.`,
      };
    }
  }
  const { deadlineSeconds = provisioningSchema.shape.deadlineSeconds.setting.default } =
    provisioning;
  const deadlineMs = deadlineSeconds * 1000;
  return { baseUrl, vendor, version, apiKey, secretKey, caPem, proxy, deadlineMs };
}

function createFolder(folder: string): string | null {
  try {
    createFolderSync(folder, 0o700);
    if (readdirSync(folder).length === 0) return null;
    return `The folder is not empty: ${folder}. Name a new one: each certification needs its own.`;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return `The folder cannot be used: ${folder} (${reason}). Name another with --folder.`;
  }
}

function listSecrets({ apiKey, secretKey, reconciliation, proxy }: Provisioning): string[] {
  const proxyPassword = proxy === undefined ? '' : (URL.parse(proxy)?.password ?? '');
  const { password = '', privateKey = '' } = reconciliation ?? {};
  // Both as sent to the proxy and as written in the address.
  return [
    apiKey ?? '',
    secretKey ?? '',
    password,
    privateKey,
    proxyPassword,
    decodePercent(proxyPassword),
  ];
}

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Provisioning } from '../../../shared/contract/index.ts';
import { getVersionFacts, REQUEST_TIMEOUT_MS } from '../../../shared/rules/index.ts';
import { decodePercent } from '../../../shared/text/index.ts';
import { type Clock, type NewId, silentLog, toIsoTime } from '../../platform/index.ts';
import { createBillPaymentService, type ServiceConfig } from '../../service/index.ts';
import { openAttempts } from './attempts.ts';
import { runBillDeletionSteps, runBillSteps } from './bill-steps.ts';
import type { Cases } from './cases.ts';
import type { CertificationRun } from './certification-run.ts';
import { runDailyFileSteps } from './daily-file-steps.ts';
import { runPaymentSteps } from './payment-steps.ts';
import { runReadSteps } from './read-steps.ts';
import { createRecorder } from './recorder.ts';
import { formatReport } from './report.ts';
import { createStepRunner, type StepResult } from './step-runner.ts';

export interface CertificationOptions {
  readonly provisioning: Provisioning;
  /** To which `caFile` is relative. */
  readonly provisioningFolder: string;
  readonly cases: Cases;
  /** Where everything is kept: a new folder, or an empty one. */
  readonly folder: string;
  /** Of the SFTP server's key, `SHA256:…`. */
  readonly hostKey: string | null;
  readonly applicationVersion: string;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly onStep: (step: StepResult) => void;
  /** After how many milliseconds the client gives up in the step that shows a time-out. */
  readonly clientTimeoutMs?: number;
}

export type CertificationResult =
  | { readonly kind: 'played'; readonly steps: readonly StepResult[]; readonly report: string }
  /** Nothing was asked of the service; why, in words. */
  | { readonly kind: 'refused'; readonly why: string };

const DEFAULT_CLIENT_TIMEOUT_MS = 3_000;

export async function certify(options: CertificationOptions): Promise<CertificationResult> {
  const { provisioning, clock } = options;
  const config = toServiceConfig(provisioning, options.provisioningFolder);
  if ('why' in config) return { kind: 'refused', why: config.why };
  const folder = resolve(options.folder);
  const wrong = createFolder(folder);
  if (wrong !== null) return { kind: 'refused', why: wrong };

  const startedAt = clock.now();
  const recorder = createRecorder(clock, listSecrets(provisioning));
  const { step, steps } = createStepRunner(recorder, options.onStep);
  const clientTimeoutMs = options.clientTimeoutMs ?? DEFAULT_CLIENT_TIMEOUT_MS;
  const ports = { clock, log: silentLog, wrapExchange: recorder.wrap };
  const service = createBillPaymentService(config, ports);
  const timeoutService = createBillPaymentService(
    { ...config, deadlineMs: clientTimeoutMs },
    ports,
  );
  const attempts = openAttempts(folder, clock, options.newId);
  const run: CertificationRun = {
    facts: getVersionFacts(provisioning.version),
    service,
    timeoutService,
    clientTimeoutMs,
    cases: options.cases,
    cashOutBillers: provisioning.cashOutBillers ?? [],
    posNumber: provisioning.posNumber,
    cashierId: provisioning.cashiers[0]?.id ?? '',
    attempts,
    newId: options.newId,
    step,
    billers: new Map(),
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
    await timeoutService.close();
    const head = {
      version: provisioning.version,
      baseUrl: config.baseUrl,
      chainName: provisioning.chainName,
      posNumber: provisioning.posNumber,
      applicationVersion: options.applicationVersion,
      startedAt: toIsoTime(startedAt),
      endedAt: toIsoTime(clock.now()),
    };
    writeFileSync(report, formatReport(head, steps), { mode: 0o600 });
  }
  return { kind: 'played', steps, report };
}

/** How the sandbox is spoken to, or why it is not. */
function toServiceConfig(
  provisioning: Provisioning,
  folder: string,
): ServiceConfig | { why: string } {
  const { environment, baseUrl, vendor, apiKey, secretKey, version, proxy, caFile } = provisioning;
  if (environment !== 'sandbox') {
    return {
      why: `The file is for ${environment}. A certification pays, and is played with "environment": "sandbox" only.`,
    };
  }
  if (!baseUrl || !vendor || !apiKey || !secretKey) {
    return { why: 'The file lacks baseUrl, vendor, apiKey or secretKey.' };
  }
  let caPem: string | null = null;
  if (caFile !== undefined) {
    try {
      caPem = readFileSync(resolve(folder, caFile), 'utf8');
    } catch {
      return { why: `caFile cannot be read: ${resolve(folder, caFile)}` };
    }
  }
  const deadlineMs = (provisioning.deadlineSeconds ?? REQUEST_TIMEOUT_MS / 1000) * 1000;
  return { baseUrl, vendor, version, apiKey, secretKey, caPem, proxy, deadlineMs };
}

function createFolder(folder: string): string | null {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (readdirSync(folder).length === 0) return null;
    return `The folder is not empty: ${folder}. Every certification is kept in one of its own.`;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return `The folder cannot be used: ${folder} (${why})`;
  }
}

function listSecrets({ apiKey, secretKey, reconciliation, proxy }: Provisioning): string[] {
  const ofProxy = proxy === undefined ? '' : (URL.parse(proxy)?.password ?? '');
  const { password = '', privateKey = '' } = reconciliation ?? {};
  // As the proxy gets it, and as the address has it.
  return [apiKey ?? '', secretKey ?? '', password, privateKey, ofProxy, decodePercent(ofProxy)];
}

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Provisioning } from '../../shared/contract/index.ts';
import { REQUEST_DEADLINE, versionFacts } from '../../shared/rules/index.ts';
import { percentDecoded } from '../../shared/text/index.ts';
import { type Clock, isoTime, type NewId, silentLog } from '../platform/index.ts';
import { createService, type ServiceConfig } from '../service/index.ts';
import { playAsking } from './asking.ts';
import { openAttempts } from './attempts.ts';
import { playBills, playDeletion } from './bills.ts';
import type { Cases } from './cases.ts';
import { playDay } from './day.ts';
import { playPaying } from './paying.ts';
import { createPlay, type PlayedStep } from './play.ts';
import { createRecorder } from './recorder.ts';
import { reportOf } from './report.ts';
import type { Run } from './run.ts';

export interface Certification {
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
  readonly onStep: (step: PlayedStep) => void;
  /** After how many milliseconds the client gives up in the step that shows a time-out. */
  readonly patience?: number;
}

export type Played =
  | { readonly kind: 'played'; readonly steps: readonly PlayedStep[]; readonly report: string }
  /** Nothing was asked of the service; why, in words. */
  | { readonly kind: 'refused'; readonly why: string };

const PATIENCE = 3_000;

export async function certify(options: Certification): Promise<Played> {
  const { provisioning, clock } = options;
  const config = configOf(provisioning, options.provisioningFolder);
  if ('why' in config) return { kind: 'refused', why: config.why };
  const folder = resolve(options.folder);
  const wrong = makeFolder(folder);
  if (wrong !== null) return { kind: 'refused', why: wrong };

  const startedAt = clock.now();
  const recorder = createRecorder(clock, secretsOf(provisioning));
  const { step, steps } = createPlay(recorder, options.onStep);
  const patience = options.patience ?? PATIENCE;
  const ports = { clock, log: silentLog, around: recorder.around };
  const service = createService(config, ports);
  const impatient = createService({ ...config, deadlineMs: patience }, ports);
  const attempts = openAttempts(folder, clock, options.newId);
  const run: Run = {
    facts: versionFacts(provisioning.version),
    service,
    impatient,
    patience,
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
    await playAsking(run);
    await playPaying(run, await playBills(run));
    await playDeletion(run);
    await playDay(run, {
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
    await impatient.close();
    const head = {
      version: provisioning.version,
      baseUrl: config.baseUrl,
      chainName: provisioning.chainName,
      posNumber: provisioning.posNumber,
      applicationVersion: options.applicationVersion,
      startedAt: isoTime(startedAt),
      endedAt: isoTime(clock.now()),
    };
    writeFileSync(report, reportOf(head, steps), { mode: 0o600 });
  }
  return { kind: 'played', steps, report };
}

/** How the sandbox is spoken to, or why it is not. */
function configOf(provisioning: Provisioning, folder: string): ServiceConfig | { why: string } {
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
  const deadlineMs = (provisioning.deadlineSeconds ?? REQUEST_DEADLINE / 1000) * 1000;
  return { baseUrl, vendor, version, apiKey, secretKey, caPem, proxy, deadlineMs };
}

function makeFolder(folder: string): string | null {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (readdirSync(folder).length === 0) return null;
    return `The folder is not empty: ${folder}. Every certification is kept in one of its own.`;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return `The folder cannot be used: ${folder} (${why})`;
  }
}

function secretsOf({ apiKey, secretKey, reconciliation, proxy }: Provisioning): string[] {
  const ofProxy = proxy === undefined ? '' : (URL.parse(proxy)?.password ?? '');
  const { password = '', privateKey = '' } = reconciliation ?? {};
  // As the proxy gets it, and as the address has it.
  return [apiKey ?? '', secretKey ?? '', password, privateKey, ofProxy, percentDecoded(ofProxy)];
}

import type { TrainingFault } from '../../../shared/contract/index.ts';
import type { AccountCurrency } from '../defaults.ts';
import type { WebhookTarget } from '../http/index.ts';
import type { ReversalStatus } from '../rules/index.ts';
import type { StrictOption } from '../strict-mode.ts';
import type { TrainingInspection } from '../wire/index.ts';

/** The messages between the till and the thread of its training service. Plain values only. */

export interface TrainingWorkerOptions {
  readonly folder: string;
  readonly port: number;
  readonly seed: number;
  readonly utilityCount: number;
  readonly r24Milliseconds: number;
  readonly currency: AccountCurrency;
  readonly strict: StrictOption;
}

/** Each call with its input and its output. */
export interface TrainingWorkerCalls {
  setFaults: { input: readonly TrainingFault[]; output: TrainingFault[] };
  faults: { input: null; output: TrainingFault[] };
  inspect: { input: string | null; output: TrainingInspection };
  giveBack: {
    input: { readonly externalId: string | null; readonly status: ReversalStatus };
    output: boolean;
  };
  rerunBill: { input: number | null; output: boolean };
  setWebhook: { input: WebhookTarget | null; output: null };
  setBalance: { input: string; output: null };
  setStrict: { input: StrictOption; output: null };
  close: { input: null; output: null };
}

export type TrainingWorkerCallName = keyof TrainingWorkerCalls;

export type TrainingWorkerRequest = {
  [Name in TrainingWorkerCallName]: {
    readonly id: number;
    readonly name: Name;
    readonly input: TrainingWorkerCalls[Name]['input'];
  };
}[TrainingWorkerCallName];

export interface StartedTrainingServer {
  readonly baseUrl: string;
  readonly caPem: string;
  readonly caFile: string;
  readonly vendor: string;
  readonly apiKey: string;
  readonly secretKey: string;
}

export type TrainingWorkerReply =
  | { readonly kind: 'started'; readonly started: StartedTrainingServer }
  | { readonly kind: 'not-started'; readonly reason: string }
  | { readonly kind: 'problem'; readonly reason: string }
  | { readonly kind: 'done'; readonly id: number; readonly output: unknown }
  | { readonly kind: 'failed'; readonly id: number; readonly reason: string };

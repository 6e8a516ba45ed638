import type { Reconciliation } from '../../../back-office/reconciliation/index.ts';
import type { Clock, Log } from '../../../platform/index.ts';
import type { Settings, TillSettings } from '../../../settings/index.ts';
import type { ChainConnection, ChainResult } from '../client/index.ts';
import type { WebhookNotice } from '../protocol/index.ts';
import { createChainLogin } from './chain-login.ts';
import { createEnvironmentLogins } from './environment-logins.ts';
import { createFirstDayAgreement } from './first-day-agreement.ts';
import { createNoticeHandler, type NoticeRefreshers } from './notice-handler.ts';
import { type ChainOtherTillPayments, createOtherTillPayments } from './other-till-payments.ts';

/**
 * What stands between a till and its chain's database besides what it tells it: the way in, the day of
 * changing over, what others paid, and what webhooks hint at.
 *
 * - The password that came in a file is replaced at the first meeting by one that only the till and the
 *   database know. The new one is in the vault before the database is told, and both are tried until
 *   one has worked; a server is told the verifier alone. Without a key store that lasts, or where the
 *   database forbids it, the file's stays (`chain-login.ts`).
 * - A chain is of one environment: a till of another one is let out again before it said or asked
 *   anything (`environment.ts`).
 * - Each business day is in one daily file: `joined_v1` says from which day on the chain makes it
 *   (`first-day-agreement.ts`).
 * - What others paid to an account is known within 300 milliseconds or not at all (`other-till-payments.ts`).
 * - A hint makes the till read again what it owns, under its own signature. A refund takes the way of
 *   any refund; a payment that was not made here, but performed after all, becomes a difference that a
 *   person decides, and is never changed; a saved bill is read anew (`hints.ts`).
 *
 * Nothing here throws or keeps anybody waiting, and without a chain nothing is loaded or asked.
 */
export interface ChainGateway {
  /** For a round of telling the chain. `no-password`: the vault does not give it. */
  connect(): Promise<ChainGatewayResult>;
  /** The database has just taken a hello over this connection. */
  onHello(connection: ChainConnection): Promise<void>;
  onHint(hint: WebhookNotice): Promise<boolean>;
  readonly otherTillPayments: ChainOtherTillPayments;
  stop(): Promise<void>;
}

export type ChainGatewayResult =
  | Extract<ChainResult<ChainConnection>, { ok: true }>
  | {
      readonly ok: false;
      readonly problem: {
        readonly kind:
          | Extract<ChainResult<never>, { ok: false }>['problem']['kind']
          | 'no-password';
        readonly detail: string;
      };
    };

export interface ChainGatewayPorts {
  readonly tillSettings: () => TillSettings;
  readonly settings: Pick<Settings, 'secrets' | 'changeSecrets'>;
  /** Opened later than this. */
  readonly reconciliation: () => Pick<Reconciliation, 'handover' | 'setChainFrom' | 'state'>;
  readonly refreshers: NoticeRefreshers;
  readonly clock: Clock;
  readonly log: Log;
}

export function createChainGateway(ports: ChainGatewayPorts): ChainGateway {
  const { tillSettings, settings, clock, log } = ports;
  const { environment } = tillSettings();
  const door = createChainLogin({
    chain: () => tillSettings().chain ?? null,
    secrets: () => settings.secrets(environment),
    changeSecrets: (change) => settings.changeSecrets(environment, change),
    log,
  });
  const isSet = (): boolean => tillSettings().chain !== undefined;
  const enter = createEnvironmentLogins(environment, door);
  const otherTillPayments = createOtherTillPayments({
    isSet,
    connect: enter.connectToQuery,
    clock,
    log,
  });
  const join = createFirstDayAgreement(ports);
  const hinted = createNoticeHandler(ports.refreshers, log);

  const joinSafely = async (connection: ChainConnection): Promise<void> => {
    try {
      await join(connection);
    } catch (error) {
      log.error({ err: error }, 'chain-first-day: agreement threw');
    }
  };

  return {
    connect: async () => {
      const entered = await enter.connectToReport();
      if (entered.ok) await joinSafely(entered.value);
      else if (entered.problem.sqlState === null && entered.problem.kind === 'refused') {
        return { ok: false, problem: { kind: 'no-password', detail: entered.problem.detail } };
      }
      return entered;
    },
    onHello: (connection) => door.replacePassword(connection),
    onHint: hinted,
    otherTillPayments,
    stop: () => otherTillPayments.stop(),
  };
}

export { type ChainLoginPorts, createChainLogin } from './chain-login.ts';
export type { NoticeRefreshers } from './notice-handler.ts';
export { validateChainLogin } from './validate-chain-login.ts';

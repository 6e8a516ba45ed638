import type { Reconciliation } from '../../../back-office/reconciliation/index.ts';
import type { Clock, Log } from '../../../platform/index.ts';
import type { Settings, TillSettings } from '../../../settings/index.ts';
import type { ChainConnection, ChainResult } from '../../client/index.ts';
import type { WebhookNotice } from '../../protocol/index.ts';
import { type ChainBillLayoutPorts, createChainBillLayoutReader } from './bill-layout-reader.ts';
import { type ChainLogin, createChainLogin } from './chain-login.ts';
import { createDuePasswordReplacer } from './due-password.ts';
import {
  createEnvironmentCheckedConnectors,
  type EnvironmentCheckedConnectors,
} from './environment-checked-connectors.ts';
import { createChainFirstDayNegotiator } from './first-day-negotiator.ts';
import { createWebhookNoticeHandler, type WebhookNoticeRefreshers } from './notice-handler.ts';

/**
 * The connection between a till and its chain's database, except the sync: the login, the first day
 * of the chain's daily file, its layouts of bills, the payments of other tills and webhook notices.
 *
 * - The provisioned password is replaced after the first hello by one that only the till and the
 *   database know. The new password is in the vault before the database gets it, and both are tried
 *   until one has worked; the server gets only the verifier. Without a persistent key store, or if
 *   the database rejects the change, the till keeps the provisioned password (`chain-login.ts`).
 * - An administrator may ask for another password: once an hour the till looks, and replaces its own
 *   (`due-password.ts`).
 * - A chain belongs to one environment: a till of another one is disconnected before it sends or
 *   queries anything (`environment-checked-connectors.ts`).
 * - Each business day is in one daily file: `joined_v1` returns the day from which the chain makes
 *   it (`first-day-negotiator.ts`).
 * - What the chain knows of the bar codes of bills is read once an hour (`bill-layout-reader.ts`).
 * - The payments of other tills to an account are known within 300 milliseconds or not at all
 *   (`other-till-payments.ts`).
 * - A webhook notice makes the till read the object again, under its own signature, if the till
 *   owns it. A refund is handled as any refund; a payment that the till holds as not made but the
 *   service performed becomes a difference that a person decides, and is never changed; a saved
 *   bill is read again (`notice-handler.ts`).
 *
 * Nothing here throws or delays the till, and without a chain nothing is loaded or queried.
 */
export interface ChainGateway {
  /** Connects for one sync. `no-password`: the vault does not return the password. */
  connect(): Promise<ChainGatewayResult>;
  /** The database has just accepted a hello over this connection. */
  onSessionStarted(connection: ChainConnection): Promise<void>;
  onNotice(notice: WebhookNotice): Promise<boolean>;
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
  readonly connectors: Pick<TillChainConnectors, 'connectForSync' | 'replacePassword'>;
  readonly reconciliation: Pick<Reconciliation, 'getHandover' | 'setChainFrom'>;
  readonly refreshers: WebhookNoticeRefreshers;
  readonly billLayouts: ChainBillLayoutPorts;
  readonly clock: Clock;
  readonly log: Log;
}

export function createChainGateway(ports: ChainGatewayPorts): ChainGateway {
  const { connectors, log } = ports;
  const agreeOnFirstDay = createChainFirstDayNegotiator(ports);

  const refreshBillLayouts = createChainBillLayoutReader(ports);
  const replaceDuePassword = createDuePasswordReplacer({ ...ports, login: connectors });

  const tryAgreeOnFirstDay = async (connection: ChainConnection): Promise<void> => {
    try {
      await agreeOnFirstDay(connection);
    } catch (error) {
      log.error({ err: error }, 'chain-first-day: agreement threw');
    }
  };

  return {
    connect: async () => {
      const result = await connectors.connectForSync();
      if (result.ok) {
        await tryAgreeOnFirstDay(result.value);
        await refreshBillLayouts(result.value);
        await replaceDuePassword(result.value);
      } else if (result.problem.sqlState === null && result.problem.kind === 'refused') {
        return { ok: false, problem: { kind: 'no-password', detail: result.problem.detail } };
      }
      return result;
    },
    onSessionStarted: connectors.replacePassword,
    onNotice: createWebhookNoticeHandler(ports.refreshers, log),
  };
}

/** Connects a till to the chain of its environment, for the sync and for the counter's look-ups. */
export type TillChainConnectors = EnvironmentCheckedConnectors &
  Pick<ChainLogin, 'replacePassword'>;

export function createTillChainConnectors(ports: {
  readonly tillSettings: () => TillSettings;
  readonly settings: Pick<Settings, 'readSecrets' | 'changeSecrets'>;
  readonly log: Log;
}): TillChainConnectors {
  const { tillSettings, settings, log } = ports;
  const { environment } = tillSettings();
  const login = createChainLogin({
    chain: () => tillSettings().chain ?? null,
    secrets: () => settings.readSecrets(environment),
    changeSecrets: (change) => settings.changeSecrets(environment, change),
    log,
  });
  return {
    ...createEnvironmentCheckedConnectors(environment, login),
    replacePassword: login.replacePassword,
  };
}

export { type ChainLoginPorts, createChainLogin } from './chain-login.ts';
export { hasChainLostChanges } from './has-chain-lost-changes.ts';
export { readChainInvitation } from './join-chain.ts';
export type { WebhookNoticeRefreshers } from './notice-handler.ts';
export { createChainOtherTillPayments } from './other-till-payments.ts';
export { retireOwnLogin } from './retire-own-login.ts';
export { validateChainLogin } from './validate-chain-login.ts';

import type { Language } from '../../../shared/contract/index.ts';
import { getServiceVersionInfo, limitLockMinutes } from '../../../shared/rules/index.ts';
import { createAccountForecaster } from '../../back-office/account-forecast/index.ts';
import { createConnectionCheck } from '../../back-office/connection/index.ts';
import { createShopAccount } from '../../back-office/status/index.ts';
import {
  createChainOtherTillPayments,
  createTillChainConnectors,
} from '../../chain/till/gateway/index.ts';
import type { ClockBounds } from '../../counter/customers/index.ts';
import { createStaff, openPinAttemptFile } from '../../counter/staff/index.ts';
import { createAudit } from '../../ledger/audit/index.ts';
import { setChainSyncTriggers } from '../../ledger/index.ts';
import type { Clock } from '../../platform/index.ts';
import type { EffectiveSettings, TillSettings } from '../../settings/index.ts';
import { createIdleLock } from './idle-lock.ts';
import { createLedgerKeys, createLedgerPinHasher, createPersonSealer } from './ledger-keys.ts';
import { createPageEvents } from './page-events.ts';
import { toShopAccountSettings } from './part-settings.ts';
import type { TillPorts } from './ports.ts';
import { createServiceConnection, type ServiceConnection } from './service-connection.ts';
import { createTillEvents } from './till-events.ts';

export type SharedParts = ReturnType<typeof createSharedParts>;

/** Creates the parts of a till that its other parts use. */
export function createSharedParts(
  ports: TillPorts,
  tillSettings: () => EffectiveSettings,
  storedSettings: () => TillSettings,
) {
  const { database, createId, log } = ports;
  const { environment } = tillSettings();
  // Before any part writes to the ledger, because the triggers note those writes for the chain.
  setChainSyncTriggers(database, tillSettings().chain !== undefined);

  const events = createTillEvents();
  const pageEvents = createPageEvents({
    emit: ports.emit,
    onStatusDue: () => events.emit('statusDue'),
    log,
  });
  const { emitStatus } = pageEvents;
  const connection = createServiceConnection({
    ...ports,
    tillSettings: storedSettings,
    onHealth: () => events.emit('serviceAnswered'),
    onChange: emitStatus,
    onConnected: () => events.emit('connected'),
  });
  // The service's time is used for all written and compared times: a computer whose clock is wrong,
  // or is corrected, must not make a payment look old or a shift begin after its payments. Only the
  // service's client gets this computer's clock.
  const clock: Clock = {
    ...ports.clock,
    now: () => connection.service()?.getRequestDate() ?? ports.clock.now(),
  };
  const audit = createAudit({ database, clock });
  const keys = createLedgerKeys({ ...ports, clock }, environment, {
    database,
    onChange: emitStatus,
  });
  const staff = createStaff({
    database,
    clock,
    createId,
    audit,
    log,
    sealer: createPersonSealer(keys),
    attemptFile: openPinAttemptFile(ports.profileFolder, environment),
    pins: createLedgerPinHasher(keys, ports.getPinHashCost(environment)),
    shouldRefuseObviousPins: environment === 'production',
    onSessionChange: (cashier) => events.emit('sessionChanged', cashier),
  });
  const idleLock = createIdleLock({
    clock,
    staff,
    timeoutMinutes: () =>
      limitLockMinutes(tillSettings().lockAfterMinutes, tillSettings().environment),
    systemIdleSeconds: ports.systemIdleSeconds ?? (() => null),
  });
  const shopAccount = createShopAccount({
    database,
    clock,
    service: connection.service,
    waitForService: connection.waitForService,
    settings: () => toShopAccountSettings(tillSettings()),
    log,
    onRequestEnd: () => {
      emitStatus();
      void accountForecaster.refresh();
    },
  });
  const accountForecaster = createAccountForecaster({
    database,
    clock,
    log,
    getBalance: shopAccount.getLastAccount,
    timeZone: () => tillSettings().timeZone,
    country: () => tillSettings().country ?? getServiceVersionInfo(tillSettings().version).country,
    onChange: emitStatus,
  });
  const connectionCheck = createConnectionCheck({
    clock: ports.clock,
    log,
    service: connection.service,
    getConfig: connection.getConfig,
    listOtherServers: () => listInternetServers(tillSettings()),
    onChange: emitStatus,
  });
  const chainConnectors = createTillChainConnectors({
    tillSettings: storedSettings,
    settings: ports.settings,
    log,
  });
  const otherTillPayments = createChainOtherTillPayments({
    isChainConfigured: () => tillSettings().chain !== undefined,
    connect: chainConnectors.connectForQueries,
    clock,
    log,
  });

  return {
    events,
    pageEvents,
    connection,
    clock,
    audit,
    keys,
    staff,
    idleLock,
    /** Whose fault a failed connection to the service is. */
    connectionCheck,
    /** The shop's account at the service. */
    shopAccount,
    /** How long that account lasts. */
    accountForecaster,
    chainConnectors,
    /** The payments of the chain's other tills. */
    otherTillPayments,
    /** Read at each use, so that a changed setting takes effect at once. */
    tillSettings,
    /** Without defaults, as in the settings file. */
    storedSettings,
    language: (): Language => ports.settings.getLanguage() ?? tillSettings().language,
    getServiceTimeRange: () => getServiceTimeRange(connection, ports.clock),
    /** Reads the shop's account now, instead of with the next scheduled request. */
    readAccount: () => {
      shopAccount
        .refreshAccount()
        .catch((error: unknown) => log.error({ err: error }, 'shop-account: refresh failed'));
    },
  };
}

/**
 * The range between the service's time and this computer's time; null if the service has not
 * responded yet.
 */
function getServiceTimeRange(
  connection: Pick<ServiceConnection, 'service'>,
  ownClock: Pick<Clock, 'now'>,
): ClockBounds | null {
  const service = connection.service();
  if (service === null || service.getSlowestServiceTime() === null) return null;
  const times = [service.getRequestDate(), ownClock.now()];
  return { earliestNow: Math.min(...times), latestNow: Math.max(...times) };
}

/** The servers outside the shop that the till talks to, besides the service. */
function listInternetServers({
  reconciliation,
  updates,
}: EffectiveSettings): { readonly host: string; readonly port: number }[] {
  const feed = URL.parse(updates?.feed ?? '');
  return [
    ...(reconciliation?.uploads === true
      ? [{ host: reconciliation.host, port: reconciliation.port }]
      : []),
    ...(feed === null
      ? []
      : [{ host: feed.hostname, port: feed.port === '' ? 443 : Number(feed.port) }]),
  ];
}

import {
  applyDefaults,
  ok,
  type PageError,
  pageSettingsShape,
  type TillState,
} from '../../../../shared/contract/index.ts';
import {
  DEFAULT_SERVICE_VERSION,
  getServiceVersionInfo,
  limitLockMinutes,
  TIME_ZONE_BY_COUNTRY,
} from '../../../../shared/rules/index.ts';
import { maskNumbers } from '../../../back-office/diagnostics/index.ts';
import { createHandlerFactories } from './handler-factories.ts';
import type { AreaHandlers, HandlerPorts } from './ports.ts';

export function getTillState(ports: HandlerPorts): TillState {
  const { host, settings, applicationVersion, initialLanguage } = ports;
  const till = host.till();
  // Even if its ledger cannot be opened, a till shows which shop it belongs to and the number of
  // its help line.
  const tillSettings =
    till?.settings ?? (settings.ok ? settings.value.getActiveTillSettings() : null);
  const environment = tillSettings?.environment ?? 'training';
  const pageSettings = applyDefaults(pageSettingsShape, tillSettings ?? {}, environment);
  const chosenLanguage = settings.ok ? settings.value.getLanguage() : null;
  const language = chosenLanguage ?? tillSettings?.language ?? initialLanguage;
  const version = tillSettings?.version ?? DEFAULT_SERVICE_VERSION;
  const versionInfo = getServiceVersionInfo(version);
  const cashier = till?.staff.getCurrentCashier() ?? null;
  return {
    isSetUp: host.isSetUp(),
    storageProblem: host.storageProblem()?.reason ?? null,
    storageFile: host.storageProblem()?.file ?? null,
    environment,
    version,
    language,
    timeZone: tillSettings?.timeZone ?? TIME_ZONE_BY_COUNTRY.MX,
    shopName: tillSettings?.shop.name ?? '',
    helpLine: tillSettings?.shop.helpLine ?? null,
    posNumber: tillSettings?.posNumber ?? '',
    currency: till?.shopAccount.getShopCurrency() ?? versionInfo.currency,
    ...pageSettings,
    drpBillers: versionInfo.capabilities.hasDrp ? [...pageSettings.drpBillers] : [],
    lockAfterMinutes: limitLockMinutes(pageSettings.lockAfterMinutes, environment),
    applicationVersion,
    session: { cashier },
    lock: till?.staff.getLockState() ?? null,
    hasChain: tillSettings?.chain !== undefined,
    hasCustomerScreen: tillSettings?.customerScreen !== undefined,
  };
}

export function createTillHandlers(ports: HandlerPorts): AreaHandlers<'till'> {
  const { host, settings } = ports;
  const { createTillHandler } = createHandlerFactories(host);
  const logPageError = createPageErrorLog(ports);
  return {
    'till.state': () => ok(getTillState(ports)),
    'till.status': createTillHandler((till) => ok(till.status.getStatusLine())),
    'till.connectionFault': () => ok({ fault: host.till()?.connectionCheck.getFault() ?? null }),
    'till.checkService': createTillHandler(async ({ shopAccount, connectionCheck, status }) => {
      void connectionCheck.check();
      // The status line shows the outcome.
      await shopAccount.refreshAccount();
      return ok(status.getStatusLine());
    }),
    'till.switchFullScreen': createTillHandler((till) => ok(till.toggleFullScreen())),
    'till.setLanguage': ({ language }) => {
      if (!settings.ok) return settings;
      const saved = settings.value.setLanguage(language);
      return saved.ok ? ok(getTillState(ports)) : saved;
    },
    'till.reportPageError': (error) => {
      logPageError(error);
      return ok({});
    },
    'till.reportScreen': ({ screen }) => {
      ports.log.info({ screen }, 'page: screen opened');
      return ok({});
    },
  };
}

const MAX_PAGE_ERRORS_PER_MINUTE = 10;
const MINUTE_MS = 60_000;

/** A page that fails at each render must not push everything else out of the log. */
function createPageErrorLog({ clock, log, applicationVersion }: HandlerPorts) {
  let minuteStart = Number.NEGATIVE_INFINITY;
  let count = 0;
  return ({ kind, message, stack, screen }: PageError): void => {
    const now = clock.uptime();
    if (now - minuteStart >= MINUTE_MS) {
      minuteStart = now;
      count = 0;
    }
    count += 1;
    if (count > MAX_PAGE_ERRORS_PER_MINUTE) {
      if (count === MAX_PAGE_ERRORS_PER_MINUTE + 1)
        log.warn({ screen }, 'page: more errors this minute are not logged');
      return;
    }
    const err = { message: maskNumbers(message), stack: maskNumbers(stack) };
    log.error({ err, kind, screen, version: applicationVersion }, 'page: error');
  };
}

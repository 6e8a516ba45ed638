import { ok, type PageError, type TillState } from '../../../../shared/contract/index.ts';
import {
  DEFAULT_VERSION,
  getLockMinutes,
  getVersionFacts,
  REQUEST_TIMEOUT_MS,
  TIME_ZONE_BY_COUNTRY,
} from '../../../../shared/rules/index.ts';
import { maskNumbers } from '../../../back-office/diagnostics/index.ts';
import { createHandlerFactories } from './handler-factories.ts';
import type { HandlerPorts, PartHandlers } from './ports.ts';

export function getTillState(ports: HandlerPorts): TillState {
  const { host, settings, applicationVersion, firstLanguage } = ports;
  const till = host.till();
  // Even if its ledger cannot be opened, a till shows which shop it belongs to and the number of
  // its help line.
  const settingsInUse = till?.settings ?? (settings.ok ? settings.value.getActive() : null);
  const chosenLanguage = settings.ok ? settings.value.getLanguage() : null;
  const language = chosenLanguage ?? settingsInUse?.language ?? firstLanguage;
  const version = settingsInUse?.version ?? DEFAULT_VERSION;
  const versionFacts = getVersionFacts(version);
  const cashier = till?.staff.getCurrentCashier() ?? null;
  return {
    isSetUp: host.isSetUp(),
    storageProblem: host.storageProblem()?.reason ?? null,
    storageFile: host.storageProblem()?.file ?? null,
    environment: settingsInUse?.environment ?? 'training',
    version,
    language,
    timeZone: settingsInUse?.timeZone ?? TIME_ZONE_BY_COUNTRY.MX,
    shopName: settingsInUse?.shop.name ?? '',
    helpLine: settingsInUse?.shop.helpLine ?? null,
    posNumber: settingsInUse?.posNumber ?? '',
    currency: till?.shopAccount.getShopCurrency() ?? versionFacts.currency,
    customerFee: settingsInUse?.customerFee ?? { kind: 'none' },
    deadlineSeconds: settingsInUse?.deadlineSeconds ?? REQUEST_TIMEOUT_MS / 1000,
    cashOutBillers: settingsInUse?.cashOutBillers ?? [],
    drpBillers: versionFacts.capabilities.drp ? (settingsInUse?.drpBillers ?? []) : [],
    applicationVersion,
    session: { cashier },
    lock: till?.staff.getLockState() ?? null,
    hasChain: settingsInUse?.chain !== undefined,
    lockAfterMinutes: getLockMinutes(
      settingsInUse?.lockAfterMinutes,
      settingsInUse?.environment ?? 'training',
    ),
    keypad: settingsInUse?.keypad ?? 'auto',
    theme: settingsInUse?.theme ?? 'system',
    letters: settingsInUse?.letters ?? 'normal',
    sounds: settingsInUse?.sounds ?? false,
    hasCustomerScreen: settingsInUse?.customerScreen !== undefined,
  };
}

export function createTillHandlers(ports: HandlerPorts): PartHandlers<'till'> {
  const { host, settings } = ports;
  const { forTill } = createHandlerFactories(host);
  const logPageError = createPageErrorLog(ports);
  return {
    'till.state': () => ok(getTillState(ports)),
    'till.status': forTill((till) => ok(till.status.getLine())),
    'till.checkService': forTill(async ({ shopAccount, status }) => {
      // The status line shows the outcome.
      await shopAccount.refresh();
      return ok(status.getLine());
    }),
    'till.switchFullScreen': forTill((till) => ok(till.toggleFullScreen())),
    'till.setLanguage': ({ language }) => {
      if (!settings.ok) return settings;
      const saved = settings.value.setLanguage(language);
      return saved.ok ? ok(getTillState(ports)) : saved;
    },
    'till.reportPageError': (error) => {
      logPageError(error);
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

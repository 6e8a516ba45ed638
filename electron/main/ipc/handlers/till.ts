import { ok, type TillState } from '../../../../shared/contract/index.ts';
import {
  DEFAULT_VERSION,
  getLockMinutes,
  getVersionFacts,
  REQUEST_TIMEOUT_MS,
  TIME_ZONE_BY_COUNTRY,
} from '../../../../shared/rules/index.ts';
import { type HandlerPorts, type PartHandlers, withTill } from './ports.ts';

export function getTillState(ports: HandlerPorts): TillState {
  const { host, settings, applicationVersion, firstLanguage } = ports;
  const till = host.till();
  // Even if its ledger cannot be opened, a till shows whose it is and which help line to call.
  const active = till?.settings ?? (settings.ok ? settings.value.active() : null);
  const chosen = settings.ok ? settings.value.language() : null;
  const language = chosen ?? active?.language ?? firstLanguage;
  const version = active?.version ?? DEFAULT_VERSION;
  const facts = getVersionFacts(version);
  const cashier = till?.staff.current() ?? null;
  return {
    isSetUp: host.isSetUp(),
    storageProblem: host.storageProblem()?.reason ?? null,
    storageFile: host.storageProblem()?.file ?? null,
    environment: active?.environment ?? 'training',
    version,
    language,
    timeZone: active?.timeZone ?? TIME_ZONE_BY_COUNTRY.MX,
    shopName: active?.shop.name ?? '',
    helpLine: active?.shop.helpLine ?? null,
    posNumber: active?.posNumber ?? '',
    currency: till?.status.getShopCurrency() ?? facts.currency,
    customerFee: active?.customerFee ?? { kind: 'none' },
    deadlineSeconds: active?.deadlineSeconds ?? REQUEST_TIMEOUT_MS / 1000,
    cashOutBillers: active?.cashOutBillers ?? [],
    drpBillers: facts.capabilities.drp ? (active?.drpBillers ?? []) : [],
    applicationVersion,
    session: { cashier },
    lock: till?.staff.getLockState() ?? null,
    hasChain: active?.chain !== undefined,
    lockAfterMinutes: getLockMinutes(active?.lockAfterMinutes, active?.environment ?? 'training'),
    keypad: active?.keypad ?? 'auto',
    theme: active?.theme ?? 'system',
    letters: active?.letters ?? 'normal',
    sounds: active?.sounds ?? false,
    hasCustomerScreen: active?.customerScreen !== undefined,
  };
}

export function createTillHandlers(ports: HandlerPorts): PartHandlers<'till'> {
  const { settings } = ports;
  return {
    'till.state': () => ok(getTillState(ports)),
    'till.status': () => withTill(ports, ({ status }) => ok(status.getLine())),
    'till.askService': () =>
      withTill(ports, async ({ status }) => {
        // The status line then shows the outcome.
        await status.refreshAccount();
        return ok(status.getLine());
      }),
    'till.switchFullScreen': () => withTill(ports, (till) => ok(till.toggleFullScreen())),
    'till.setLanguage': ({ language }) => {
      if (!settings.ok) return settings;
      const kept = settings.value.setLanguage(language);
      return kept.ok ? ok(getTillState(ports)) : kept;
    },
  };
}

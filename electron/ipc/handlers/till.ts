import { ok, type TillState } from '../../../shared/contract/index.ts';
import {
  DEFAULT_VERSION,
  lockMinutes,
  REQUEST_DEADLINE,
  versionFacts,
  ZONE_OF_COUNTRY,
} from '../../../shared/rules/index.ts';
import { type HandlerPorts, type HandlersOf, withTill } from './ports.ts';

export function tillState(ports: HandlerPorts): TillState {
  const { host, settings, applicationVersion, firstLanguage } = ports;
  const till = host.till();
  // Even if its ledger cannot be opened, a till shows whose it is and which help line to call.
  const active = till?.settings ?? (settings.ok ? settings.value.active() : null);
  const chosen = settings.ok ? settings.value.language() : null;
  const language = chosen ?? active?.language ?? firstLanguage;
  const version = active?.version ?? DEFAULT_VERSION;
  const facts = versionFacts(version);
  const cashier = till?.staff.current() ?? null;
  return {
    isSetUp: host.isSetUp(),
    storageProblem: host.storageProblem()?.reason ?? null,
    storageFile: host.storageProblem()?.file ?? null,
    environment: active?.environment ?? 'training',
    version,
    language,
    timeZone: active?.timeZone ?? ZONE_OF_COUNTRY.MX,
    shopName: active?.shop.name ?? '',
    helpLine: active?.shop.helpLine ?? null,
    posNumber: active?.posNumber ?? '',
    currency: till?.status.shopCurrency() ?? facts.currency,
    customerFee: active?.customerFee ?? { kind: 'none' },
    deadlineSeconds: active?.deadlineSeconds ?? REQUEST_DEADLINE / 1000,
    cashOutBillers: active?.cashOutBillers ?? [],
    drpBillers: facts.capabilities.drp ? (active?.drpBillers ?? []) : [],
    applicationVersion,
    session: { cashier },
    lock: till?.staff.locked() ?? null,
    hasChain: active?.chain !== undefined,
    lockAfterMinutes: lockMinutes(active?.lockAfterMinutes, active?.environment ?? 'training'),
    keypad: active?.keypad ?? 'auto',
    theme: active?.theme ?? 'system',
    letters: active?.letters ?? 'normal',
    sounds: active?.sounds ?? false,
    hasCustomerScreen: active?.customerScreen !== undefined,
  };
}

export function tillHandlers(ports: HandlerPorts): HandlersOf<'till'> {
  const { settings } = ports;
  return {
    'till.state': () => ok(tillState(ports)),
    'till.status': () => withTill(ports, ({ status }) => ok(status.line())),
    'till.askService': () =>
      withTill(ports, async ({ status }) => {
        // The status line then shows the outcome.
        await status.ask();
        return ok(status.line());
      }),
    'till.switchFullScreen': () => withTill(ports, (till) => ok(till.switchFullScreen())),
    'till.setLanguage': ({ language }) => {
      if (!settings.ok) return settings;
      const kept = settings.value.setLanguage(language);
      return kept.ok ? ok(tillState(ports)) : kept;
    },
  };
}

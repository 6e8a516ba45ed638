import { ok, type TillState } from '../../../shared/contract/index.ts';
import {
  DEFAULT_VERSION,
  LOCK_AFTER_MINUTES,
  REQUEST_DEADLINE,
  versionFacts,
} from '../../../shared/rules/index.ts';
import { type HandlerPorts, type HandlersOf, withTill } from './ports.ts';

export function tillState(ports: HandlerPorts): TillState {
  const { host, settings, applicationVersion } = ports;
  const till = host.till();
  // A till whose ledger cannot be opened still says whose it is, and which help line to call.
  const active = till?.settings ?? (settings.ok ? settings.value.active() : null);
  const chosen = settings.ok ? settings.value.language() : null;
  const language = chosen ?? active?.language ?? 'es-MX';
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
    timeZone: active?.timeZone ?? 'America/Mexico_City',
    shopName: active?.shop.name ?? '',
    helpLine: active?.shop.helpLine ?? null,
    posNumber: active?.posNumber ?? '',
    currency: till?.status.shopCurrency() ?? facts.currency,
    deadlineSeconds: active?.deadlineSeconds ?? REQUEST_DEADLINE / 1000,
    cashOutBillers: active?.cashOutBillers ?? [],
    drpBillers: facts.capabilities.drp ? (active?.drpBillers ?? []) : [],
    applicationVersion,
    session: { cashier },
    lock: till?.staff.locked() ?? null,
    lockAfterMinutes: active?.lockAfterMinutes ?? LOCK_AFTER_MINUTES,
  };
}

export function tillHandlers(ports: HandlerPorts): HandlersOf<'till'> {
  const { settings } = ports;
  return {
    'till.state': () => ok(tillState(ports)),
    'till.status': () => withTill(ports, ({ status }) => ok(status.line())),
    'till.askService': () =>
      withTill(ports, async ({ status }) => {
        // Whatever it answered is what the line then shows.
        await status.ask();
        return ok(status.line());
      }),
    'till.setLanguage': ({ language }) => {
      if (!settings.ok) return settings;
      const kept = settings.value.setLanguage(language);
      return kept.ok ? ok(tillState(ports)) : kept;
    },
  };
}

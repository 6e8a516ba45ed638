import {
  type PublicSettings,
  SECRET_NAMES,
  type SettingsView,
} from '../../shared/contract/index.ts';
import { getCaFingerprint } from './file-source.ts';
import type { TillSecrets, TillSettings } from './till-settings.ts';

/** The settings as a person may see them: for each secret only whether it exists. */
export function toSettingsView(ports: {
  readonly revision: number;
  readonly settings: TillSettings;
  /** Null if the vault cannot open them. */
  readonly secrets: TillSecrets | null;
  readonly billerName: (id: number) => string | null;
}): SettingsView {
  const { revision, settings, billerName } = ports;
  const secrets = ports.secrets ?? {};
  const { shop, chain, cashOutBillers = [], drpBillers = [] } = settings;
  return {
    settings: toPublicSettings(settings),
    held: SECRET_NAMES.filter((name) =>
      name === 'proxy'
        ? secrets.proxy !== undefined && secrets.proxy !== settings.proxy
        : secrets[name] !== undefined,
    ),
    revision,
    hasLogo: shop.logoPng !== undefined,
    hasCa: settings.caPem !== undefined,
    chainCaFingerprint: chain === undefined ? null : getCaFingerprint(chain.ca),
    billerNames: [...new Set([...cashOutBillers, ...drpBillers])].map((id) => ({
      id,
      name: billerName(id),
    })),
  };
}

/** The settings without the content of files, in the form of the provisioning file. */
export function toPublicSettings(settings: TillSettings): PublicSettings {
  const { accountPrint: _, caPem: _pem, shop, chain, ...rest } = settings;
  const { logoPng: _logo, ...texts } = shop;
  if (chain === undefined) return { ...rest, shop: texts };
  const { ca: _ca, ...database } = chain;
  return { ...rest, shop: texts, chain: database };
}

import { ok } from '../../../shared/contract/index.ts';
import { type ChainOwner, createChainOwner } from '../../chain/owner/index.ts';
import { getExportsFolder } from '../../platform/index.ts';
import type { Settings } from '../../settings/index.ts';
import type { SharedParts } from './open-payment-parts.ts';

/** The owner's view of the chain. Opens no connection in advance; it connects on demand. */
export function openChainOwner(shared: SharedParts, settings: Settings): ChainOwner {
  const { tillSettings, language, audit, clock, log } = shared;
  const environment = () => tillSettings().environment;
  return createChainOwner({
    settings: () => {
      const { timeZone, chain = null } = tillSettings();
      return { timeZone, language: language(), chain };
    },
    vault: {
      read: async () => {
        const { officeUser: user, officePassword: password } =
          (await settings.readSecrets(environment())) ?? {};
        return user === undefined || password === undefined ? null : { user, password };
      },
      save: async (role) => {
        const currentSecrets = await settings.readSecrets(environment());
        if (role === null && currentSecrets?.officePassword === undefined) return ok(null);
        return await settings.changeSecrets(environment(), (secrets) => {
          const { officeUser: _user, officePassword: _password, ...remainingSecrets } = secrets;
          if (role === null) return remainingSecrets;
          return { ...remainingSecrets, officeUser: role.user, officePassword: role.password };
        });
      },
    },
    audit,
    clock,
    log,
    folder: getExportsFolder(shared.profileFolder),
  });
}

import { ok, type Result } from '../../../shared/contract/index.ts';
import type { Log } from '../../platform/index.ts';

/** A database login that can read everything and change nothing. */
export interface OfficeLogin {
  readonly user: string;
  readonly password: string;
}

/** The vault's storage of this login. */
export interface OfficeLoginStore {
  /** Null if none is saved, or if the vault cannot open it now. */
  read(): Promise<OfficeLogin | null>;
  /** `null` deletes it. */
  save(login: OfficeLogin | null): Promise<Result<null>>;
}

/** If the vault has no persistent key store, keeps the login in memory until the program ends. */
export function withMemoryFallback(vault: OfficeLoginStore, log: Log): OfficeLoginStore {
  let memoryLogin: OfficeLogin | null = null;
  return {
    read: async () => memoryLogin ?? (await vault.read()),
    save: async (login) => {
      const saved = await vault.save(login);
      if (saved.ok) {
        memoryLogin = null;
        return saved;
      }
      if (saved.problem.kind !== 'no-key-store') return saved;
      log.warn({}, 'chain-view: office login kept in memory only');
      memoryLogin = login;
      return ok(null);
    },
  };
}

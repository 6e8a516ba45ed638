import { ok, type Result } from '../../../shared/contract/index.ts';
import type { Log } from '../../platform/index.ts';

/** A database login that can read everything and change nothing. */
export interface OfficeRole {
  readonly user: string;
  readonly password: string;
}

/** The vault's storage of this role. */
export interface OfficeRoleStore {
  /** Null if none is saved, or if the vault cannot open it now. */
  read(): Promise<OfficeRole | null>;
  /** `null` deletes it. */
  save(role: OfficeRole | null): Promise<Result<null>>;
}

/** If the vault has no persistent key store, keeps the role in memory until the program ends. */
export function withMemoryFallback(vault: OfficeRoleStore, log: Log): OfficeRoleStore {
  let memoryRole: OfficeRole | null = null;
  return {
    read: async () => memoryRole ?? (await vault.read()),
    save: async (role) => {
      const saved = await vault.save(role);
      if (saved.ok) {
        memoryRole = null;
        return saved;
      }
      if (saved.problem.kind !== 'no-key-store') return saved;
      log.warn({}, 'chain-view: office role kept in memory only');
      memoryRole = role;
      return ok(null);
    },
  };
}

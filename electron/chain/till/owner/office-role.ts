import { ok, type Result } from '../../../../shared/contract/index.ts';
import type { Log } from '../../../platform/index.ts';

/** A login of the database that may look at everything and change nothing. */
export interface OfficeRole {
  readonly user: string;
  readonly password: string;
}

/** The vault, as far as this role is concerned. */
export interface OfficeRoleStore {
  /** Null if none is kept, or if it cannot be opened now. */
  read(): Promise<OfficeRole | null>;
  /** `null` forgets it. */
  save(role: OfficeRole | null): Promise<Result<null>>;
}

/** Where the vault keeps nothing beyond this run, the role is at least kept until it ends. */
export function withMemoryFallback(vault: OfficeRoleStore, log: Log): OfficeRoleStore {
  let held: OfficeRole | null = null;
  return {
    read: async () => held ?? (await vault.read()),
    save: async (role) => {
      const kept = await vault.save(role);
      if (kept.ok) {
        held = null;
        return kept;
      }
      if (kept.problem.kind !== 'no-key-store') return kept;
      log.warn({}, 'chain-view: office role kept in memory only');
      held = role;
      return ok(null);
    },
  };
}

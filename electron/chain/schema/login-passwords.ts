import {
  type ChainAddress,
  type ChainQuery,
  type ChainResult,
  computeScramVerifier,
} from '../client/index.ts';
import { createPassword, withAdmin } from './logins.ts';
import { quoteSqlLiteral, toGroupRoleName, toLoginRoleName } from './roles.ts';

/** A login of the process or of owners. */
export interface GroupLogin {
  readonly user: string;
  readonly group: 'maker' | 'hook' | 'office';
}

/** The login of a till that is neither retired nor barred. */
export interface TillLogin {
  readonly user: string;
  readonly shop: string;
  readonly posNumber: string;
  /** Whether it was asked for another password, and has not replaced it. */
  readonly isPasswordDue: boolean;
}

/** Lists the logins of the process and of owners that are not retired. */
export async function listGroupLogins(
  admin: ChainAddress,
): Promise<ChainResult<readonly GroupLogin[]>> {
  return await withAdmin(admin, async (query) => {
    const logins: GroupLogin[] = [];
    for (const group of ['maker', 'hook', 'office'] as const) {
      // From PostgreSQL 16 on, an administrator is a member too.
      const rows = await query(
        `SELECT r.rolname AS name FROM pg_roles r JOIN pg_auth_members m ON m.member = r.oid
        WHERE m.roleid = $1::regrole AND r.rolcanlogin AND starts_with(r.rolname, $2)
        GROUP BY 1 ORDER BY 1`,
        [toGroupRoleName(admin.database, group), toLoginRoleName(admin.database, group, '')],
      );
      logins.push(...rows.map(({ name }) => ({ user: String(name), group })));
    }
    return logins;
  });
}

export async function listTillLogins(
  admin: ChainAddress,
): Promise<ChainResult<readonly TillLogin[]>> {
  return await withAdmin(admin, async (query) => {
    const rows = await query(
      `SELECT t.role_name, t.shop, t.pos_number, t.password_due_at IS NOT NULL AS is_due
      FROM chain.tills t JOIN pg_roles r ON r.rolname = t.role_name
      WHERE t.retired_at IS NULL AND t.barred_at IS NULL AND r.rolcanlogin
      ORDER BY t.shop, t.pos_number`,
    );
    return rows.map(({ role_name, shop, pos_number, is_due }) => ({
      user: String(role_name),
      shop: String(shop),
      posNumber: String(pos_number),
      isPasswordDue: is_due === true,
    }));
  });
}

/** Asks each till to replace its password: it does within an hour, if it can keep another one. */
export async function requestTillPasswords(admin: ChainAddress): Promise<ChainResult<null>> {
  return await withAdmin(admin, async (query) => {
    await query(`UPDATE chain.tills SET password_due_at = coalesce(password_due_at, now())
      WHERE retired_at IS NULL AND barred_at IS NULL`);
    return null;
  });
}

/** Gives a login another password, which `save` stores before the database knows it. */
export async function setNewPassword(
  admin: ChainAddress,
  user: string,
  save: (password: string) => void,
): Promise<ChainResult<null>> {
  const password = createPassword();
  save(password);
  return await withAdmin(admin, async (query) => {
    await query(
      `ALTER ROLE ${await quoteName(query, user)} PASSWORD ${quoteSqlLiteral(computeScramVerifier(password))}`,
    );
    await query('UPDATE chain.tills SET password_due_at = NULL WHERE role_name = $1', [user]);
    return null;
  });
}

async function quoteName(query: ChainQuery, name: string): Promise<string> {
  const [row] = await query('SELECT quote_ident($1) AS name', [name]);
  return String(row?.name);
}

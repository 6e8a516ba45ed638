import { execFileSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { type ChainAddress, parseDatabaseHost } from '../../../electron/chain/client/index.ts';
import { getProgramPath, getServerEnvironment } from '../../support/postgres/binaries.ts';

/**
 * Reads the rows of a query with `psql` and `COPY` into a file, or discards them. `settings` are of
 * PostgreSQL.
 */
export function copyRows(
  address: ChainAddress,
  query: string,
  {
    file = '/dev/null',
    settings = [],
  }: { readonly file?: string; readonly settings?: readonly string[] } = {},
): void {
  const { host, port } = parseDatabaseHost(address.hosts[0] ?? '');
  const output = openSync(file, 'w');
  execFileSync(getProgramPath('psql'), ['-X', '-q', '-c', `COPY (${query}) TO STDOUT`], {
    stdio: ['ignore', output, 'inherit'],
    env: {
      ...getServerEnvironment(),
      PGHOST: host,
      PGPORT: String(port),
      PGDATABASE: address.database,
      PGUSER: address.user,
      PGPASSWORD: String(address.password),
      PGSSLMODE: 'require',
      PGOPTIONS: settings.map((setting) => `-c ${setting}`).join(' '),
    },
  });
  closeSync(output);
}

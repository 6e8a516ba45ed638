import { execFileSync } from 'node:child_process';
import { type ChainAddress, parseDatabaseHost } from '../../../electron/chain/client/index.ts';
import { getProgramPath, getServerEnvironment } from '../../support/postgres/binaries.ts';

/** Reads the rows of a query with `psql` and `COPY`, and discards them. `settings` are of PostgreSQL. */
export function copyToNowhere(
  address: ChainAddress,
  query: string,
  settings: readonly string[] = [],
): void {
  const { host, port } = parseDatabaseHost(address.hosts[0] ?? '');
  execFileSync(getProgramPath('psql'), ['-X', '-q', '-c', `COPY (${query}) TO STDOUT`], {
    stdio: ['ignore', 'ignore', 'inherit'],
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
}

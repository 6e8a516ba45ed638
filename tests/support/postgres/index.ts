/**
 * A real PostgreSQL on loopback, with its own folder, port, certificates and log, for tests of the
 * chain. It accepts only TLS. It runs as Debian's `postgres` account if the tests run as root,
 * otherwise as the user who runs the tests.
 *
 * - `getSharedCluster()`: one cluster for a whole run. The first test file that asks for it starts
 * it, and it ends with the run. Each file creates its own database in it. Tests may only read and
 * write it: it syncs nothing, so killing it breaks the other tests.
 *
 * - `startPostgres()`: the test's own cluster, which keeps what it has committed. Tests may kill
 * it, freeze it, fill its disk and fail over.
 *
 * If PostgreSQL is missing, each of these tests fails with the package to install; `npm test`
 * installs Debian's package if it may. On Windows the tests are skipped.
 */
export {
  getProgramPath,
  postgresUnavailableReason,
  smallDiskUnavailableReason,
} from './binaries.ts';
export { createCertificateAuthority } from './certificates.ts';
export { createChain, openChain, type TestChain, type TestTill } from './chain.ts';
export type { Cluster, DatabaseAddress, DatabaseLogin, TestDatabase } from './cluster.ts';
export { dumpDatabase, restoreDatabase } from './dump.ts';
export { type OwnCluster, startPostgres, startStandby } from './own-cluster.ts';
export { isServerRunning } from './server.ts';
export { getSharedCluster } from './shared-cluster.ts';

/**
 * A real PostgreSQL on loopback, with its own folder, port, certificates and log, for tests of the
 * chain. It speaks TLS alone. As root it runs as Debian's `postgres`, otherwise as whoever tests.
 *
 * - `getSharedCluster()`: one for a whole run, whichever file of tests asks for it first, and gone
 *   with the run. Each file makes a database of its own in it. It may be read and written, and
 *   nothing else: it syncs nothing, so that whoever kills it kills everybody's.
 * - `startPostgres()`: one of one's own, which keeps what it has committed; to be killed, frozen,
 *   filled up and failed over.
 *
 * Where there is none, each of these tests fails and names what to install; `npm test` installs
 * Debian's package if it may. On Windows they are left out.
 */
export { postgresUnavailableReason, smallDiskUnavailableReason } from './binaries.ts';
export { createCertificateAuthority } from './certificates.ts';
export { createChain, type TestChain, type TestTill } from './chain.ts';
export type { Cluster, DatabaseAddress, DatabaseLogin, TestDatabase } from './cluster.ts';
export { type OwnCluster, startPostgres, startStandby } from './own-cluster.ts';
export { getSharedCluster } from './shared-cluster.ts';

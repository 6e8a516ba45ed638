import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { z } from 'zod';
import { EXIT_CODES } from '../../../../platform/index.ts';
import { ChainCommandError } from '../chain-refusal.ts';
import { createHostCertificate, type HostAuthority, isServerCertificateFit } from './authority.ts';
import type { HostComputer } from './host-computer.ts';
import {
  giveFile,
  isSystemFileCurrent,
  readHostFile,
  toAsideName,
  writeSystemFile,
} from './host-files.ts';

/** The chain's own cluster of PostgreSQL. No other cluster of the computer is changed. */
export interface HostCluster {
  readonly version: string;
  readonly port: number;
  readonly configFolder: string;
  readonly isRunning: boolean;
}

const MAX_PORTS_TRIED = 10;

/**
 * This computer, the networks that it is in, and those that no public address is in: private ones, those
 * of a VPN or a provider (RFC 6598), and link-local ones. A name of this computer may resolve to IPv6.
 */
const ALLOWED_NETWORKS = [
  ...['127.0.0.0/8', '::1/128', 'samenet'],
  ...['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
  ...['100.64.0.0/10', '169.254.0.0/16', 'fe80::/10'],
];

/** The addresses of the database for the tills, with the port. */
const adminFileSchema = z.object({ hosts: z.array(z.string()) });

/**
 * Returns the cluster of the chain; null if it was not created yet. Throws if there are several of its
 * name: an upgrade of PostgreSQL keeps the old one, whose data the tills do not use any more.
 */
export async function findCluster(computer: HostComputer): Promise<HostCluster | null> {
  const clusters = (await listClusters(computer)).filter(
    ({ name }) => name === computer.clusterName,
  );
  if (clusters.length > 1) throw toSeveralClusters(computer, clusters);
  const [cluster] = clusters;
  if (cluster === undefined) return null;
  const { version, port, isRunning } = cluster;
  const configFolder = join(computer.clusterConfigFolder, version, computer.clusterName);
  return { version, port, configFolder, isRunning };
}

export async function findOrCreateCluster(
  computer: HostComputer,
  newestVersion: number,
  wantedPort: number | null = null,
): Promise<HostCluster> {
  const existing = await findCluster(computer);
  if (existing !== null) return existing;
  assertNoDataFolder(computer, newestVersion);
  const port = wantedPort ?? (await findFreePort(computer));
  await computer.run([
    'pg_createcluster',
    ...computer.clusterArguments,
    '--port',
    String(port),
    '--encoding=UTF8',
    '--locale=C.UTF-8',
    String(newestVersion),
    computer.clusterName,
    '--',
    '--auth-local=peer',
    '--data-checksums',
  ]);
  const created = await findCluster(computer);
  if (created !== null) return created;
  throw new Error(
    `pg_createcluster created no cluster ${newestVersion}/${computer.clusterName}. Look at pg_lsclusters, and run this again.`,
  );
}

/** pg_createcluster would take such a folder as the database, even one that is incomplete. */
function assertNoDataFolder(
  { clusterDataFolder, clusterName }: HostComputer,
  version: number,
): void {
  const folder = join(clusterDataFolder, String(version), clusterName);
  if (!existsSync(folder) || readdirSync(folder).length === 0) return;
  throw new Error(
    `${folder} has the files of a database that an interrupted run left incomplete. Move that folder to another name, keep it until the chain runs again, and run this again.`,
  );
}

/**
 * Writes the configuration and the certificate, and starts the cluster with them. A cluster that runs
 * with others is stopped first: run again after an interruption, it starts with the new ones.
 */
export async function startCluster(
  computer: HostComputer,
  cluster: HostCluster,
  authority: HostAuthority,
  address: string,
): Promise<void> {
  const { configFolder, version } = cluster;
  const accessRules = join(configFolder, 'pg_hba.conf');
  const config = join(configFolder, 'conf.d', 'mostrador.conf');
  const isCertificateCurrent = isServerCertificateCurrent(configFolder, authority, address);
  const isCurrent =
    isCertificateCurrent &&
    isSystemFileCurrent(accessRules, formatAccessRules(ALLOWED_NETWORKS)) &&
    isSystemFileCurrent(config, formatConfig(configFolder));
  if (!isCurrent) await stopCluster(computer, cluster);
  if (!isCertificateCurrent) await writeCertificate(configFolder, authority, address);
  for (const file of Object.values(getCertificateFiles(configFolder)))
    await giveFile(computer, file, computer.databaseAccount);
  await writeConfigFile(computer, accessRules, formatAccessRules(ALLOWED_NETWORKS));
  await writeConfigFile(computer, config, formatConfig(configFolder));
  await setStartedAtBoot(computer, cluster, true);
  if (cluster.isRunning && isCurrent) return;
  await computer.run(['pg_ctlcluster', version, computer.clusterName, 'start']);
}

/** Lets nobody in but this computer's administrator, and ends all sessions. */
export async function closeToNetwork(
  computer: HostComputer,
  { version, configFolder, isRunning }: HostCluster,
): Promise<void> {
  await writeConfigFile(computer, join(configFolder, 'pg_hba.conf'), formatAccessRules([]));
  const action = isRunning ? 'restart' : 'start';
  await computer.run(['pg_ctlcluster', version, computer.clusterName, action]);
}

/** Stops the cluster and keeps it under another name, which is returned. */
export async function setClusterAside(
  computer: HostComputer,
  cluster: HostCluster,
): Promise<string> {
  const name = toAsideName(computer.clusterName);
  await stopCluster(computer, cluster);
  await setStartedAtBoot(computer, cluster, false);
  // With the paths that it will have.
  await writeConfigFile(
    computer,
    join(cluster.configFolder, 'conf.d', 'mostrador.conf'),
    formatConfig(join(computer.clusterConfigFolder, cluster.version, name)),
  );
  await computer.run(['pg_renamecluster', cluster.version, computer.clusterName, name]);
  return name;
}

/** Without it, nothing starts the cluster but `chain host`. */
export async function setStartedAtBoot(
  computer: HostComputer,
  { configFolder }: HostCluster,
  isStartedAtBoot: boolean,
): Promise<void> {
  const content = isStartedAtBoot ? 'auto\n' : 'manual\n';
  await writeConfigFile(computer, join(configFolder, 'start.conf'), content);
}

export async function stopCluster(
  computer: HostComputer,
  { version, isRunning }: HostCluster,
): Promise<void> {
  if (!isRunning) return;
  await computer.run(['pg_ctlcluster', version, computer.clusterName, 'stop', '-m', 'fast']);
}

/** Runs SQL as the superuser, in the database. */
export async function runAsSuperuser(
  computer: HostComputer,
  cluster: HostCluster,
  sql: string,
  database = 'postgres',
): Promise<string> {
  const command = [
    'psql',
    ...getClusterArguments(computer, cluster),
    '--no-psqlrc',
    '--tuples-only',
    '--no-align',
    '--quiet',
    '--set=ON_ERROR_STOP=1',
    `--dbname=${database}`,
  ];
  return await computer.run(command, { input: sql, account: computer.databaseAccount });
}

/** The arguments with which Debian's client programs find the cluster. */
export function getClusterArguments(
  { clusterName }: HostComputer,
  { version }: HostCluster,
): readonly string[] {
  return ['--cluster', `${version}/${clusterName}`];
}

type ListedCluster = Awaited<ReturnType<typeof listClusters>>[number];

function toSeveralClusters(
  computer: HostComputer,
  clusters: readonly ListedCluster[],
): ChainCommandError {
  const admin = readHostFile(computer, 'admin');
  const hosts = admin === null ? [] : adminFileSchema.parse(JSON.parse(admin)).hosts;
  const tillCluster = clusters.find(({ port }) => hosts.some((host) => host.endsWith(`:${port}`)));
  const listed = clusters.map(
    ({ version, name, port, isRunning }) =>
      `${version}/${name} (port ${port}, ${isRunning ? 'running' : 'stopped'})`,
  );
  const drops = clusters
    .filter((cluster) => cluster !== tillCluster)
    .map(({ version, name }) => `  sudo pg_dropcluster ${version} ${name}`);
  const advice =
    tillCluster === undefined
      ? 'Keep the one that the tills use, and delete each other one with its command:'
      : `The tills use port ${tillCluster.port}: keep ${tillCluster.version}/${tillCluster.name}. Once the tills report there, delete what the upgrade left:`;
  return new ChainCommandError(
    EXIT_CODES.database,
    `This computer has several clusters of PostgreSQL with the chain's name, as after pg_upgradecluster: ${listed.join(', ')}. Nothing was changed. ${advice}\n${drops.join('\n')}\nThen run this again.`,
  );
}

async function listClusters(computer: HostComputer) {
  const output = await computer.run(['pg_lsclusters', '--no-header']);
  return output
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .map(([version = '', name = '', port = '', status = '']) => ({
      version,
      name,
      port: Number(port),
      isRunning: status.startsWith('online'),
    }));
}

async function findFreePort(computer: HostComputer): Promise<number> {
  const usedPorts = (await listClusters(computer)).map(({ port }) => port);
  const { firstPort } = computer;
  const lastPort = firstPort + MAX_PORTS_TRIED - 1;
  for (let port = firstPort; port <= lastPort; port += 1) {
    if (!usedPorts.includes(port) && (await isPortFree(port))) return port;
  }
  throw new Error(
    `No port from ${firstPort} to ${lastPort} is free on this computer. Stop a program that uses one (ss -ltnp), and run this again.`,
  );
}

function isPortFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '0.0.0.0', () => server.close(() => resolve(true)));
  });
}

function isServerCertificateCurrent(
  configFolder: string,
  authority: HostAuthority,
  address: string,
): boolean {
  const { certificates, key } = getCertificateFiles(configFolder);
  if (!existsSync(certificates) || !existsSync(key)) return false;
  const stored = {
    certificatesPem: readFileSync(certificates, 'utf8'),
    keyPem: readFileSync(key, 'utf8'),
  };
  return isServerCertificateFit(stored, authority, address);
}

async function writeCertificate(
  configFolder: string,
  authority: HostAuthority,
  address: string,
): Promise<void> {
  const files = getCertificateFiles(configFolder);
  const { certificatesPem, keyPem } = await createHostCertificate(authority, address);
  await writeSystemFile(files.key, keyPem);
  await writeSystemFile(files.certificates, certificatesPem);
}

/** Readable for every account: pg_lsclusters reads them, and they hold no secret. */
async function writeConfigFile(
  computer: HostComputer,
  file: string,
  content: string,
): Promise<void> {
  await writeSystemFile(file, content);
  await giveFile(computer, file, computer.databaseAccount, 0o644);
}

function getCertificateFiles(configFolder: string) {
  return {
    certificates: join(configFolder, 'mostrador.crt'),
    key: join(configFolder, 'mostrador.key'),
  };
}

/** Only with TLS and a password, only from a shop's network, and never as a superuser. */
function formatAccessRules(networks: readonly string[]): string {
  const lines = networks.map((network) => `hostssl all all ${network} scram-sha-256`);
  return ['# Written by chain host.', 'local all all peer', ...lines, ''].join('\n');
}

/** Little memory: the computer is also a till. */
function formatConfig(configFolder: string): string {
  const { certificates, key } = getCertificateFiles(configFolder);
  return [
    '# Written by chain host.',
    "listen_addresses = '*'",
    'ssl = on',
    `ssl_cert_file = '${certificates}'`,
    `ssl_key_file = '${key}'`,
    "ssl_min_protocol_version = 'TLSv1.2'",
    "password_encryption = 'scram-sha-256'",
    'max_connections = 60',
    "shared_buffers = '64MB'",
    '',
  ].join('\n');
}

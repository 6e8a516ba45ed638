import { existsSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { EXIT_CODES } from '../../../../platform/index.ts';
import { ChainCommandError } from '../chain-refusal.ts';
import type { HostCluster } from './cluster.ts';
import type { HostComputer } from './host-computer.ts';
import { writeSystemFile } from './host-files.ts';
import { getProcessConfigFile } from './process-config.ts';

const PROCESS_UNIT = 'mostrador-chain.service';
const BACKUP_UNIT = 'mostrador-chain-backup.service';
const TIMER_UNIT = 'mostrador-chain-backup.timer';

/** Writes the units of the process and of the daily backup. */
export async function writeUnits(
  computer: HostComputer,
  cluster: HostCluster,
  version: string,
): Promise<void> {
  const units = {
    [PROCESS_UNIT]: formatProcessUnit(computer, cluster),
    [BACKUP_UNIT]: formatBackupUnit(computer),
    [TIMER_UNIT]: formatTimerUnit(),
  };
  for (const [name, text] of Object.entries(units)) {
    const file = join(computer.unitFolder, name);
    const firstLine = `# Written by chain host of version ${version}.\n`;
    await writeSystemFile(file, `${firstLine}${text}`);
    await chmod(file, 0o644);
  }
}

/**
 * Starts the process now and at each start of the computer, and the timer of the backups. A process
 * that runs is restarted: it may have started before an interrupted set-up changed its files.
 */
export async function startProcess(computer: HostComputer): Promise<void> {
  if (!computer.hasServiceManager) return;
  await computer.run(['systemctl', 'daemon-reload']);
  await computer.run(['systemctl', 'enable', '--now', TIMER_UNIT]);
  await computer.run(['systemctl', 'enable', PROCESS_UNIT]);
  await computer.run(['systemctl', 'reset-failed', PROCESS_UNIT]).catch(() => '');
  await computer.run(['systemctl', 'restart', PROCESS_UNIT]);
  await wait(computer.serviceStartMs);
  const isActive = await computer.run(['systemctl', 'is-active', PROCESS_UNIT]).catch(() => null);
  if (isActive !== null) return;
  throw new ChainCommandError(
    EXIT_CODES.later,
    `The process of the chain ended at once. Read why with sudo journalctl -u mostrador-chain -n 20, correct it, and run sudo mostrador-cli chain host.`,
  );
}

/**
 * Stops the process and the timer, now and at the next start of the computer, as far as a set-up has
 * written their units. Throws if one cannot be stopped.
 */
export async function stopProcess({
  run,
  hasServiceManager,
  unitFolder,
}: HostComputer): Promise<void> {
  if (!hasServiceManager) return;
  for (const unit of [TIMER_UNIT, PROCESS_UNIT]) {
    if (!existsSync(join(unitFolder, unit))) continue;
    await run(['systemctl', 'disable', '--now', unit]);
  }
}

/** The account of the process has no rights besides. */
export async function ensureProcessAccount({ processAccount, run }: HostComputer): Promise<void> {
  if (processAccount === null) return;
  const isPresent = await run(['id', '-u', processAccount]).then(
    () => true,
    () => false,
  );
  if (isPresent) return;
  await run([
    'useradd',
    '--system',
    '--user-group',
    '--no-create-home',
    '--home-dir=/nonexistent',
    '--shell=/usr/sbin/nologin',
    processAccount,
  ]);
}

function formatProcessUnit(computer: HostComputer, { version }: HostCluster): string {
  const account = computer.processAccount;
  const databaseUnit = `postgresql@${version}-${computer.clusterName}.service`;
  return formatUnit({
    Unit: [
      "Description=The daily file of the chain's tills",
      `Wants=network-online.target ${databaseUnit}`,
      `After=network-online.target ${databaseUnit}`,
    ],
    Service: [
      `ExecStart=${formatCommand(computer, 'start')} $DECISION`,
      `LoadCredential=chain.json:${getProcessConfigFile(computer)}`,
      ...(account === null ? [] : [`User=${account}`]),
      'StateDirectory=mostrador-chain',
      'StateDirectoryMode=0700',
      'Restart=on-failure',
      `RestartPreventExitStatus=${EXIT_CODES.failed} ${EXIT_CODES.database}`,
      'RestartSec=30',
      'TimeoutStopSec=20',
      ...HARDENING,
      'CapabilityBoundingSet=',
      'MemoryMax=512M',
    ],
    Install: ['WantedBy=multi-user.target'],
  });
}

/** It reads the database as its superuser, and the till's folder of backups may be anywhere. */
function formatBackupUnit(computer: HostComputer): string {
  return formatUnit({
    Unit: ["Description=The daily backup of the chain's database"],
    Service: [
      'Type=oneshot',
      `ExecStart=${formatCommand(computer, 'host')} --backup`,
      'Nice=10',
      'IOSchedulingClass=idle',
      'PrivateTmp=yes',
      'NoNewPrivileges=yes',
      'ProtectKernelTunables=yes',
      'ProtectKernelModules=yes',
      'ProtectControlGroups=yes',
    ],
  });
}

function formatTimerUnit(): string {
  return formatUnit({
    Unit: ["Description=The daily backup of the chain's database"],
    // After the daily file, so that the backup knows of its upload.
    Timer: [
      'OnCalendar=*-*-* 04:50:00 America/New_York',
      'RandomizedDelaySec=5min',
      'Persistent=true',
    ],
    Install: ['WantedBy=timers.target'],
  });
}

const HARDENING = [
  'ProtectSystem=strict',
  'ProtectHome=yes',
  'PrivateTmp=yes',
  'PrivateDevices=yes',
  'NoNewPrivileges=yes',
  'ProtectKernelTunables=yes',
  'ProtectKernelModules=yes',
  'ProtectKernelLogs=yes',
  'ProtectControlGroups=yes',
  'ProtectClock=yes',
  'ProtectHostname=yes',
  'RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX AF_NETLINK',
  'RestrictNamespaces=yes',
  'RestrictSUIDSGID=yes',
  'LockPersonality=yes',
  'SystemCallArchitectures=native',
] as const;

function formatCommand({ program }: HostComputer, command: string): string {
  return [...program, command]
    .map((word) => (/[\s"]/.test(word) ? JSON.stringify(word) : word))
    .join(' ');
}

function formatUnit(sections: Readonly<Record<string, readonly string[]>>): string {
  const parts = Object.entries(sections).map(([name, lines]) => [`[${name}]`, ...lines].join('\n'));
  return `${parts.join('\n\n')}\n`;
}

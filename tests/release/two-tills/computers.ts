import type { ChildProcess } from 'node:child_process';
import { join, relative } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';
import {
  type Overlay,
  openOverlay,
  type ShellResult,
} from '../../../build/release/verify/overlay.ts';
import { ROOT } from '../../support/till-process.ts';

/**
 * Computers of a shop: each has a network namespace with a cable to one switch, and folders of its own
 * for what `chain host` and a till write. Programs are the same for all, in one overlay.
 */
export interface Computer {
  readonly address: string;
  /** Runs a shell command as root, in the home of the person's account. */
  run(line: string): ShellResult;
  /** The same; the command must succeed. Returns its output. */
  expectDone(line: string): string;
  /**
   * Runs a line of the page, as that person types it: `~` is that person's home, and `sudo` makes it
   * root's.
   */
  type(line: string): ShellResult;
  /** Starts a program as the person. */
  start(command: string): ChildProcess;
  /** Writes a file of the person. */
  writeFile(file: string, content: string): void;
  /** Pulls the cable out of the switch. */
  unplug(): void;
  plugIn(): void;
}

export const HOME = '/home/caja';
const ACCOUNT = 'caja';
const COMPUTERS = '/computers';
const DIST = process.env.TILL_DIST ?? 'dist';
export const CLI = join(DIST, 'cli', 'mostrador-cli.mjs');
const NODE = toSharedPath(process.execPath);
/** What two computers cannot share. */
const OWN_FOLDERS = {
  '/etc': 'etc',
  '/home': 'home',
  '/run': 'run',
  '/media': 'media',
  '/var/lib/postgresql': 'postgresql',
  '/var/lib/mostrador-chain': 'chain',
  '/var/lib/mostrador-host': 'host',
} as const;
const START_POLL_MS = 50;

/** The repository is at /shared in the overlay, which every account can read. */
export function toSharedPath(path: string): string {
  return path.startsWith(`${ROOT}/`) ? `/shared/${relative(ROOT, path)}` : path;
}

/** Returns the command that runs a program beside this file. */
export function formatProgram(name: string, ...args: readonly string[]): string {
  return [NODE, toSharedPath(join(import.meta.dirname, name)), ...args].join(' ');
}

/** Starts and stops the services of `chain host` as systemd would, which cannot run beside another one. */
const SYSTEMCTL = `#!/bin/sh
verb=$1
for word; do unit=\${word%.service}; done
name=\${unit#postgresql@}
state=/run/mostrador-chain.pid
isRunning() { grep -qs '^State:[[:space:]]*[^Z]' "/proc/$(cat $state)/status"; }
stop() { [ ! -e $state ] || kill "$(cat $state)" 2>/dev/null; rm -f $state; }
case "$unit $verb" in
  *\\ set-environment) echo "$2" >/run/environment ;;
  *\\ unset-environment) rm -f /run/environment ;;
  postgresql@*\\ is-active) pg_lsclusters --no-header | grep -q "^\${name%%-*} *\${name#*-} .*online" ;;
  postgresql@*\\ *) exec pg_ctlcluster --skip-systemctl-redirect "\${name%%-*}" "\${name#*-}" "$verb" ;;
  mostrador-chain\\ stop | mostrador-chain\\ disable) stop ;;
  mostrador-chain\\ is-active) isRunning ;;
  mostrador-chain\\ start | mostrador-chain\\ restart)
    [ "$verb" = start ] || stop
    [ ! -e $state ] || exit 0
    file=/etc/systemd/system/mostrador-chain.service
    account=$(sed -n 's/^User=//p' $file)
    decision=$(sed -n 's/^DECISION=//p' /run/environment 2>/dev/null)
    install -d -o "$account" -m 700 /var/lib/mostrador-chain /run/credentials
    install -o "$account" -m 400 /etc/mostrador/chain.json /run/credentials/chain.json
    setsid runuser -u "$account" -- env CREDENTIALS_DIRECTORY=/run/credentials \\
      STATE_DIRECTORY=/var/lib/mostrador-chain \\
      $(sed -n 's/^ExecStart=//p' $file | sed "s/ [$]DECISION/ $decision/") >>/run/mostrador-chain.log 2>&1 &
    echo $! >$state ;;
esac`;
const PROGRAMS = {
  '/usr/bin/systemctl': SYSTEMCTL,
  '/usr/bin/journalctl': '#!/bin/sh\ncat /run/mostrador-chain.log',
  '/usr/bin/mostrador-cli': `#!/bin/sh\nexec ${NODE} /shared/${CLI} "$@"`,
} as const;

/** Opens an overlay with a switch, and the programs that the page uses. */
export async function openShopNetwork(): Promise<{
  addComputer(name: string, address: string): Promise<Computer>;
  close(): Promise<void>;
}> {
  const overlay = await openOverlay(ROOT);
  const mustRun = (line: string): string => expectDone(overlay.sh(line));
  for (const [file, text] of Object.entries(PROGRAMS)) {
    // The file may be a link to a program that others use.
    mustRun(`rm -f ${file}; echo ${toBase64(text)} | base64 -d >${file} && chmod 755 ${file}`);
  }
  mustRun('rm -rf /etc/mostrador /etc/postgresql/*');
  mustRun(`useradd --home-dir ${HOME} --shell /bin/sh ${ACCOUNT}`);
  mustRun(`mkdir -p ${COMPUTERS} ${Object.keys(OWN_FOLDERS).join(' ')}`);
  mustRun('ip netns add switch && ip -n switch link add switch type bridge');
  mustRun('ip -n switch link set switch up');
  return {
    addComputer: async (name, address) => await addComputer(overlay, name, address),
    close: () => overlay.close(),
  };
}

async function addComputer(overlay: Overlay, name: string, address: string): Promise<Computer> {
  const folder = join(COMPUTERS, name);
  const mustRun = (line: string): string => expectDone(overlay.sh(line));
  mustRun(`mkdir ${folder} && cd ${folder} && mkdir ${Object.values(OWN_FOLDERS).join(' ')}`);
  mustRun(`cp -a /etc ${folder} && cd ${folder}/run && mkdir -p systemd/system postgresql`);
  mustRun(`cd ${folder} && chown postgres: postgresql run/postgresql`);
  mustRun(`install -d -o ${ACCOUNT} -g ${ACCOUNT} ${folder}${HOME}`);
  mustRun(`ip netns add ${name}`);
  mustRun(`ip link add cable netns ${name} type veth peer name ${name} netns switch`);
  mustRun(`ip -n ${name} addr add ${address}/24 dev cable && ip -n ${name} link set cable up`);
  mustRun(`ip -n ${name} link set lo up`);
  mustRun(`ip -n switch link set ${name} master switch up`);
  const mounts = Object.entries(OWN_FOLDERS).map(
    ([path, own]) => `mount --bind ${join(folder, own)} ${path}`,
  );
  const pidFile = join(folder, 'pid');
  const enterScript = [...mounts, `echo $$ >${pidFile}`, 'exec sleep infinity'].join(' && ');
  overlay.start('root', `ip netns exec ${name} sh -c '${enterScript}'`);
  while (overlay.sh(`test -s ${pidFile}`).code !== 0) await wait(START_POLL_MS);
  const enter = `nsenter --target $(cat ${pidFile}) --mount --net --`;
  const run = (line: string): ShellResult => overlay.sh(`${enter} ${toScript(line)}`);
  return {
    address,
    run,
    expectDone: (line) => expectDone(run(line)),
    type: (line) => {
      const [, command] = /^sudo (.*)/.exec(line) ?? [];
      const typed =
        command === undefined
          ? `runuser -u ${ACCOUNT} -- ${line}`
          : `env SUDO_USER=${ACCOUNT} ${command}`;
      return run(`HOME=${HOME}; ${typed}`);
    },
    start: (command) =>
      overlay.start('root', `${enter} ${toScript(`exec runuser -u ${ACCOUNT} -- ${command}`)}`),
    writeFile: (file, content) => {
      expectDone(run(`base64 -d >${file} <<.\n${toBase64(content)}\n.`));
      expectDone(run(`chown ${ACCOUNT}: ${file}`));
    },
    unplug: () => void mustRun(`ip -n switch link set ${name} down`),
    plugIn: () => void mustRun(`ip -n switch link set ${name} up`),
  };
}

function toScript(line: string): string {
  return `sh -c "$(echo ${toBase64(`cd ${HOME}\n${line}`)} | base64 -d)"`;
}

function toBase64(text: string): string {
  return Buffer.from(text).toString('base64');
}

function expectDone({ code, text }: ShellResult): string {
  expect({ code, text }).toEqual({ code: 0, text: expect.any(String) });
  return text;
}

import type { ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isStandInDeb } from './deb.ts';
import { type Overlay, openOverlay, overlayUnavailableReason } from './overlay.ts';
import { type Deb, INSTALL_FOLDER, type Release } from './release.ts';
import { payOneBill, signIn } from './training-till.ts';
import { writeDebWithVersion } from './write-deb-with-version.ts';

/** One step of an installation; each step requires the previous ones. */
export interface Step {
  readonly name: string;
  /** Why the step is skipped. */
  readonly skipReason?: string;
  run(): Promise<readonly string[] | null>;
}

const TEST_USER = 'cashier';
/** Much longer than starting or stopping takes on a busy computer. */
const TILL_TIMEOUT_MS = 60_000;
/** apt without package sources, so that nothing is downloaded. */
const OFFLINE_APT_OPTIONS = '-o Dir::Etc::sourcelist=/dev/null -o Dir::Etc::sourceparts=/dev/null';

/**
 * Returns the steps of an installation's whole life, beginning with the previous version. If `previous`
 * is null, the previous version is this one with an older number.
 */
export async function createInstallationSteps(
  release: Release,
  previous: string | null,
): Promise<readonly Step[]> {
  return [
    ...createDebSteps(release, previous),
    ...release.windowsInstallers.map(({ file }) => createSkippedStep(file, WINDOWS_SKIP_REASON)),
  ];
}

const WINDOWS_SKIP_REASON =
  'not run here. Install it on a Windows computer, over the version that the shops have';

function createDebSteps(release: Release, previous: string | null): readonly Step[] {
  const [deb] = release.debs;
  if (deb === undefined) return [];
  const reason =
    overlayUnavailableReason() ??
    (existsSync(INSTALL_FOLDER) ? 'Mostrador is installed here' : null);
  return reason === null
    ? createSteps(release, deb, previous)
    : [createSkippedStep(deb.file, reason)];
}

/** Tills that the computer's list of accounts does not contain: description, set-up, clean-up. */
const OTHER_PROFILE_CASES = [
  [
    'with a payment unresolved of an account that the computer does not list',
    "mkdir -p /home/CHAIN/eva/.config/Mostrador && printf 'unresolved\\n' > /home/CHAIN/eva/.config/Mostrador/last-exit",
    'rm -r /home/CHAIN',
  ],
  [
    'with a payment unresolved in the profile that the file of the computer names',
    `mkdir -p "/srv/the till" && printf 'unresolved\\n' > "/srv/the till/last-exit" && printf '{\\n "account": "cashier",\\n  "profile" : "/srv/the till" }\\n' > /etc/mostrador/provision.json`,
    "rm -r '/srv/the till' /etc/mostrador/provision.json",
  ],
] as const;

function createSkippedStep(file: string, skipReason: string): Step {
  return { name: `installs ${file}, and upgrades to it`, skipReason, run: async () => null };
}

function createSteps(release: Release, deb: Deb, previous: string | null): readonly Step[] {
  const folder = mkdtempSync(join(tmpdir(), 'installation-'));
  const initialHostState = readHostState();
  const version = deb.fields.get('Version') ?? '';
  const name = deb.fields.get('Package') ?? '';
  let overlay: Overlay;
  let till: OpenTill | null = null;
  let paidPaymentId = '';

  const readState = (): string =>
    overlay.sh(`dpkg-query -W -f '\${Version} \${Status}' ${name}`).text;
  const install = (file: string, aptOptions = ''): { code: number; text: string } =>
    overlay.sh(`apt-get install -y -q ${OFFLINE_APT_OPTIONS} ${aptOptions} /shared/${file}`);
  let previousState = '';
  const findRefusalProblems = (situation: string, message: RegExp): string[] => {
    const { code, text } = overlay.sh('dpkg --install /shared/new.deb');
    return [
      ...(code === 1 ? [] : [`${situation}: dpkg ended with ${code}, not with 1: ${text}`]),
      ...(message.test(text) ? [] : [`${situation}: the reason was not printed: ${text}`]),
      ...(readState() === previousState ? [] : [`${situation}: now ${readState()}`]),
      ...findChangedFiles(),
    ];
  };
  const findChangedFiles = (): string[] => {
    const { text } = overlay.sh(`dpkg --verify ${name}`);
    return text === '' ? [] : [`files differ from the package: ${text}`];
  };
  const profile = `/home/${TEST_USER}/.config/Mostrador (browser shell)`;
  const writeLastExit = (word: string): void =>
    void overlay.sh(`printf '${word}\\nversion 1\\n' > '${profile}/last-exit'`);
  const readLastExit = (): string => overlay.sh(`head -n 1 '${profile}/last-exit'`).text.trim();
  const computeProfileSums = (): string =>
    overlay.sh(`cd '${profile}' && sha256sum settings*.json ledger*.sqlite`).text;

  return [
    {
      name: 'installs the previous version',
      run: async () => {
        copyFileSync(join(release.folder, deb.file), join(folder, 'new.deb'));
        if (previous === null) {
          const [newer, older] = [join(folder, 'new.deb'), join(folder, 'old.deb')];
          writeDebWithVersion(newer, `${version}~previous`, older);
        } else copyFileSync(previous, join(folder, 'old.deb'));
        overlay = await openOverlay(folder);
        overlay.sh(`useradd --create-home --shell /bin/sh ${TEST_USER}`);
        const { code, text } = install('old.deb');
        previousState = readState();
        if (code !== 0) return [text];
        const machineFolder = overlay.sh("stat -c '%U %a' /etc/mostrador").text.trim();
        return [
          ...findChangedFiles(),
          ...(machineFolder === 'root 755' ? [] : [`/etc/mostrador is ${machineFolder}`]),
        ];
      },
    },
    {
      name: 'starts as an ordinary user, and pays a bill in training',
      run: async () => {
        if (!isStandInDeb(deb)) return null;
        till = await startTill(overlay);
        const page = await signIn(till.address);
        paidPaymentId = await payOneBill(page);
        page.close();
        const command = `mostrador-cli --profile "${profile}" --status --json`;
        const { text } = overlay.sh(`su - ${TEST_USER} -c '${command}'`);
        return /"running": ?true/.test(text) ? [] : [`mostrador-cli does not find it: ${text}`];
      },
    },
    {
      name: 'is not replaced while a till is open',
      run: async () => {
        if (till === null) return null;
        const problems = findRefusalProblems('with the till open', /the till is open/);
        const { code, text } = install('new.deb');
        if (code !== 100) problems.push(`apt ended with ${code}, not with 100: ${text}`);
        const response = await fetch(till.address).catch((error: unknown) => error);
        const isRunning = response instanceof Response;
        await stopTill(overlay, till);
        return [...problems, ...(isRunning ? [] : ['the open till no longer responds'])];
      },
    },
    {
      name: 'is not replaced over an unresolved payment or an open shift',
      run: async () => {
        if (till === null) return null;
        const problems: string[] = [];
        if (readLastExit() !== 'clean')
          problems.push(`the till wrote ${readLastExit()} to last-exit`);
        writeLastExit('unresolved');
        problems.push(...findRefusalProblems('with a payment unresolved', /is not resolved/));
        writeLastExit('open-shift');
        problems.push(...findRefusalProblems('with an open shift', /a shift is open/));
        writeLastExit('running');
        problems.push(...findRefusalProblems('after a power cut', /not closed properly/));
        writeLastExit('');
        problems.push(...findRefusalProblems('with an empty mark', /not closed properly/));
        overlay.sh(`rm '${profile}/last-exit' && mkfifo '${profile}/last-exit'`);
        problems.push(...findRefusalProblems('with a pipe in its place', /not closed properly/));
        overlay.sh(`rm '${profile}/last-exit'`);
        writeLastExit('clean');
        for (const [situation, setUpCommand, cleanUpCommand] of OTHER_PROFILE_CASES) {
          overlay.sh(setUpCommand);
          problems.push(...findRefusalProblems(situation, /a payment in .* is not resolved/));
          overlay.sh(cleanUpCommand);
        }
        return problems;
      },
    },
    {
      name: 'stays unchanged if the disk is full',
      run: async () => {
        overlay.sh(
          'fallocate -l $(($(df --output=avail -B1 /opt | tail -1) - 40000000)) /opt/full',
        );
        const problems = findRefusalProblems('on a full disk', /No space left/);
        overlay.sh('rm /opt/full');
        return problems;
      },
    },
    {
      name: 'is upgraded, and keeps the profile',
      run: async () => {
        const previousSums = computeProfileSums();
        const { code, text } = install('new.deb');
        if (code !== 0) return [text];
        const problems = findChangedFiles();
        if (readState() !== `${version} install ok installed`)
          problems.push(`it became ${readState()}`);
        if (computeProfileSums() !== previousSums) problems.push('the profile has changed');
        if (till === null) return problems;
        till = await startTill(overlay);
        const page = await signIn(till.address);
        const recent = await page.get('payments.recent', { limit: 5 });
        if (!recent.some(({ id }) => id === paidPaymentId)) problems.push('the payment is missing');
        page.close();
        await stopTill(overlay, till);
        return problems;
      },
    },
    {
      name: 'is not replaced by an older version',
      run: async () => {
        const plainResult = install('old.deb');
        const forcedResult = install('old.deb', '--allow-downgrades');
        const problems = [plainResult, forcedResult].flatMap(({ code, text }) =>
          code === 100 ? [] : [text],
        );
        if (!forcedResult.text.includes('cannot replace it'))
          problems.push(`the reason was not printed: ${forcedResult.text}`);
        return readState().startsWith(`${version} `)
          ? problems
          : [...problems, `it became ${readState()}`];
      },
    },
    {
      name: 'is removed and purged, and the profile stays',
      run: async () => {
        const previousSums = computeProfileSums();
        overlay.sh('echo kept > /etc/mostrador/provision.json');
        const problems: string[] = [];
        for (const action of ['remove', 'purge']) {
          const { code, text } = overlay.sh(
            `apt-get ${action} -y -q ${OFFLINE_APT_OPTIONS} ${name}`,
          );
          if (code !== 0) problems.push(`${action}: ${text}`);
          const leftovers = overlay.sh('ls -d /opt/Mostrador /usr/bin/mostrador* 2>/dev/null').text;
          if (leftovers !== '') problems.push(`${action} leaves ${leftovers}`);
          if (computeProfileSums() !== previousSums) problems.push(`${action} changed the profile`);
          if (overlay.sh('cat /etc/mostrador/provision.json').text !== 'kept\n') {
            problems.push(`${action} changed the administrator's settings`);
          }
        }
        return problems;
      },
    },
    {
      name: 'leaves this computer as it was',
      run: async () => {
        await overlay.close();
        rmSync(folder, { recursive: true });
        return readHostState() === initialHostState ? [] : ['the computer itself was changed'];
      },
    },
  ];
}

interface OpenTill {
  readonly child: ChildProcess;
  readonly address: string;
}

async function startTill(overlay: Overlay): Promise<OpenTill> {
  const child = overlay.start(TEST_USER, 'exec mostrador --training --no-open');
  let [errorOutput, address] = ['', ''];
  child.stderr?.on('data', (data) => {
    errorOutput += String(data);
  });
  child.stdout?.on('data', (data) => {
    address += String(data);
  });
  const deadline = Date.now() + TILL_TIMEOUT_MS;
  while (!address.includes('\n')) {
    if (child.exitCode !== null || Date.now() > deadline) {
      throw new Error(`the installed till did not start: ${errorOutput}`);
    }
    await pause(20);
  }
  return { child, address: address.trim() };
}

async function stopTill(overlay: Overlay, { child }: OpenTill): Promise<void> {
  const exit = new Promise<'ended'>((resolve) => child.once('exit', () => resolve('ended')));
  overlay.sh(`pkill -TERM -u ${TEST_USER} --full '^${INSTALL_FOLDER}/'`);
  const timeout = pause(TILL_TIMEOUT_MS, 'late' as const, { ref: false });
  if ((await Promise.race([exit, timeout])) === 'late') throw new Error('the till did not exit');
}

/** A digest of what an installation on the host itself would change. */
function readHostState(): string {
  const status = readFileSync('/var/lib/dpkg/status');
  const digest = createHash('sha256').update(status).digest('hex');
  return [digest, ...[INSTALL_FOLDER, '/usr/bin/mostrador'].map((path) => existsSync(path))].join(
    ' ',
  );
}

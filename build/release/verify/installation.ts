import type { ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isStandInDeb } from './deb.ts';
import { type Overlay, openOverlay, overlayUnavailableReason } from './overlay.ts';
import { type Deb, INSTALL_FOLDER, type Release } from './release.ts';
import { restamp } from './restamp.ts';
import { payOneBill, signIn } from './training-till.ts';

/** One step of an installation; each needs those before it. */
export interface Step {
  readonly name: string;
  /** Why it is not done at all. */
  readonly skipReason?: string;
  run(): Promise<readonly string[] | null>;
}

const TEST_USER = 'cashier';
/** Far more than a start or an end takes on a busy machine. */
const TILL_TIMEOUT_MS = 60_000;
/** apt without the archives of this computer: nothing is downloaded. */
const OFFLINE_APT_OPTIONS = '-o Dir::Etc::sourcelist=/dev/null -o Dir::Etc::sourceparts=/dev/null';

/**
 * The whole life of an installation, from the previous version on. Where none is given, the previous
 * version is this one under an older number.
 */
export async function verifyInstallation(
  release: Release,
  previous: string | null,
): Promise<readonly Step[]> {
  return [
    ...createDebSteps(release, previous),
    ...release.setups.map(({ file }) => createSkippedStep(file, WINDOWS_SKIP_REASON)),
  ];
}

const WINDOWS_SKIP_REASON =
  'not run here. Install it on a computer with Windows, over the version that the shops have';

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

/** Tills of which the computer's list of accounts says nothing. */
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

function createSkippedStep(file: string, why: string): Step {
  return { name: `installs ${file}, and upgrades to it`, skipReason: why, run: async () => null };
}

function createSteps(release: Release, deb: Deb, previous: string | null): readonly Step[] {
  const folder = mkdtempSync(join(tmpdir(), 'installation-'));
  const before = readHostState();
  const version = deb.fields.get('Version') ?? '';
  const name = deb.fields.get('Package') ?? '';
  let overlay: Overlay;
  let till: OpenTill | null = null;
  let paid = '';

  const state = (): string => overlay.sh(`dpkg-query -W -f '\${Version} \${Status}' ${name}`).text;
  const install = (file: string, more = ''): { code: number; text: string } =>
    overlay.sh(`apt-get install -y -q ${OFFLINE_APT_OPTIONS} ${more} /shared/${file}`);
  let old = '';
  const isRefused = (what: string, words: RegExp): string[] => {
    const { code, text } = overlay.sh('dpkg --install /shared/new.deb');
    return [
      ...(code === 1 ? [] : [`${what}: dpkg ended with ${code}, not with 1: ${text}`]),
      ...(words.test(text) ? [] : [`${what}: it was not said why: ${text}`]),
      ...(state() === old ? [] : [`${what}: the old version is not there any more: ${state()}`]),
      ...stillWhole(),
    ];
  };
  const stillWhole = (): string[] => {
    const { text } = overlay.sh(`dpkg --verify ${name}`);
    return text === '' ? [] : [`files are not as they were packed: ${text}`];
  };
  const profile = `/home/${TEST_USER}/.config/Mostrador (browser shell)`;
  const mark = (word: string): void =>
    void overlay.sh(`printf '${word}\\nversion 1\\n' > '${profile}/last-exit'`);
  const readMark = (): string => overlay.sh(`head -n 1 '${profile}/last-exit'`).text.trim();
  const sum = (): string =>
    overlay.sh(`cd '${profile}' && sha256sum settings*.json ledger*.sqlite`).text;

  return [
    {
      name: 'installs the previous version',
      run: async () => {
        copyFileSync(join(release.folder, deb.file), join(folder, 'new.deb'));
        if (previous === null) {
          restamp(join(folder, 'new.deb'), `${version}~previous`, join(folder, 'old.deb'));
        } else copyFileSync(previous, join(folder, 'old.deb'));
        overlay = await openOverlay(folder);
        overlay.sh(`useradd --create-home --shell /bin/sh ${TEST_USER}`);
        const { code, text } = install('old.deb');
        old = state();
        if (code !== 0) return [text];
        const machine = overlay.sh("stat -c '%U %a' /etc/mostrador").text.trim();
        return [
          ...stillWhole(),
          ...(machine === 'root 755' ? [] : [`/etc/mostrador is not as it should be: ${machine}`]),
        ];
      },
    },
    {
      name: 'starts as an ordinary user, and pays a bill in training',
      run: async () => {
        if (!isStandInDeb(deb)) return null;
        till = await startTill(overlay);
        const page = await signIn(till.address);
        paid = await payOneBill(page);
        page.close();
        const asked = `mostrador-cli --profile "${profile}" --status --json`;
        const { text } = overlay.sh(`su - ${TEST_USER} -c '${asked}'`);
        return /"running": ?true/.test(text) ? [] : [`mostrador-cli does not find it: ${text}`];
      },
    },
    {
      name: 'is not replaced while a till is open',
      run: async () => {
        if (till === null) return null;
        const wrong = isRefused('with the till open', /the till is open/);
        const { code, text } = install('new.deb');
        if (code !== 100) wrong.push(`apt ended with ${code}, not with 100: ${text}`);
        const answer = await fetch(till.address).catch((error: unknown) => error);
        const isThere = answer instanceof Response;
        await stopTill(overlay, till);
        return [...wrong, ...(isThere ? [] : ['the open till does not answer any more'])];
      },
    },
    {
      name: 'is not replaced over an unresolved payment or an open shift',
      run: async () => {
        if (till === null) return null;
        const wrong: string[] = [];
        if (readMark() !== 'clean') wrong.push(`the till left the mark ${readMark()}`);
        mark('unresolved');
        wrong.push(...isRefused('with a payment unresolved', /is not resolved/));
        mark('open-shift');
        wrong.push(...isRefused('with an open shift', /a shift is open/));
        mark('running');
        wrong.push(...isRefused('after a power cut', /did not end in order/));
        mark('');
        wrong.push(...isRefused('with an empty mark', /did not end in order/));
        overlay.sh(`rm '${profile}/last-exit' && mkfifo '${profile}/last-exit'`);
        wrong.push(...isRefused('with a pipe in its place', /did not end in order/));
        overlay.sh(`rm '${profile}/last-exit'`);
        mark('clean');
        for (const [what, arrange, tidy] of OTHER_PROFILE_CASES) {
          overlay.sh(arrange);
          wrong.push(...isRefused(what, /a payment in .* is not resolved/));
          overlay.sh(tidy);
        }
        return wrong;
      },
    },
    {
      name: 'stays as it is where the disk is full',
      run: async () => {
        overlay.sh(
          'fallocate -l $(($(df --output=avail -B1 /opt | tail -1) - 40000000)) /opt/full',
        );
        const wrong = isRefused('on a full disk', /No space left/);
        overlay.sh('rm /opt/full');
        return wrong;
      },
    },
    {
      name: 'is upgraded, and keeps the profile',
      run: async () => {
        const kept = sum();
        const { code, text } = install('new.deb');
        if (code !== 0) return [text];
        const wrong = stillWhole();
        if (state() !== `${version} install ok installed`) wrong.push(`it became ${state()}`);
        if (sum() !== kept) wrong.push('the profile is not what it was');
        if (till === null) return wrong;
        till = await startTill(overlay);
        const page = await signIn(till.address);
        const recent = await page.get('payments.recent', { limit: 5 });
        if (!recent.some(({ id }) => id === paid)) wrong.push('the payment is not there any more');
        page.close();
        await stopTill(overlay, till);
        return wrong;
      },
    },
    {
      name: 'is not replaced by an older version',
      run: async () => {
        const plain = install('old.deb');
        const forced = install('old.deb', '--allow-downgrades');
        const wrong = [plain, forced].flatMap(({ code, text }) => (code === 100 ? [] : [text]));
        if (!forced.text.includes('Roll forward')) wrong.push(`not said why: ${forced.text}`);
        return state().startsWith(`${version} `) ? wrong : [...wrong, `it became ${state()}`];
      },
    },
    {
      name: 'is removed and purged, and the profile stays',
      run: async () => {
        const kept = sum();
        overlay.sh('echo kept > /etc/mostrador/provision.json');
        const wrong: string[] = [];
        for (const act of ['remove', 'purge']) {
          const { code, text } = overlay.sh(`apt-get ${act} -y -q ${OFFLINE_APT_OPTIONS} ${name}`);
          if (code !== 0) wrong.push(`${act}: ${text}`);
          const left = overlay.sh('ls -d /opt/Mostrador /usr/bin/mostrador* 2>/dev/null').text;
          if (left !== '') wrong.push(`${act} leaves ${left}`);
          if (sum() !== kept) wrong.push(`${act} changed the profile`);
          if (overlay.sh('cat /etc/mostrador/provision.json').text !== 'kept\n') {
            wrong.push(`${act} changed what the administrator decided`);
          }
        }
        return wrong;
      },
    },
    {
      name: 'leaves this computer as it was',
      run: async () => {
        await overlay.close();
        rmSync(folder, { recursive: true });
        return readHostState() === before ? [] : ['the computer itself was changed'];
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
  let [said, address] = ['', ''];
  child.stderr?.on('data', (data) => {
    said += String(data);
  });
  child.stdout?.on('data', (data) => {
    address += String(data);
  });
  const deadline = Date.now() + TILL_TIMEOUT_MS;
  while (!address.includes('\n')) {
    if (child.exitCode !== null || Date.now() > deadline) {
      throw new Error(`the installed till did not start: ${said}`);
    }
    await pause(20);
  }
  return { child, address: address.trim() };
}

async function stopTill(overlay: Overlay, { child }: OpenTill): Promise<void> {
  const ended = new Promise<'ended'>((resolve) => child.once('exit', () => resolve('ended')));
  overlay.sh(`pkill -TERM -u ${TEST_USER} --full '^${INSTALL_FOLDER}/'`);
  const late = pause(TILL_TIMEOUT_MS, 'late' as const, { ref: false });
  if ((await Promise.race([ended, late])) === 'late') throw new Error('the till does not end');
}

/** What an installation would change first. */
function readHostState(): string {
  const status = readFileSync('/var/lib/dpkg/status');
  const digest = createHash('sha256').update(status).digest('hex');
  return [digest, ...[INSTALL_FOLDER, '/usr/bin/mostrador'].map((path) => existsSync(path))].join(
    ' ',
  );
}

import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { isKeyRingUnlocked } from '../../electron/shell/electron/key-ring.ts';

/**
 * What Chromium, whose code Electron's `safeStorage` calls, seals with on this computer: the tag of a
 * cookie's value. The key ring double follows what is observed here.
 */

const CHROMIUM = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((path) =>
  existsSync(path),
);
const PROGRAMS = ['/usr/bin/dbus-daemon', '/usr/bin/dbus-send', '/usr/bin/gnome-keyring-daemon'];
const isInstalled = CHROMIUM !== undefined && PROGRAMS.every((path) => existsSync(path));
/** `npm test` installs what is missing there, so that the test below cannot be skipped unseen. */
const canInstall =
  process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

const PASSWORD = 'clave';
const LOAD_TIMEOUT_MS = 60_000;
const RING_TIMEOUT_MS = 60_000;
/** A bus that starts no service by itself: without a daemon there is no key ring. */
const BUS_CONFIG = `<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:tmpdir=/tmp</listen>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/>
  </policy>
</busconfig>`;

/** A desktop session with its own home, bus and key ring. */
interface DesktopSession {
  readonly environment: NodeJS.ProcessEnv;
  unlockRing(): Promise<void>;
  lockRing(): Promise<void>;
  /** Starts Chromium in a new profile, and returns the tag of what it sealed. */
  observeTag(options?: readonly string[]): Promise<string>;
  end(): Promise<void>;
}

async function startDesktopSession(desktop = 'GNOME'): Promise<DesktopSession> {
  const folder = mkdtempSync(join(tmpdir(), 'till-key-ring-'));
  const runtimeFolder = join(folder, 'run');
  mkdirSync(runtimeFolder, { mode: 0o700 });
  const configFile = join(folder, 'bus.conf');
  writeFileSync(configFile, BUS_CONFIG);
  const children: ChildProcess[] = [];
  const bus = spawn('dbus-daemon', [`--config-file=${configFile}`, '--nofork', '--print-address'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  children.push(bus);
  const [address] = await once(bus.stdout, 'data');
  const environment: NodeJS.ProcessEnv = {
    PATH: process.env.PATH,
    LANG: 'C.UTF-8',
    HOME: folder,
    XDG_RUNTIME_DIR: runtimeFolder,
    XDG_CURRENT_DESKTOP: desktop,
    DBUS_SESSION_BUS_ADDRESS: String(address).trim(),
  };
  let ring: ChildProcess | null = null;

  return {
    environment,
    unlockRing: async () => {
      if (ring !== null) {
        const exited = once(ring, 'exit');
        ring.kill();
        await exited;
      }
      ring = spawn('gnome-keyring-daemon', ['--foreground', '--unlock', '--components=secrets'], {
        env: environment,
        stdio: ['pipe', 'ignore', 'ignore'],
      });
      children.push(ring);
      ring.stdin?.end(PASSWORD);
      await vi.waitFor(async () => {
        if (!(await isKeyRingUnlocked('linux', environment))) throw new Error('still locked');
      }, RING_TIMEOUT_MS);
    },
    lockRing: async () => {
      await promisify(execFile)(
        'dbus-send',
        [
          '--session',
          '--print-reply',
          '--dest=org.freedesktop.secrets',
          '/org/freedesktop/secrets',
          'org.freedesktop.Secret.Service.Lock',
          'array:objpath:/org/freedesktop/secrets/collection/login',
        ],
        { env: environment },
      );
    },
    observeTag: async (options = []) => {
      const profile = mkdtempSync(join(folder, 'profile-'));
      await promisify(execFile)(
        String(CHROMIUM),
        [
          '--headless',
          ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
          '--disable-gpu',
          '--no-first-run',
          `--user-data-dir=${profile}`,
          ...options,
          '--timeout=3000',
          '--dump-dom',
          `http://127.0.0.1:${port}/`,
        ],
        { env: environment, timeout: LOAD_TIMEOUT_MS },
      );
      const cookies = new DatabaseSync(join(profile, 'Default', 'Cookies'), { readOnly: true });
      const [row] = cookies
        .prepare('SELECT hex(substr(encrypted_value, 1, 3)) AS tag FROM cookies')
        .all();
      cookies.close();
      return Buffer.from(String(row?.tag), 'hex').toString();
    },
    end: async () => {
      for (const child of children.reverse()) {
        if (child.exitCode !== null || child.signalCode !== null) continue;
        const exited = once(child, 'exit');
        child.kill();
        await exited;
      }
      rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
  };
}

async function withDesktop(
  desktop: string,
  work: (session: DesktopSession) => Promise<void>,
): Promise<void> {
  const session = await startDesktopSession(desktop);
  try {
    await work(session);
  } finally {
    await session.end();
  }
}

let server: Server;
let port: number;
beforeAll(async () => {
  server = createServer((_request, response) => {
    response.setHeader('Set-Cookie', 'probe=value; Max-Age=86400; Path=/');
    response.end('<title>probe</title>');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
});
afterAll(() => server.close());

it.runIf(canInstall)('finds the key ring and Chromium where npm test installs them', () => {
  expect(isInstalled, 'apt-get install dbus gnome-keyring chromium-headless-shell').toBe(true);
});

describe.skipIf(!isInstalled)('Chromium with a real key ring', () => {
  it.concurrent.each(['GNOME', 'sway', 'LXQt', 'labwc:wlroots'])(
    'seals with the ring’s key (v11) on the desktop %s if the ring is open',
    (desktop) =>
      withDesktop(desktop, async (session) => {
        await session.unlockRing();
        expect(await session.observeTag()).toBe('v11');
      }),
  );

  it.concurrent('seals with the constant key (v10) if there is no ring, whatever the desktop', () =>
    withDesktop('GNOME', async (session) => {
      expect(await isKeyRingUnlocked('linux', session.environment)).toBe(false);
      expect(await session.observeTag(['--password-store=gnome-libsecret'])).toBe('v10');
    }));

  it.concurrent('seals with the constant key (v10) if the ring is locked, and with v11 once it is open', () =>
    withDesktop('GNOME', async (session) => {
      await session.unlockRing();
      await session.lockRing();
      expect(await isKeyRingUnlocked('linux', session.environment)).toBe(false);
      expect(await session.observeTag()).toBe('v10');
      await session.unlockRing();
      expect(await isKeyRingUnlocked('linux', session.environment)).toBe(true);
      expect(await session.observeTag()).toBe('v11');
    }));

  it.concurrent('seals with the constant key (v10) if it is told to, with an open ring', () =>
    withDesktop('GNOME', async (session) => {
      await session.unlockRing();
      expect(await session.observeTag(['--password-store=basic'])).toBe('v10');
    }));
});

import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { mountUnavailableReason } from '../../tests/faults/support/broken-disks.ts';
import {
  type Checkout,
  createCheckout,
  expectBrowserShell,
  VERSION,
  waitForEnd,
} from './start.fixture.ts';

let checkout: Checkout;
let root: string;
beforeEach(() => {
  checkout = createCheckout();
  ({ root } = checkout);
});
afterEach(() => checkout.remove());

const writeFile: Checkout['writeFile'] = (...file) => checkout.writeFile(...file);
const withRuntime = (machine: Parameters<Checkout['start']>[0] = {}): typeof machine => ({
  ...machine,
  env: { DISPLAY: ':0', ...machine.env, ELECTRON_OVERRIDE_DIST_PATH: join(root, 'runtime') },
});
const startAndWait: Checkout['startAndWait'] = (machine) =>
  checkout.startAndWait(withRuntime(machine));

/** Writes a fake runtime: a shell script in the place of the Electron binary. */
function writeRuntime(script: string, version = VERSION): string {
  writeFile('runtime/version', version);
  writeFile('runtime/chrome-sandbox', '', 0o755);
  return writeFile('runtime/electron', `#!/bin/sh\n${script}\n`, 0o755);
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe.skipIf(process.platform !== 'linux')('npm start with a runtime of Electron', () => {
  it('starts the till in Electron on X11, and nothing else', async () => {
    writeRuntime('echo "ELECTRON $@"; echo window >> "$TILL_START_REPORT"');
    const end = await startAndWait({ args: ['--training'] });
    expect(end).toEqual({
      code: 0,
      messages: '',
      output: `ELECTRON --ozone-platform=x11 ${root} --training --profile ${root}/.profile --training\n`,
    });
    const onWayland = await startAndWait({ env: { DISPLAY: '', WAYLAND_DISPLAY: 'wayland-0' } });
    expect(onWayland.output).toContain(`ELECTRON ${root} --profile`);
  });

  it('starts Electron, not plain Node, also beneath a program that uses Electron', async () => {
    writeRuntime('echo "ELECTRON[$ELECTRON_RUN_AS_NODE]"; echo window >> "$TILL_START_REPORT"');
    const { output } = await startAndWait({ env: { ELECTRON_RUN_AS_NODE: '1' } });
    expect(output).toBe('ELECTRON[]\n');
  });

  it.each([
    ['ends by SIGTRAP', 'kill -TRAP $$', /Electron ended with SIGTRAP before it showed its window/],
    ['ends by SIGSEGV', 'kill -SEGV $$', /Electron ended with SIGSEGV before it showed its window/],
    [
      'ends at once without an error',
      'exit 0',
      /Electron ended at once and did not run the till\. I/,
    ],
    ['has no usable display', 'exit 1', /Electron ended with exit code 1 before it showed its w/],
    ['lacks a library', 'exit 127', /exit code 127: a library that it needs is missing, or/],
  ])('opens the browser shell if the runtime %s', async (_case, script, reason) => {
    writeRuntime(script);
    expectBrowserShell(await startAndWait(), reason);
    expect(readdirSync(join(root, 'system'))).toEqual([]);
  });

  it('names the command that sets up the sandbox after a SIGTRAP', async () => {
    const binary = writeRuntime('kill -TRAP $$');
    const helper = `'${dirname(binary).replace("'", `'\\''`)}/chrome-sandbox'`;
    const end = await startAndWait();
    expect(end.messages).toContain(`sudo chown root:root ${helper} && sudo chmod 4755 ${helper}`);
  });

  it('names the missing library', async () => {
    writeRuntime('exit 127');
    writeFile(
      'bin/ldd',
      '#!/bin/sh\nprintf "\\tlibnss3.so => not found\\n\\tlibc.so.6 => /lib/c (0x1)\\n"',
      0o755,
    );
    const end = await startAndWait({
      env: { PATH: `${root}/bin:${process.env.PATH}` },
    });
    expectBrowserShell(end, /libraries that are not installed: libnss3\.so\. Install/);
  });

  it('ends a runtime that never shows its window, and opens the browser shell', async () => {
    writeRuntime('echo main >> "$TILL_START_REPORT"; exec sleep 600');
    const end = await startAndWait({ windowTimeoutMs: 300 });
    expectBrowserShell(end, /Electron did not show its window in 0\.3 seconds/);
  });

  it('does not end a till whose window is visible', async () => {
    writeRuntime('echo window >> "$TILL_START_REPORT"; sleep 1; exit 5');
    expect(await startAndWait({ windowTimeoutMs: 300 })).toEqual({
      code: 5,
      output: '',
      messages: '',
    });
  });

  it('does not end a till that cannot write its report, nor start it again', async () => {
    writeRuntime('rm "$TILL_START_REPORT"; sleep 1; exit 5');
    expect(await startAndWait({ windowTimeoutMs: 300 })).toEqual({
      code: 5,
      output: '',
      messages: '',
    });
  });

  it('watches the start also if the folder for temporary files cannot be written', async () => {
    writeRuntime('kill -TRAP $$');
    const end = await startAndWait({ env: { TMPDIR: join(root, 'absent') } });
    expectBrowserShell(end, /Electron ended with SIGTRAP/);
    expect(readdirSync(join(root, 'out'))).toEqual([]);
  });

  it('says that nothing watches the start if no folder can be written', async () => {
    writeRuntime('echo "ELECTRON $TILL_START_REPORT"; sleep 1; exit 5');
    writeFile('out');
    const { code, output, messages } = await startAndWait({
      env: { TMPDIR: join(root, 'absent') },
      windowTimeoutMs: 300,
    });
    expect({ code, output }).toEqual({ code: 5, output: 'ELECTRON \n' });
    expect(messages).toMatch(/absent nor .*out can be written \(E.*start with --browser/);
  });

  it.skipIf(process.getuid?.() !== 0 || mountUnavailableReason() !== null)(
    'does not end a till after the disk of its report became read-only',
    async () => {
      const disk = join(root, 'disk');
      mkdirSync(disk);
      execFileSync('mount', ['-t', 'tmpfs', 'tmpfs', disk]);
      try {
        writeRuntime('mount -o remount,ro "$TMPDIR"; sleep 1; exit 5');
        const end = await startAndWait({ env: { TMPDIR: disk }, windowTimeoutMs: 300 });
        expect(end).toEqual({ code: 5, output: '', messages: '' });
      } finally {
        execFileSync('umount', [disk]);
      }
    },
  );

  it('does not start a till again that crashes after its window was visible', async () => {
    writeRuntime('echo window >> "$TILL_START_REPORT"; kill -SEGV $$');
    expect(await startAndWait()).toEqual({ code: 139, output: '', messages: '' });
  });

  it('does not start a till again that said why it does not start', async () => {
    writeRuntime('echo refused >> "$TILL_START_REPORT"; exit 1');
    expect(await startAndWait()).toEqual({ code: 1, output: '', messages: '' });
  });

  it.each(['--restore', '--provision', '--upload-daily-file', '--apply=file'])(
    'does not repeat %s once main has started',
    async (option) => {
      writeRuntime('echo main >> "$TILL_START_REPORT"; sleep 0.5; kill -SEGV $$');
      const end = await startAndWait({ args: [option, '--profile', 'p'], windowTimeoutMs: 1 });
      expect(end).toEqual({ code: 139, output: '', messages: '' });
    },
  );

  it('ends with the till when a signal ends both', async () => {
    writeRuntime('echo started; exec sleep 600');
    const child = checkout.start(withRuntime());
    const end = waitForEnd(child);
    await once(child.stdout as NonNullable<typeof child.stdout>, 'data');
    child.kill('SIGTERM');
    expect(await end).toEqual({ code: 143, output: 'started\n', messages: '' });
  });

  it('ends quietly if another copy shows its window', async () => {
    writeRuntime('echo main >> "$TILL_START_REPORT"');
    expect(await startAndWait()).toEqual({ code: 0, output: '', messages: '' });
  });

  it.each(['SIGTERM', 'SIGINT'] as const)(
    'starts no browser shell after %s, however Electron ends then',
    async (signal) => {
      writeRuntime(`trap 'kill -TRAP $$' TERM INT; echo started; while :; do sleep 0.1; done`);
      const child = checkout.start(withRuntime());
      const end = waitForEnd(child);
      await once(child.stdout as NonNullable<typeof child.stdout>, 'data');
      process.kill(-Number(child.pid), signal);
      const { code, output } = await end;
      expect({ code, output }).toEqual({ code: 133, output: 'started\n' });
    },
  );

  it('starts no browser shell if the signal arrives after Electron has ended', async () => {
    writeRuntime('echo $$; kill -TRAP $$');
    const child = checkout.start(withRuntime());
    const end = waitForEnd(child);
    const [line] = await once(child.stdout as NonNullable<typeof child.stdout>, 'data');
    while (isRunning(Number(line))) await wait(5);
    child.kill('SIGTERM');
    const { code, output } = await end;
    expect({ code, output }).toEqual({ code: 133, output: String(line) });
  });

  it('finds a runtime whose folder is given as a relative path', async () => {
    writeRuntime('echo ELECTRON; echo window >> "$TILL_START_REPORT"');
    const env = { DISPLAY: ':0', ELECTRON_OVERRIDE_DIST_PATH: '.' };
    for (const name of ['electron', 'version', 'chrome-sandbox'])
      renameSync(join(root, 'runtime', name), join(root, name));
    expect(await checkout.startAndWait({ env })).toMatchObject({ code: 0, output: 'ELECTRON\n' });
  });

  it.each([
    [
      'of another version',
      () => writeRuntime('exit 3', '44.1.0'),
      /version 44\.1\.0, and the till needs 45\.0\.0/,
    ],
    ['that is not complete', () => rmSync(join(root, 'runtime', 'version')), /is not complete/],
    [
      'that is absent',
      () => rmSync(join(root, 'runtime', 'electron')),
      /Electron's runtime is not in/,
    ],
    [
      'that is half a file',
      () =>
        writeFile('runtime/electron', readFileSync(process.execPath).subarray(0, 100_000), 0o755),
      /Electron ended with .*may be damaged: delete .*runtime and run npm start/,
    ],
    [
      'that is an empty file',
      () => writeFile('runtime/electron', '', 0o755),
      /did not run the till.*may be damaged: delete/,
    ],
    [
      'that may not be run',
      () => chmodSync(join(root, 'runtime', 'electron'), 0o644),
      /cannot be run: spawn .* EACCES/,
    ],
  ])('opens the browser shell with a runtime %s', async (_case, change, reason) => {
    writeRuntime('exit 3');
    change();
    expectBrowserShell(await startAndWait(), reason);
  });

  it.each([
    [
      'without a display',
      { env: { DISPLAY: '' } },
      /there is no display \(neither DISPLAY nor WAYLAND_DISPLAY/,
    ],
    ['as root', { uid: 0 }, /sandbox does not run as root/],
  ])('opens the browser shell %s', async (_case, machine, reason) => {
    writeRuntime('exit 3');
    expectBrowserShell(await startAndWait(machine), reason);
  });

  describe('on a computer that forbids user namespaces', () => {
    const settings = [
      [
        'kernel/apparmor_restrict_unprivileged_userns',
        '1',
        'kernel.apparmor_restrict_unprivileged_userns=0',
      ],
      ['kernel/unprivileged_userns_clone', '0', 'kernel.unprivileged_userns_clone=1'],
      ['user/max_user_namespaces', '0', 'user.max_user_namespaces=15000'],
    ] as const;

    it.each(settings)(
      'does not start Electron if %s is %s, and names the command',
      async (name, value) => {
        writeFile(`system/proc/sys/${name}`, `${value}\n`);
        writeRuntime('exit 3');
        const end = await startAndWait();
        expectBrowserShell(
          end,
          new RegExp(`not allowed on this computer \\(${name.replace('/', '.')} is ${value}\\)`),
        );
        expect(end.messages).toMatch(
          /\n\n {4}sudo chown root:root '.*chrome-sandbox' && sudo chmod 4755 /,
        );
      },
    );

    it.each(settings)(
      'starts Electron with a set-up helper although %s is %s',
      async (name, value, allowed) => {
        writeFile(`system/proc/sys/${name}`, `${value}\n`);
        writeRuntime('kill -TRAP $$');
        rmSync(join(root, 'runtime', 'chrome-sandbox'));
        // A file of root with the setuid bit, on every Linux.
        symlinkSync('/usr/bin/su', join(root, 'runtime', 'chrome-sandbox'));
        const end = await startAndWait();
        expectBrowserShell(end, /Electron ended with SIGTRAP/);
        expect(end.messages).toContain(`\n    sudo sysctl -w ${allowed}\n`);
        expect(end.messages).not.toContain('chmod');
      },
    );

    it('names the setting if there is no helper to set up', async () => {
      writeFile('system/proc/sys/user/max_user_namespaces', '0\n');
      writeRuntime('exit 3');
      rmSync(join(root, 'runtime', 'chrome-sandbox'));
      const end = await startAndWait();
      expectBrowserShell(end, /\n\n {4}sudo sysctl -w user\.max_user_namespaces=15000\n/);
      expect(end.messages).not.toContain('chmod');
    });

    it('starts Electron if an AppArmor profile allows it', async () => {
      writeFile('system/proc/sys/kernel/apparmor_restrict_unprivileged_userns', '1\n');
      const binary = writeRuntime('echo ELECTRON; echo window >> "$TILL_START_REPORT"');
      writeFile(
        'system/etc/apparmor.d/till',
        `profile till "${binary}" flags=(unconfined) { userns, }`,
      );
      expect((await startAndWait()).output).toBe('ELECTRON\n');
    });
  });
});

it('asks for no runtime with --browser', async () => {
  expect(existsSync(join(root, 'runtime'))).toBe(false);
  const { output, messages } = await startAndWait({ args: ['--browser'] });
  expect(output).toContain('TILL --browser --profile');
  expect(messages).toBe('');
});

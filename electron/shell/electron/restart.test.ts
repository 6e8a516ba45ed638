import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { validateOptions } from '../../settings/command-line/index.ts';
import { app, HOSTILITIES, setHostility } from './electron-double.ts';
import { restartTill } from './restart.ts';

vi.mock('electron', () => import('./electron-double.ts'));

const { argv } = process;
afterEach(() => {
  process.argv = argv;
  app.isPackaged = true;
  app.relaunches.length = 0;
  app.quits = 0;
});

describe.each(HOSTILITIES)('a restart, if Electron is such that %s', (hostility) => {
  beforeEach(() => setHostility(hostility));
  afterEach(() => setHostility('as documented'));

  it.each([
    [true, ['/opt/Mostrador/mostrador'], []],
    [false, ['/electron', '/checkout'], ['/checkout']],
  ] as const)(
    'keeps the window system and the profile at a restart, installed: %s',
    (isPackaged, start, program) => {
      app.isPackaged = isPackaged;
      const switches = ['--ozone-platform=x11', '--password-store=gnome-libsecret'];
      process.argv = [
        ...start.slice(0, 1),
        ...switches,
        ...start.slice(1),
        '--original-process-start-time=1',
        '--restore',
        'backup.age',
        '--pin=pin.json',
        '--profile',
        'relative',
      ];
      restartTill('/home/shop/till');
      const args = [...switches, ...program, '--profile', '/home/shop/till'];
      expect(app.relaunches).toEqual([{ args }]);
      expect(app.quits).toBe(1);
      expect(() => validateOptions(['electron', ...args], !isPackaged)).not.toThrow();
    },
  );
});

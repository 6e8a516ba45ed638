import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { parseCommandLine } from './command-line.ts';

it('finds our options among those of the runtime', () => {
  const argv = [
    'electron',
    '--inspect=0',
    '.',
    '--profile',
    'p',
    '--provision=a b.json',
    '--training',
    '--restore',
    'r.sqlite',
    '--insist=/run/pin.json',
    '--pin=/run/other.json',
    '--recovery-key=/run/key.txt',
  ];
  expect(parseCommandLine(argv, '/home/ana')).toEqual({
    profile: resolve('/home/ana/p'),
    provision: resolve('/home/ana/a b.json'),
    training: true,
    restore: resolve('/home/ana/r.sqlite'),
    pin: resolve('/run/other.json'),
    insist: resolve('/run/pin.json'),
    command: null,
    endsAfter: false,
    recoveryKey: resolve('/run/key.txt'),
  });
});

it('asks for nothing by itself, and takes an empty option for none', () => {
  const nothing = {
    profile: null,
    provision: null,
    training: false,
    restore: null,
    pin: null,
    insist: null,
    command: null,
    endsAfter: false,
    recoveryKey: null,
  };
  expect(parseCommandLine(['electron', '.'], '/')).toEqual(nothing);
  expect(parseCommandLine(['electron', '.', '--profile=', '--provision'], '/')).toEqual(nothing);
});

it('takes an upload without a window, and the minutes for which it is tried', () => {
  const asked = (...words: string[]) =>
    parseCommandLine(['electron', '.', '--upload-daily-file', ...words], '/').command;
  const tried = (minutes: number) => ({ kind: 'upload', tryForMs: minutes * 60_000 });
  expect(asked()).toEqual(tried(50));
  expect(asked('--try-for', '0')).toEqual(tried(0));
  expect(asked('--try-for=120')).toEqual(tried(120));
  for (const wrong of ['soon', '-1', '1.5', '1441']) {
    expect(() => asked(`--try-for=${wrong}`)).toThrow(/minutes from 0 to 1440/);
  }
});

it('takes a patch, and ends after it where that is asked or only a check is', () => {
  const asked = (...words: string[]) => parseCommandLine(['electron', '.', ...words], '/home/ana');
  const apply = {
    kind: 'apply',
    file: resolve('/home/ana/p.json'),
    pin: null,
    isCheckOnly: false,
  };
  expect(asked('--apply', 'p.json')).toMatchObject({ command: apply, endsAfter: false });
  expect(asked('--apply', 'p.json', '--exit')).toMatchObject({ command: apply, endsAfter: true });
  const pin = resolve('/run/pin');
  expect(asked('--apply=p.json', '--check', '--pin', '/run/pin')).toMatchObject({
    command: { ...apply, pin, isCheckOnly: true },
    endsAfter: true,
  });
});

it.each([
  [['--check'], /--check is for --apply/],
  [['--exit', '--provision', 'p.json'], /--exit is for --apply/],
  [['--try-for=5'], /--try-for is for --upload-daily-file/],
  [['--apply', 'p.json', '--upload-daily-file'], /do not go together/],
  [['--apply', 'p.json', '--restore', 'r.sqlite'], /do not go together/],
  [['--apply', 'p.json', '--provision', 'q.json'], /do not go together/],
])('refuses what does not go together: %j', (words, why) => {
  expect(() => parseCommandLine(['electron', '.', ...words], '/')).toThrow(why);
});

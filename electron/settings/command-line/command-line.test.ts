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
    exitsAfterCommand: false,
    recoveryKey: resolve('/run/key.txt'),
  });
});

it('returns no command by default and ignores an empty option', () => {
  const noOptions = {
    profile: null,
    provision: null,
    training: false,
    restore: null,
    pin: null,
    insist: null,
    command: null,
    exitsAfterCommand: false,
    recoveryKey: null,
  };
  expect(parseCommandLine(['electron', '.'], '/')).toEqual(noOptions);
  expect(parseCommandLine(['electron', '.', '--profile=', '--provision'], '/')).toEqual(noOptions);
});

it('parses an upload command and the minutes of its retries', () => {
  const parse = (...words: string[]) =>
    parseCommandLine(['electron', '.', '--upload-daily-file', ...words], '/').command;
  const buildUpload = (minutes: number) => ({ kind: 'upload', tryForMs: minutes * 60_000 });
  expect(parse()).toEqual(buildUpload(50));
  expect(parse('--try-for', '0')).toEqual(buildUpload(0));
  expect(parse('--try-for=120')).toEqual(buildUpload(120));
  for (const invalidMinutes of ['soon', '-1', '1.5', '1441']) {
    expect(() => parse(`--try-for=${invalidMinutes}`)).toThrow(/minutes from 0 to 1440/);
  }
});

it('parses an apply command and exits after it for --exit or --check', () => {
  const parse = (...words: string[]) => parseCommandLine(['electron', '.', ...words], '/home/ana');
  const apply = {
    kind: 'apply',
    file: resolve('/home/ana/p.json'),
    pin: null,
    isCheckOnly: false,
  };
  expect(parse('--apply', 'p.json')).toMatchObject({ command: apply, exitsAfterCommand: false });
  expect(parse('--apply', 'p.json', '--exit')).toMatchObject({
    command: apply,
    exitsAfterCommand: true,
  });
  const pin = resolve('/run/pin');
  expect(parse('--apply=p.json', '--check', '--pin', '/run/pin')).toMatchObject({
    command: { ...apply, pin, isCheckOnly: true },
    exitsAfterCommand: true,
  });
});

it.each([
  [['--check'], /--check can only be used with --apply/],
  [['--exit', '--provision', 'p.json'], /--exit can only be used with --apply/],
  [['--try-for=5'], /--try-for can only be used with --upload-daily-file/],
  [['--apply', 'p.json', '--upload-daily-file'], /cannot be combined/],
  [['--apply', 'p.json', '--restore', 'r.sqlite'], /cannot be combined/],
  [['--apply', 'p.json', '--provision', 'q.json'], /cannot be combined/],
])('rejects options that cannot be combined: %j', (words, message) => {
  expect(() => parseCommandLine(['electron', '.', ...words], '/')).toThrow(message);
});

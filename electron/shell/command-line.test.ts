import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { readCommandLine } from './command-line.ts';

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
  ];
  expect(readCommandLine(argv, '/home/ana')).toEqual({
    profile: resolve('/home/ana/p'),
    provision: resolve('/home/ana/a b.json'),
    training: true,
    restore: resolve('/home/ana/r.sqlite'),
    insist: resolve('/run/pin.json'),
  });
});

it('asks for nothing by itself, and takes an empty option for none', () => {
  const nothing = {
    profile: null,
    provision: null,
    training: false,
    restore: null,
    insist: null,
  };
  expect(readCommandLine(['electron', '.'], '/')).toEqual(nothing);
  expect(readCommandLine(['electron', '.', '--profile=', '--provision'], '/')).toEqual(nothing);
});

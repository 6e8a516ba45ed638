import { describe, expect, it } from 'vitest';
import { hasPlainHost, parseHost, parseHostAddress } from './host-address.ts';

describe('a host', () => {
  it.each([
    ['127.0.0.1', '127.0.0.1'],
    ['0.0.0.0', '0.0.0.0'],
    ['sftp.example.com ', 'sftp.example.com'],
    ['\tsftp.example.com.', 'sftp.example.com.'],
    ['caja_1', 'caja_1'],
    ['4x4.mx', '4x4.mx'],
    ['impresora-año.local', 'impresora-año.local'],
    ['::1', '::1'],
    ['[fe80::1]', 'fe80::1'],
    ['::ffff:10.0.0.1', '::ffff:10.0.0.1'],
    ['[fe80::12]', 'fe80::12'],
    ['10.0.249.255', '10.0.249.255'],
    ['caja.2a', 'caja.2a'],
    [`${'a.'.repeat(126)}b`, `${'a.'.repeat(126)}b`],
  ])('accepts %j', (text, host) => {
    expect(parseHost(text)).toBe(host);
  });

  it.each([
    ['127.0.0.010'],
    ['0177.0.0.1'],
    ['0x7f.0.0.1'],
    ['127.1'],
    ['2130706433'],
    ['0x7f000001'],
    ['10.0.0.256'],
    ['10.0.0.1.'],
    ['10.0.0'],
    ['１２７.0.0.1'],
    ['a.0ｘ7f'],
    ['::ffff:10.0.0.010'],
    ['::ffff:10.0.0'],
    ['1::2::3'],
    ['1[::1]'],
    ['[::1]1'],
    ['::1]/::1'],
    ['::1]/x'],
    ['10.0.0.1.5'],
    [`${'a.'.repeat(126)}bb`],
    ['fe80::1%eth0'],
    ['sftp.example.com:22'],
    ['sftp://sftp.example.com'],
    ['user@sftp.example.com'],
    ['sftp.example.com/in'],
    ['sftp example'],
    ['-a.mx'],
    ['a..mx'],
    ['.'],
    [''],
    ['a'.repeat(64)],
    ['a\u0000b'],
  ])('refuses %j', (text) => {
    expect(parseHost(text)).toBeNull();
  });
});

describe('a host with a port', () => {
  it.each([
    ['db.example:5432', 'db.example', 5432],
    ['db.example', 'db.example', null],
    [' [::1]:65535 ', '::1', 65_535],
    ['[::1]', '::1', null],
  ])('accepts %j', (text, host, port) => {
    expect(parseHostAddress(text)).toEqual({ host, port });
  });

  it.each([
    ['db.example:0'],
    ['db.example:0022'],
    ['db.example:65536'],
    ['db.example:'],
    ['::1'],
    ['::1:22'],
    ['[db.example]:22'],
    ['127.0.0.010:22'],
    ['a:[::1]:22'],
  ])('refuses %j', (text) => {
    expect(parseHostAddress(text)).toBeNull();
  });
});

describe('the host of a web address', () => {
  it.each([
    ['https://api.example', true],
    ['https://api.example:8443/v1?x#y', true],
    ['http://user:pass@10.0.0.1:3128', true],
    ['https://[::1]/', true],
    ['https://127.0.0.010/', false],
    ['https://2130706433', false],
    ['https://api.exam\nple/', false],
    ['https:\\\\api.example', false],
    ['https:api.example', false],
    ['https://a@b@api.example\\@c/', false],
    ['api.example', false],
    ['1https://api.example', false],
  ])('tells whether it is plain: %j is %s', (address, isPlain) => {
    expect(hasPlainHost(address)).toBe(isPlain);
  });
});

import type { NetworkInterfaceInfo } from 'node:os';
import { describe, expect, it } from 'vitest';
import { chooseHostAddress } from './host-address.ts';

describe('the address of the main till', () => {
  const toInterface = (address: string): NetworkInterfaceInfo[] => [
    {
      address,
      family: 'IPv4',
      internal: address.startsWith('127.'),
      netmask: '',
      mac: '',
      cidr: null,
    },
  ];
  const lan = { lo: toInterface('127.0.0.1'), eth0: toInterface('192.168.1.10') };

  it("takes the only address in a shop's network, without those of containers", () => {
    const docker0 = toInterface('172.17.0.1');
    expect(chooseHostAddress(undefined, null, { ...lan, docker0 })).toBe('192.168.1.10');
  });

  it('asks which one if there are several, and keeps the one of before', () => {
    const two = { ...lan, wlan0: toInterface('10.0.0.5') };
    expect(() => chooseHostAddress(undefined, null, two)).toThrow('192.168.1.10, 10.0.0.5');
    expect(chooseHostAddress(undefined, '10.0.0.5', two)).toBe('10.0.0.5');
    expect(chooseHostAddress(undefined, 'till.lan', two)).toBe('till.lan');
    expect(chooseHostAddress(undefined, '10.0.0.9', lan)).toBe('192.168.1.10');
  });

  it('refuses a computer without a network, and an address that a code cannot contain', () => {
    const online = { lo: toInterface('127.0.0.1'), eth0: toInterface('203.0.113.9') };
    expect(() => chooseHostAddress(undefined, null, online)).toThrow('--address');
    expect(chooseHostAddress('203.0.113.9', null, online)).toBe('203.0.113.9');
    for (const text of ['fd00::1', '10.0.0.5:5480', 'https://till.lan', ''])
      expect(() => chooseHostAddress(text, null, lan)).toThrow('--address must be');
  });
});

import { once } from 'node:events';
import { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createConnectionLimiter } from './connection-limiter.ts';

describe('connection limiter', () => {
  let uptime = 0;
  let port = 0;
  const start = (total: number, perAddress: number | null) => {
    const sockets: Socket[] = [];
    const limiter = createConnectionLimiter({ total, perAddress }, { uptime: () => uptime });
    const connect = (remoteAddress: string): Socket => {
      port += 1;
      const socket = new Socket();
      Object.defineProperty(socket, 'remoteAddress', { value: remoteAddress });
      Object.defineProperty(socket, 'remotePort', { value: port });
      sockets.push(socket);
      limiter.add(socket);
      return socket;
    };
    const listOpen = () => sockets.filter(({ destroyed }) => !destroyed);
    return { limiter, connect, listOpen };
  };

  it('ends the oldest connection without the token beyond the total', () => {
    const { limiter, connect, listOpen } = start(3, null);
    const first = connect('1.1.1.1');
    const second = connect('1.1.1.2');
    const third = connect('1.1.1.3');
    limiter.setAuthorized(first);
    expect(limiter.describe()).toBeNull();
    const fourth = connect('1.1.1.4');
    expect(listOpen()).toEqual([first, third, fourth]);
    expect(second.destroyed).toBe(true);
    expect(limiter.describe()).toMatch(/^1 connections .* 0 s ago/);
  });

  it('ends the new connection when all others presented the token', () => {
    const { limiter, connect, listOpen } = start(2, null);
    const sockets = ['1.1.1.1', '1.1.1.2'].map(connect);
    sockets.forEach(limiter.setAuthorized);
    connect('1.1.1.3');
    expect(listOpen()).toEqual(sockets);
  });

  it.each([
    ['one IPv4 address', ['9.9.9.9', '9.9.9.9', '9.9.9.9'], 2],
    ['one IPv6 network', ['2001:db8:1:2::1', '2001:db8:1:2:a::9', '2001:db8:1:2:b:c:d:e'], 2],
    ['addresses mapped from IPv4', ['::ffff:1.1.1.1', '::ffff:1.1.1.2', '::ffff:1.1.1.3'], 3],
    ['several networks', ['2001:db8:1:2::1', '2001:db8:1:3::1', '2001:db8:1:4::1'], 3],
  ])('bounds the connections of each address: %s', (_what, addresses, left) => {
    const { connect, listOpen } = start(100, 2);
    const other = connect('8.8.8.8');
    for (const address of addresses) connect(address);
    expect(listOpen()).toHaveLength(left + 1);
    expect(other.destroyed).toBe(false);
  });

  it('forgets closed connections, and after a while the ended ones', async () => {
    const { limiter, connect } = start(2, null);
    for (let n = 0; n < 50; n += 1) await once(connect('1.1.1.1').destroy(), 'close');
    expect(limiter.describe()).toBeNull();
    for (let n = 0; n < 3; n += 1) connect('1.1.1.1');
    expect(limiter.describe()).toMatch(/^1 connections/);
    uptime += 16 * 60_000;
    expect(limiter.describe()).toBeNull();
    connect('1.1.1.1');
    expect(limiter.describe()).toMatch(/^1 connections/);
  });
});

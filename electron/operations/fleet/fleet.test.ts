import { chmodSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { rootCertificates } from 'node:tls';
import { describe, expect, it, vi } from 'vitest';
import { fleetComputer, getOpenTill } from './fleet.fixture.ts';

const at = fleetComputer();
const { clock, provision, secrets, start } = at;

/** Any certificate. */
const pem = (): string => rootCertificates[0] ?? '';

/** A till that the fleet has set up, closed again as at the end of a day. */
async function setUp() {
  provision();
  secrets();
  const first = start();
  expect(await first.fleet.findForeignTillProblem()).toBeNull();
  first.host.open();
  expect(await first.fleet.start()).toEqual({ ok: true, value: null });
  return first;
}
async function again(who: Parameters<typeof start>[0] = {}) {
  const next = start(who);
  const stranger = await next.fleet.findForeignTillProblem();
  if (stranger === null) next.host.open();
  return { ...next, stranger };
}
/** A service that is not there is asked more than once. */
async function letTimePass(work: Promise<void>): Promise<void> {
  let isDone = false;
  const done = work.finally(() => {
    isDone = true;
  });
  await vi.waitFor(() => {
    clock.advance(1_000);
    expect(isDone).toBe(true);
  }, 120_000);
  await done;
}
async function end({ host, fleet }: Pick<ReturnType<typeof start>, 'host' | 'fleet'>) {
  fleet.stop();
  await host.close();
}

describe('the first start of an empty profile', () => {
  it('makes the till of this computer, with its keys in the vault and its people', async () => {
    const first = await setUp();
    const till = getOpenTill(first);
    expect(till.settings).toMatchObject({ chainName: 'lupita', posNumber: '07' });
    expect(await first.settings.secrets('sandbox')).toMatchObject({
      secretKey: at.service().secretKey,
    });
    expect(await till.staff.signIn('carmen', '3333')).toMatchObject({ ok: true });
    // The light stays on while the file does.
    expect(first.host.notices.warned().fileLeft).toBe('secrets.json');
    expect(till.getStatusReport().lights).toContainEqual(
      expect.objectContaining({ light: 'settings', code: 'file-left' }),
    );
    rmSync(join(at.machine().folder, 'secrets.json'));
    await first.fleet.poll();
    expect(first.host.notices.warned().fileLeft).toBeNull();
    expect(await at.noted(first, 'staff-provisioned')).toMatchObject([{ way: 'fleet' }]);
  });

  it('takes what the table says of one computer before what the file says of all', async () => {
    const shop = { name: 'La Esquina' };
    provision({ computers: { 'CAJA-07': { posNumber: '31', shop } } });
    secrets();
    const { host, fleet } = start();
    host.open();
    expect(await fleet.start()).toMatchObject({ ok: true });
    expect(getOpenTill({ host }).settings).toMatchObject({
      posNumber: '31',
      shop: { name: 'La Esquina', helpLine: '800 000 0000' },
    });
  });

  it('does nothing without a machine file or with an explicit profile folder', async () => {
    const without = start();
    expect(await without.fleet.findForeignTillProblem()).toBeNull();
    expect(await without.fleet.start()).toMatchObject({ ok: true });
    expect(without.host.till()).toBeNull();
    provision();
    secrets();
    const named = start({ profile: '/elsewhere' });
    expect(await named.fleet.start()).toMatchObject({ ok: true });
    expect(named.host.till()).toBeNull();
    provision({ profile: '/elsewhere' });
    const its = start({ profile: '/elsewhere' });
    expect(await its.fleet.start()).toMatchObject({ ok: true });
    expect(its.host.till()).not.toBeNull();
  });

  it.each([
    ['without JSON', '{', '(file)'],
    ['without an account', { account: undefined }, 'account'],
    ['without a table', { computers: undefined }, 'computers'],
    ['with one number for all', { posNumber: '07' }, 'posNumber'],
    [
      'with a number twice',
      { computers: { a: { posNumber: '1' }, b: { posNumber: '1' } } },
      'computers.b.posNumber',
    ],
    [
      'with a computer twice',
      { computers: { a: { posNumber: '1' }, A: { posNumber: '2' } } },
      'computers.A',
    ],
    ['with an unknown field', { printr: 1 }, 'printr'],
    ['with a field that does not fit', { timeZone: 'Mars' }, 'timeZone'],
    ['with a key in it', { secretKey: 's' }, 'secretKey'],
    ['with a PIN in it', { cashiers: [{ id: 'a', pin: '1' }] }, 'cashiers.pin'],
    ['with a password in it', { reconciliation: { password: 'p' } }, 'reconciliation.password'],
    ['with the password of the chain in it', { chain: { password: 'p' } }, 'chain.password'],
    ['with the role of the office in it', { chain: { office: {} } }, 'chain.office'],
    [
      'with an upload beside the chain',
      {
        chain: { hosts: ['db'], database: 'd', user: 'u', ca: pem() },
        reconciliation: { host: 'h', user: 'u', uploads: true },
      },
      'reconciliation.uploads',
    ],
    ['with a password in an address', { proxy: 'http://u:p@proxy:8080' }, 'proxy'],
  ])('%s is refused in words', async (_name, content, field) => {
    if (typeof content === 'string') at.put('provision.json', content, 0o644);
    else provision(content);
    secrets();
    const { host, fleet } = start();
    const done = await fleet.start();
    expect(done).toMatchObject({ ok: false, problem: { kind: 'provisioning', field } });
    expect(host.till()).toBeNull();
  });

  it('enters the chain by the role of this computer, whose password only its account reads', async () => {
    const chain = { hosts: ['db.example'], database: 'cadena', ca: pem() };
    const computers = { 'caja-07': { posNumber: '07', chain: { user: 'cadena_till_07' } } };
    provision({ chain, computers });
    secrets();
    expect(await start().fleet.start()).toMatchObject({ problem: { fields: ['chain.password'] } });
    secrets({ chain: { password: 'first' } });
    const first = start();
    first.host.open();
    expect(await first.fleet.start()).toMatchObject({ ok: true });
    expect(getOpenTill(first).settings.chain).toEqual({ ...chain, user: 'cadena_till_07' });
    expect(await first.settings.secrets('sandbox')).toMatchObject({ chainPassword: 'first' });
  });

  it('names what the file of secrets has to add', async () => {
    provision();
    const { fleet } = start();
    expect(await fleet.start()).toEqual({
      ok: false,
      problem: {
        kind: 'provisioning-incomplete',
        fields: [
          'cashiers.ana.pin',
          'cashiers.luis.pin',
          'cashiers.carmen.pin',
          'apiKey',
          'secretKey',
        ],
      },
    });
  });

  it.skipIf(process.platform === 'win32')('refuses a file that others can write', async () => {
    provision({}, 0o666);
    secrets();
    const { host, fleet } = start();
    expect(await fleet.start()).toMatchObject({ ok: false, problem: { reason: 'writable' } });
    expect(host.till()).toBeNull();
    provision();
    chmodSync(at.machine().folder, 0o777);
    expect(await start().fleet.start()).toMatchObject({ problem: { reason: 'writable' } });
  });

  it.skipIf(process.platform === 'win32')('refuses secrets that others can read', async () => {
    provision();
    const file = secrets({}, 0o640);
    expect(await start().fleet.start()).toMatchObject({ problem: { reason: 'secrets-open' } });
    chmodSync(file, 0o600);
    if (process.getuid?.() === 0) {
      at.giveAway(file);
      expect(await start().fleet.start()).toMatchObject({ problem: { reason: 'secrets-open' } });
    }
    rmSync(file);
    secrets({ pinz: {} });
    const wrong = await start().fleet.start();
    expect(wrong).toMatchObject({ problem: { kind: 'provisioning', field: 'secrets.json' } });
    expect(JSON.stringify(wrong)).not.toContain(at.service().secretKey);
  });
});

describe('another till of the same number', () => {
  it('is not opened for another account, and its words name whose the till is', async () => {
    provision();
    secrets();
    const other = await again({ account: 'gerente' });
    expect(other.stranger).toEqual({ kind: 'machine-file', reason: 'other-account', name: 'caja' });
    if (other.stranger) {
      expect(await other.fleet.formatProblem(other.stranger)).toContain('es de la cuenta caja');
    }
    await end(await setUp());
    // A copied profile is no way in either.
    expect(await again({ account: 'gerente' })).toMatchObject({ stranger: { name: 'caja' } });
  });

  it('is not opened on a computer that is not in the table, set up or not', async () => {
    provision();
    secrets();
    const copied = await again({ computer: 'CAJA-99' });
    expect(copied.stranger).toMatchObject({ reason: 'other-computer', name: 'CAJA-99' });
    await end(await setUp());
    expect(await again({ computer: 'CAJA-99' })).toMatchObject({
      stranger: { reason: 'other-computer' },
    });
  });

  it('is not opened from a copied profile on the computer of another number', async () => {
    await end(await setUp());
    expect(await again({ computer: 'caja-06' })).toMatchObject({
      stranger: { reason: 'other-till', name: '06' },
    });
    expect(await again({ computer: 'caja-07.chain.example' })).toMatchObject({ stranger: null });
  });

  it('does not stop a till of another chain, nor is a shop stopped by a file that others write', async () => {
    await end(await setUp());
    provision({ chainName: 'otra' });
    expect(await again({ account: 'gerente' })).toMatchObject({ stranger: null });
    provision({ account: 'nadie' }, 0o666);
    const open = await again();
    expect(open.stranger).toBeNull();
    await open.fleet.start();
    await open.fleet.poll();
    expect(open.host.notices.refused()).toMatchObject({
      option: 'machine-file',
      problem: { reason: 'writable' },
    });
  });
});

describe('the policy', () => {
  const uploads = (uploadTime: string) => ({
    reconciliation: { host: 'sftp.example', user: 'lupita', uploads: false, uploadTime },
  });

  it('is taken when the file changes, and noted; what a person changed besides holds', async () => {
    const first = await setUp();
    const till = getOpenTill(first);
    provision({ ...uploads('05:00'), shop: { name: 'Not policy' } });
    // By itself, at its next time.
    await vi.waitFor(() => {
      clock.advance(30_000);
      expect(till.settings.reconciliation?.uploadTime).toBe('05:00');
    }, 120_000);
    expect(getOpenTill(first)).toBe(till);
    expect(till.settings.shop.name).toBe('Abarrotes Lupita');
    await end(first);
    const next = await again();
    const printer = { kind: 'screen', columns: 48 };
    provision({ ...uploads('05:00'), printer });
    await next.fleet.start();
    await next.fleet.poll();
    expect(getOpenTill(next).settings.printer).toEqual(printer);
    provision({ printer });
    await next.fleet.poll();
    expect(getOpenTill(next).settings.reconciliation).toBeUndefined();
    const notes = await at.noted(next, 'settings-changed');
    expect(notes).toMatchObject([
      { section: 'policy', changed: [{ field: 'reconciliation' }] },
      { section: 'policy', changed: [{ field: 'printer' }] },
      { section: 'policy', changed: [{ field: 'reconciliation', to: null }] },
    ]);
  });

  it('waits for a payment that is out', async () => {
    const first = await setUp();
    const till = getOpenTill(first);
    const sending = vi.spyOn(till.payments, 'isSending').mockReturnValue(true);
    vi.spyOn(till.payments, 'answered').mockResolvedValue(undefined);
    provision(uploads('05:00'));
    await first.fleet.poll();
    expect(sending).toHaveBeenCalled();
    expect(till.settings.reconciliation).toBeUndefined();
    expect(first.host.notices.refused()).toBeNull();
    sending.mockReturnValue(false);
    await first.fleet.poll();
    expect(till.settings.reconciliation?.uploadTime).toBe('05:00');
  });

  it.each([
    [
      'does not fit',
      { printer: { kind: 'screen', columns: 7 }, ...uploads('05:00') },
      'provisioning',
    ],
    [
      'names a service that is not there',
      { baseUrl: 'https://127.0.0.1:9', ...uploads('05:00') },
      'service-unreachable',
    ],
  ])(
    'that %s is refused as a whole, with a light, and the old settings hold',
    async (_n, bad, kind) => {
      const first = await setUp();
      const before = getOpenTill(first).settings;
      provision(bad);
      await letTimePass(first.fleet.poll());
      expect(first.host.notices.refused()).toMatchObject({
        option: 'machine-file',
        problem: { kind },
      });
      expect(getOpenTill(first).settings).toEqual(before);
      expect(getOpenTill(first).getStatusReport().lights).toContainEqual(
        expect.objectContaining({ light: 'settings', code: 'refused' }),
      );
      provision();
      await letTimePass(first.fleet.poll());
      expect(first.host.notices.refused()).toBeNull();
    },
  );

  it('is no matter of a till that a person set up', async () => {
    await end(await setUp());
    const next = await again();
    await next.fleet.start();
    next.fleet.stop();
    vi.spyOn(next.host, 'policy').mockReturnValue(null);
    provision(uploads('05:00'));
    await next.fleet.start();
    await next.fleet.poll();
    expect(getOpenTill(next).settings.reconciliation).toBeUndefined();
  });
});

import { chmodSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { rootCertificates } from 'node:tls';
import { describe, expect, it, vi } from 'vitest';
import { createFleetComputer, getOpenTill } from './fleet.fixture.ts';

const computer = createFleetComputer();
const { clock, provision, secrets, start } = computer;

/** Returns any certificate. */
const pem = (): string => rootCertificates[0] ?? '';

/** Sets up a till from the machine file and returns the started program. */
async function setUp() {
  provision();
  secrets();
  const first = start();
  expect(await first.fleet.findForeignTillProblem()).toBeNull();
  first.host.open();
  expect(await first.fleet.start()).toEqual({ ok: true, value: null });
  return first;
}
async function restart(startOptions: Parameters<typeof start>[0] = {}) {
  const next = start(startOptions);
  const foreignProblem = await next.fleet.findForeignTillProblem();
  if (foreignProblem === null) next.host.open();
  return { ...next, foreignProblem };
}
/** An unreachable service is requested more than once, so virtual time must pass. */
async function advanceUntilDone(work: Promise<void>): Promise<void> {
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
async function closeTill({ host, fleet }: Pick<ReturnType<typeof start>, 'host' | 'fleet'>) {
  fleet.stop();
  await host.close();
}

describe('first start with an empty profile', () => {
  it('sets up the till of this computer with its keys and cashiers', async () => {
    const first = await setUp();
    const till = getOpenTill(first);
    expect(till.settings).toMatchObject({ chainName: 'lupita', posNumber: '07' });
    expect(await first.settings.readSecrets('sandbox')).toMatchObject({
      secretKey: computer.service().secretKey,
    });
    expect(await till.staff.signIn('carmen', '3333')).toMatchObject({ ok: true });
    // The light stays on as long as the file exists.
    expect(first.host.notices.getWarning().fileLeft).toBe('secrets.json');
    expect(till.getStatusReport().lights).toContainEqual(
      expect.objectContaining({ light: 'settings', code: 'file-left' }),
    );
    rmSync(join(computer.machine().folder, 'secrets.json'));
    await first.fleet.poll();
    expect(first.host.notices.getWarning().fileLeft).toBeNull();
    expect(await computer.noted(first, 'staff-provisioned')).toMatchObject([{ way: 'fleet' }]);
  });

  it('prefers the entry of the computer over the fields for all', async () => {
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
    const startedWithoutFile = start();
    expect(await startedWithoutFile.fleet.findForeignTillProblem()).toBeNull();
    expect(await startedWithoutFile.fleet.start()).toMatchObject({ ok: true });
    expect(startedWithoutFile.host.till()).toBeNull();
    provision();
    secrets();
    const startedElsewhere = start({ profile: '/elsewhere' });
    expect(await startedElsewhere.fleet.start()).toMatchObject({ ok: true });
    expect(startedElsewhere.host.till()).toBeNull();
    provision({ profile: '/elsewhere' });
    const startedOwn = start({ profile: '/elsewhere' });
    expect(await startedOwn.fleet.start()).toMatchObject({ ok: true });
    expect(startedOwn.host.till()).not.toBeNull();
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
  ])('rejects a machine file %s and names the field', async (_name, content, field) => {
    if (typeof content === 'string') computer.put('provision.json', content, 0o644);
    else provision(content);
    secrets();
    const { host, fleet } = start();
    const done = await fleet.start();
    expect(done).toMatchObject({ ok: false, problem: { kind: 'provisioning', field } });
    expect(host.till()).toBeNull();
  });

  it('joins the chain with the role of this computer and the password of the secrets file', async () => {
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
    expect(await first.settings.readSecrets('sandbox')).toMatchObject({ chainPassword: 'first' });
  });

  it('names the missing fields of the secrets file', async () => {
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
    chmodSync(computer.machine().folder, 0o777);
    expect(await start().fleet.start()).toMatchObject({ problem: { reason: 'writable' } });
  });

  it.skipIf(process.platform === 'win32')('refuses secrets that others can read', async () => {
    provision();
    const file = secrets({}, 0o640);
    expect(await start().fleet.start()).toMatchObject({ problem: { reason: 'secrets-open' } });
    chmodSync(file, 0o600);
    if (process.getuid?.() === 0) {
      computer.giveAway(file);
      expect(await start().fleet.start()).toMatchObject({ problem: { reason: 'secrets-open' } });
    }
    rmSync(file);
    secrets({ pinz: {} });
    const rejected = await start().fleet.start();
    expect(rejected).toMatchObject({ problem: { kind: 'provisioning', field: 'secrets.json' } });
    expect(JSON.stringify(rejected)).not.toContain(computer.service().secretKey);
  });
});

describe('tills that belong elsewhere', () => {
  it('does not open the till for another account, and names its account', async () => {
    provision();
    secrets();
    const otherAccountStart = await restart({ account: 'gerente' });
    expect(otherAccountStart.foreignProblem).toEqual({
      kind: 'machine-file',
      reason: 'other-account',
      name: 'caja',
    });
    if (otherAccountStart.foreignProblem) {
      expect(
        await otherAccountStart.fleet.formatStartProblem(otherAccountStart.foreignProblem),
      ).toContain('es de la cuenta caja');
    }
    await closeTill(await setUp());
    // A copied profile does not help either.
    expect(await restart({ account: 'gerente' })).toMatchObject({
      foreignProblem: { name: 'caja' },
    });
  });

  it('does not open the till on a computer that is not in the table', async () => {
    provision();
    secrets();
    const copied = await restart({ computer: 'CAJA-99' });
    expect(copied.foreignProblem).toMatchObject({ reason: 'other-computer', name: 'CAJA-99' });
    await closeTill(await setUp());
    expect(await restart({ computer: 'CAJA-99' })).toMatchObject({
      foreignProblem: { reason: 'other-computer' },
    });
  });

  it('does not open a copied profile on the computer of another number', async () => {
    await closeTill(await setUp());
    expect(await restart({ computer: 'caja-06' })).toMatchObject({
      foreignProblem: { reason: 'other-till', name: '06' },
    });
    expect(await restart({ computer: 'caja-07.chain.example' })).toMatchObject({
      foreignProblem: null,
    });
  });

  it('opens a till of another chain, and one whose machine file others can write', async () => {
    await closeTill(await setUp());
    provision({ chainName: 'otra' });
    expect(await restart({ account: 'gerente' })).toMatchObject({ foreignProblem: null });
    provision({ account: 'nadie' }, 0o666);
    const open = await restart();
    expect(open.foreignProblem).toBeNull();
    await open.fleet.start();
    await open.fleet.poll();
    expect(open.host.notices.getRejectedStartupRequest()).toMatchObject({
      option: 'machine-file',
      problem: { reason: 'writable' },
    });
  });
});

describe('policy', () => {
  const uploads = (uploadTime: string) => ({
    reconciliation: { host: 'sftp.example', user: 'lupita', uploads: false, uploadTime },
  });

  it('applies and records policy changes of the file, and keeps other changes by a person', async () => {
    const first = await setUp();
    const till = getOpenTill(first);
    provision({ ...uploads('05:00'), shop: { name: 'Not policy' } });
    // Applied at the next poll.
    await vi.waitFor(() => {
      clock.advance(30_000);
      expect(till.settings.reconciliation?.uploadTime).toBe('05:00');
    }, 120_000);
    expect(getOpenTill(first)).toBe(till);
    expect(till.settings.shop.name).toBe('Abarrotes Lupita');
    await closeTill(first);
    const next = await restart();
    const printer = { kind: 'screen', columns: 48 };
    provision({ ...uploads('05:00'), printer });
    await next.fleet.start();
    await next.fleet.poll();
    expect(getOpenTill(next).settings.printer).toEqual(printer);
    provision({ printer });
    await next.fleet.poll();
    expect(getOpenTill(next).settings.reconciliation).toBeUndefined();
    const notes = await computer.noted(next, 'settings-changed');
    expect(notes).toMatchObject([
      { section: 'policy', changed: [{ field: 'reconciliation' }] },
      { section: 'policy', changed: [{ field: 'printer' }] },
      { section: 'policy', changed: [{ field: 'reconciliation', to: null }] },
    ]);
  });

  it('defers a policy change while a payment is in progress', async () => {
    const first = await setUp();
    const till = getOpenTill(first);
    const sending = vi.spyOn(till.payments, 'isSending').mockReturnValue(true);
    vi.spyOn(till.payments, 'waitForAnswers').mockResolvedValue(undefined);
    provision(uploads('05:00'));
    await first.fleet.poll();
    expect(sending).toHaveBeenCalled();
    expect(till.settings.reconciliation).toBeUndefined();
    expect(first.host.notices.getRejectedStartupRequest()).toBeNull();
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
      'names an unreachable service',
      { baseUrl: 'https://127.0.0.1:9', ...uploads('05:00') },
      'service-unreachable',
    ],
  ])(
    'rejects a policy that %s completely, shows a light, and keeps the old settings',
    async (_n, invalidContent, kind) => {
      const first = await setUp();
      const before = getOpenTill(first).settings;
      provision(invalidContent);
      await advanceUntilDone(first.fleet.poll());
      expect(first.host.notices.getRejectedStartupRequest()).toMatchObject({
        option: 'machine-file',
        problem: { kind },
      });
      expect(getOpenTill(first).settings).toEqual(before);
      expect(getOpenTill(first).getStatusReport().lights).toContainEqual(
        expect.objectContaining({ light: 'settings', code: 'refused' }),
      );
      provision();
      await advanceUntilDone(first.fleet.poll());
      expect(first.host.notices.getRejectedStartupRequest()).toBeNull();
    },
  );

  it('ignores the policy on a till that a person set up', async () => {
    await closeTill(await setUp());
    const next = await restart();
    await next.fleet.start();
    next.fleet.stop();
    vi.spyOn(next.host, 'getFleetPolicy').mockReturnValue(null);
    provision(uploads('05:00'));
    await next.fleet.start();
    await next.fleet.poll();
    expect(getOpenTill(next).settings.reconciliation).toBeUndefined();
  });
});

import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { silentLog } from '../../platform/index.ts';
import { patchedTill } from './apply-patch-file.fixture.ts';
import { runRemoteCommand, sendRemoteCommand, startRemoteCommandServer } from './index.ts';

const at = patchedTill();
const { till, put, pinFile, apply, state, noted } = at;

describe('a patch at a till at work', () => {
  it('changes what it names and nothing else, signs nobody out, and is noted', async () => {
    const before = await state();
    await till().staff.signIn('ana', '1111');
    const open = till();
    const done = await apply(put({ shop: { name: 'La Esquina' }, lockAfterMinutes: 9 }));
    expect(done).toMatchObject({ code: 0, problem: null });
    expect(done.lines.join()).toContain('shop.name');
    expect(till()).toBe(open);
    expect(till().staff.current()?.id).toBe('ana');
    const { shop } = before.settings;
    expect(till().settings).toEqual({
      ...before.settings,
      shop: { ...shop, name: 'La Esquina' },
      lockAfterMinutes: 9,
    });
    expect(await at.settings.secrets('sandbox')).toEqual(before.secrets);
    expect(till().staff.listActive()).toEqual(before.staff);
    expect(await noted()).toMatchObject([{ who: 'carmen', section: 'patch' }]);
  });

  it('takes new keys alone, proves them, and takes them out of the file', async () => {
    const file = put({
      apiKey: at.service.apiKey,
      secretKey: at.service.secretKey,
      lockAfterMinutes: 7,
    });
    const done = await apply(file);
    expect(done).toMatchObject({ code: 0 });
    expect(done.lines.join()).toContain('no longer does');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ lockAfterMinutes: 7 });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(till().settings.lockAfterMinutes).toBe(7);
    expect(JSON.stringify(await noted())).not.toContain(at.service.secretKey);
  });

  it('changes nothing a second time, and with --check nothing at all', async () => {
    const before = await state();
    const file = put({ shopCopy: true });
    const checked = await apply(file, pinFile(), true);
    expect(checked).toMatchObject({ code: 0, problem: null });
    expect(checked.lines.join()).toContain('Nothing was kept');
    expect(await state()).toEqual(before);
    expect(await apply(file)).toMatchObject({ code: 0 });
    const once = at.settings.revision();
    const again = await apply(file);
    expect(again.lines).toEqual(['Nothing to change: the till has these settings.']);
    expect(at.settings.revision()).toBe(once);
  });

  it('takes a field away by null, merges objects, and replaces what has a kind', async () => {
    await apply(put({ lowBalance: null, shop: { address: null }, customerFee: { kind: 'none' } }));
    const { lowBalance, shop, customerFee } = till().settings;
    expect(lowBalance).toBeUndefined();
    expect(shop).toMatchObject({ name: 'Abarrotes Lupita', helpLine: '800 000 0000' });
    expect(shop.address).toBeUndefined();
    expect(customerFee).toEqual({ kind: 'none' });
  });

  it('replaces the people only where it names them', async () => {
    const people = [{ id: 'rosa', name: 'Rosa', pin: '4821', role: 'owner' }];
    const file = put({ cashiers: people });
    expect(await apply(file)).toMatchObject({ code: 0 });
    expect(till().staff.listActive()).toEqual([{ id: 'rosa', name: 'Rosa', role: 'owner' }]);
    expect(readFileSync(file, 'utf8')).not.toContain('4821');
  });

  it('goes over the socket to the till that is open', async () => {
    const errands = await startRemoteCommandServer({
      profileFolder: at.profile,
      log: silentLog,
      run: (asked) => runRemoteCommand(at.host, asked),
    });
    const file = put({ lockAfterMinutes: 3 });
    const asked = { kind: 'apply', file, pin: pinFile(), isCheckOnly: false } as const;
    expect(await sendRemoteCommand(at.profile, asked)).toMatchObject({ code: 0 });
    expect(till().settings.lockAfterMinutes).toBe(3);
    const wrong = { ...asked, file: put('{'), pin: pinFile() };
    expect(await sendRemoteCommand(at.profile, wrong)).toMatchObject({ code: 8 });
    errands.close();
  });

  it('waits for a payment that is out, and gives way to it', async () => {
    vi.spyOn(till().payments, 'answered').mockResolvedValue(undefined);
    vi.spyOn(till().payments, 'isSending').mockReturnValue(true);
    const before = await state();
    const done = await apply(put({ lockAfterMinutes: 3 }));
    expect(done).toMatchObject({ code: 2 });
    expect(done.lines.join()).toContain('Nothing was changed');
    expect(await state()).toEqual(before);
  });
});

describe('who may', () => {
  const wish = { lockAfterMinutes: 4 };

  it.each([
    ['nobody', () => null],
    ['a cashier', () => pinFile('1111', 'ana')],
    ['a supervisor', () => pinFile('2222', 'luis')],
    ['a wrong PIN', () => pinFile('0000')],
    ['a stranger', () => pinFile('3333', 'nadie')],
    ['a file that is no PIN file', () => put({ cashierId: 'carmen' }, 'pin.json')],
    ['a file that is not there', () => join(at.folder, 'no-pin.json')],
  ])('is not %s: 9, and nothing changes', async (_who, pin) => {
    const before = await state();
    const done = await apply(put(wish), pin());
    expect(done.code, done.lines.join()).toBe(9);
    expect(await state()).toEqual(before);
  });

  it('requires an owner and deletes the PIN file also when the patch is rejected', async () => {
    const pin = pinFile();
    expect(await apply(put('{'), pin)).toMatchObject({ code: 8 });
    expect(existsSync(pin)).toBe(false);
    expect(await apply(put(wish), pinFile())).toMatchObject({ code: 0 });
  });

  describe.skipIf(process.platform === 'win32')('from the folder of the machine', () => {
    const inMachine = (content: unknown, mode = 0o644): string => {
      const file = join(at.machine.folder, 'patch.json');
      writeFileSync(file, JSON.stringify(content));
      chmodSync(file, mode);
      return file;
    };

    it('needs no PIN, and says so in the audit log', async () => {
      expect(await apply(inMachine(wish), null)).toMatchObject({ code: 0 });
      expect(till().settings.lockAfterMinutes).toBe(4);
      expect(await noted()).toMatchObject([{ who: null, section: 'patch' }]);
    });

    it.each([
      [{ apiKey: 'x' }],
      [{ secretKey: 'x' }],
      [{ baseUrl: 'https://example.com' }],
      [{ environment: 'sandbox' }],
      [{ reconciliation: { host: 'h', user: 'u', uploads: false } }],
      [{ cashiers: [{ id: 'eva', name: 'Eva', pin: '4821', role: 'owner' }] }],
    ])('always needs it for %j', async (patch) => {
      const before = await state();
      expect(await apply(inMachine(patch), null)).toMatchObject({ code: 9 });
      expect(await state()).toEqual(before);
    });

    it('is refused in words where others can write file or folder', async () => {
      expect(await apply(inMachine(wish, 0o666), null)).toMatchObject({ code: 8 });
      chmodSync(at.machine.folder, 0o777);
      const done = await apply(inMachine(wish), null);
      expect(done.code).toBe(8);
      expect(done.lines.join()).toContain('others can write');
      // Not even with a PIN: whose wish it is nobody knows.
      expect(await apply(inMachine(wish))).toMatchObject({ code: 8 });
    });

    it('is no such folder for a link that leads into it', async () => {
      const other = join(at.folder, 'other');
      mkdirSync(other);
      symlinkSync(other, join(at.folder, 'leads'));
      writeFileSync(join(other, 'patch.json'), JSON.stringify(wish), { mode: 0o600 });
      const done = await apply(join(at.folder, 'leads', 'patch.json'), null);
      expect(done.code).toBe(9);
    });
  });
});

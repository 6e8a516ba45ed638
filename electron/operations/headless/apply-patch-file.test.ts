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
import { createPatchedTill } from './apply-patch-file.fixture.ts';
import { runRemoteCommand, sendRemoteCommand, startRemoteCommandServer } from './index.ts';

const at = createPatchedTill();
const { till, writePatch, writePinFile, apply, readState, readAuditNotes } = at;

describe('patching an open till', () => {
  it('changes only the named fields, signs nobody out, and records the change', async () => {
    const before = await readState();
    await till().staff.signIn('ana', '1111');
    const tillBefore = till();
    const outcome = await apply(writePatch({ shop: { name: 'La Esquina' }, lockAfterMinutes: 9 }));
    expect(outcome).toMatchObject({ code: 0, problem: null });
    expect(outcome.lines.join()).toContain('shop.name');
    expect(till()).toBe(tillBefore);
    expect(till().staff.getCurrentCashier()?.id).toBe('ana');
    const { shop } = before.settings;
    expect(till().settings).toEqual({
      ...before.settings,
      shop: { ...shop, name: 'La Esquina' },
      lockAfterMinutes: 9,
    });
    expect(await at.settings.readSecrets('sandbox')).toEqual(before.secrets);
    expect(till().staff.listActive()).toEqual(before.staff);
    expect(await readAuditNotes()).toMatchObject([{ who: 'carmen', section: 'patch' }]);
  });

  it('accepts new keys, tests them, and removes them from the file', async () => {
    const file = writePatch({
      apiKey: at.service.apiKey,
      secretKey: at.service.secretKey,
      lockAfterMinutes: 7,
    });
    const outcome = await apply(file);
    expect(outcome).toMatchObject({ code: 0 });
    expect(outcome.lines.join()).toContain('were removed from');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ lockAfterMinutes: 7 });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(till().settings.lockAfterMinutes).toBe(7);
    expect(JSON.stringify(await readAuditNotes())).not.toContain(at.service.secretKey);
  });

  it('changes nothing on a repetition, and nothing at all with --check', async () => {
    const before = await readState();
    const file = writePatch({ shopCopy: true });
    const checkOutcome = await apply(file, writePinFile(), true);
    expect(checkOutcome).toMatchObject({ code: 0, problem: null });
    expect(checkOutcome.lines.join()).toContain('Nothing was saved');
    expect(await readState()).toEqual(before);
    expect(await apply(file)).toMatchObject({ code: 0 });
    const revisionBefore = at.settings.getRevision();
    const repeated = await apply(file);
    expect(repeated.lines).toEqual(['Nothing to change: the till already has these settings.']);
    expect(at.settings.getRevision()).toBe(revisionBefore);
  });

  it('removes a field with null, merges objects, and replaces objects with a kind', async () => {
    await apply(
      writePatch({ lowBalance: null, shop: { address: null }, customerFee: { kind: 'none' } }),
    );
    const { lowBalance, shop, customerFee } = till().settings;
    expect(lowBalance).toBeUndefined();
    expect(shop).toMatchObject({ name: 'Abarrotes Lupita', helpLine: '800 000 0000' });
    expect(shop.address).toBeUndefined();
    expect(customerFee).toEqual({ kind: 'none' });
  });

  it('replaces the cashiers only if the patch names them', async () => {
    const cashiers = [{ id: 'rosa', name: 'Rosa', pin: '4821', role: 'owner' }];
    const file = writePatch({ cashiers });
    expect(await apply(file)).toMatchObject({ code: 0 });
    expect(till().staff.listActive()).toEqual([{ id: 'rosa', name: 'Rosa', role: 'owner' }]);
    expect(readFileSync(file, 'utf8')).not.toContain('4821');
  });

  it('applies a patch sent over the socket to the open till', async () => {
    const server = await startRemoteCommandServer({
      profileFolder: at.profile,
      log: silentLog,
      run: (request) => runRemoteCommand(at.host, request),
    });
    const file = writePatch({ lockAfterMinutes: 3 });
    const request = { kind: 'apply', file, pin: writePinFile(), isCheckOnly: false } as const;
    expect(await sendRemoteCommand(at.profile, request)).toMatchObject({ code: 0 });
    expect(till().settings.lockAfterMinutes).toBe(3);
    const invalidRequest = { ...request, file: writePatch('{'), pin: writePinFile() };
    expect(await sendRemoteCommand(at.profile, invalidRequest)).toMatchObject({ code: 8 });
    server.close();
  });

  it('applies no patch while a payment is in progress', async () => {
    vi.spyOn(till().payments, 'waitForAnswers').mockResolvedValue(undefined);
    vi.spyOn(till().payments, 'isSending').mockReturnValue(true);
    const before = await readState();
    const outcome = await apply(writePatch({ lockAfterMinutes: 3 }));
    expect(outcome).toMatchObject({ code: 2 });
    expect(outcome.lines.join()).toContain('Nothing was changed');
    expect(await readState()).toEqual(before);
  });
});

describe('permission to patch', () => {
  const patch = { lockAfterMinutes: 4 };

  it.each([
    ['no PIN file', () => null],
    ['a cashier', () => writePinFile('1111', 'ana')],
    ['a supervisor', () => writePinFile('2222', 'luis')],
    ['a wrong PIN', () => writePinFile('0000')],
    ['an unknown cashier', () => writePinFile('3333', 'nadie')],
    ['an invalid PIN file', () => writePatch({ cashierId: 'carmen' }, 'pin.json')],
    ['a missing PIN file', () => join(at.folder, 'no-pin.json')],
  ])('rejects a patch with %s: exit code 9 and no change', async (_case, pin) => {
    const before = await readState();
    const outcome = await apply(writePatch(patch), pin());
    expect(outcome.code, outcome.lines.join()).toBe(9);
    expect(await readState()).toEqual(before);
  });

  it('requires an owner and deletes the PIN file also when the patch is rejected', async () => {
    const pin = writePinFile();
    expect(await apply(writePatch('{'), pin)).toMatchObject({ code: 8 });
    expect(existsSync(pin)).toBe(false);
    expect(await apply(writePatch(patch), writePinFile())).toMatchObject({ code: 0 });
  });

  describe.skipIf(process.platform === 'win32')('patches in the machine folder', () => {
    const writeMachinePatch = (content: unknown, mode = 0o644): string => {
      const file = join(at.machine.folder, 'patch.json');
      writeFileSync(file, JSON.stringify(content));
      chmodSync(file, mode);
      return file;
    };

    it('applies a machine patch without a PIN, and records that', async () => {
      expect(await apply(writeMachinePatch(patch), null)).toMatchObject({ code: 0 });
      expect(till().settings.lockAfterMinutes).toBe(4);
      expect(await readAuditNotes()).toMatchObject([{ who: null, section: 'patch' }]);
    });

    it.each([
      [{ apiKey: 'x' }],
      [{ secretKey: 'x' }],
      [{ baseUrl: 'https://example.com' }],
      [{ environment: 'sandbox' }],
      [{ reconciliation: { host: 'h', user: 'u', uploads: false } }],
      [{ cashiers: [{ id: 'eva', name: 'Eva', pin: '4821', role: 'owner' }] }],
    ])('requires a PIN for the machine patch %j', async (patch) => {
      const before = await readState();
      expect(await apply(writeMachinePatch(patch), null)).toMatchObject({ code: 9 });
      expect(await readState()).toEqual(before);
    });

    it('rejects a machine patch if others can write the file or its folder', async () => {
      expect(await apply(writeMachinePatch(patch, 0o666), null)).toMatchObject({ code: 8 });
      chmodSync(at.machine.folder, 0o777);
      const outcome = await apply(writeMachinePatch(patch), null);
      expect(outcome.code).toBe(8);
      expect(outcome.lines.join()).toContain('others can write');
      // Not even with a PIN, because the author of the file is unknown.
      expect(await apply(writeMachinePatch(patch))).toMatchObject({ code: 8 });
    });

    it('does not treat a linked folder as the machine folder', async () => {
      const otherFolder = join(at.folder, 'other');
      mkdirSync(otherFolder);
      symlinkSync(otherFolder, join(at.folder, 'leads'));
      writeFileSync(join(otherFolder, 'patch.json'), JSON.stringify(patch), { mode: 0o600 });
      const outcome = await apply(join(at.folder, 'leads', 'patch.json'), null);
      expect(outcome.code).toBe(9);
    });
  });
});

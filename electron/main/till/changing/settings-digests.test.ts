import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { PROVISIONED_BY_FIRST_SET_UP } from '../../../counter/staff/index.ts';
import { getLedgerFile, toIsoTime } from '../../../platform/index.ts';
import { createProductionProvisioning, createTestProfile } from '../host.fixture.ts';
import type { TillHost } from '../index.ts';

const profile = createTestProfile();
const { clock, start, withProductionKeys } = profile;

describe('manual edits of the settings', () => {
  const editSettingsFile = (): void => {
    const text = JSON.stringify(profile.storedSettings).replace(
      '"posNumber":"07"',
      '"posNumber":"99"',
    );
    expect(text).not.toBe(JSON.stringify(profile.storedSettings));
    profile.storedSettings = JSON.parse(text);
  };
  const listNoteKinds = (): unknown[] => {
    const database = new DatabaseSync(getLedgerFile(profile.folder, 'production'));
    const rows = database
      .prepare("SELECT kind FROM audit WHERE kind LIKE 'settings-%' ORDER BY number")
      .all();
    database.close();
    return rows.map((row) => row.kind);
  };
  const getEditedAt = (host: TillHost): unknown =>
    host.till()?.status.getStatusLine().warned.settingsEditedAt;

  it('shows manually edited settings on the status line after the next start and notes them once', async () => {
    await withProductionKeys('A');
    const unchangedHost = start();
    unchangedHost.open();
    expect(getEditedAt(unchangedHost)).toBeNull();
    await unchangedHost.close();
    expect(listNoteKinds()).toEqual(['settings-kept']);
    editSettingsFile();
    const host = start();
    host.open();
    expect(getEditedAt(host)).toBe(toIsoTime(clock.now()));
    expect(host.till()?.status.getStatusLine().warned.settingsEdited).toEqual(['posNumber']);
    expect(host.till()?.getStatusReport().lights).toContainEqual({
      light: 'settings',
      colour: 'red',
      code: 'edited',
      detail: 'posNumber',
    });
    await host.close();
    expect(listNoteKinds()).toEqual(['settings-kept', 'settings-edited']);
    const thirdHost = start();
    thirdHost.open();
    expect(getEditedAt(thirdHost)).toBeNull();
    await thirdHost.close();
    expect(listNoteKinds()).toEqual(['settings-kept', 'settings-edited']);
  });

  it.each([
    ['"posNumber":"07"', '"posNumber":"0\\u202e7"'],
    ['"chainName":"mostrador"', '"chainName":"mostrador\\nFOOTER|0"'],
    ['"baseUrl":"https://127.0.0.1:9"', '"baseUrl":"http://127.0.0.1:9"'],
    ['"version":"v3.mx"', '"version":"v3.mx","lockAfterMinutes":0'],
    [
      '"tills":{"production":{"environment":"production"',
      '"tills":{"production":{"environment":"training"',
    ],
  ])(
    'refuses manually edited settings that no screen accepts: %s as %s',
    async (original, edited) => {
      await withProductionKeys('A');
      const text = JSON.stringify(profile.storedSettings).replace(original, edited);
      expect(text).not.toBe(JSON.stringify(profile.storedSettings));
      profile.storedSettings = JSON.parse(text);
      const host = start();
      host.open();
      expect(host.till()).toBeNull();
      expect(host.storageProblem()).toMatchObject({
        reason: 'damaged-settings',
        file: 'settings.json',
      });
      expect(JSON.stringify(profile.storedSettings)).toBe(text.replaceAll('\\u202e', '\u202e'));
    },
  );

  it('reports no manual edit after a provisioning or a change on the screens', async () => {
    await withProductionKeys('A');
    const host = start();
    host.open();
    const by = { id: 'carmen', name: 'Carmen' };
    const patch = { lockAfterMinutes: 7 };
    const revision = profile.settings.ok ? profile.settings.value.getRevision() : 0;
    const original = await host.auditedSettings?.change(
      { patch, revision },
      { by, approvedBy: null },
    );
    expect(original).toMatchObject({ ok: true });
    expect(
      await host.provision(
        createProductionProvisioning('A'),
        profile.folder,
        PROVISIONED_BY_FIRST_SET_UP,
      ),
    ).toMatchObject({
      ok: true,
    });
    await host.close();
    const secondHost = start();
    secondHost.open();
    expect(getEditedAt(secondHost)).toBeNull();
    await secondHost.close();
    expect(listNoteKinds()).not.toContain('settings-edited');
  });
});

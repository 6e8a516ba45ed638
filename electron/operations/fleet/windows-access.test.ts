import { expect, it } from 'vitest';
import { findUnauthorizedSddlReader, findUnauthorizedSddlWriter } from './windows-access.ts';

it.each([
  ['only administrators and the system', 'O:BAG:SYD:PAI(A;OICI;FA;;;SY)(A;OICI;FA;;;BA)', null],
  ['users who read', 'O:SYG:SYD:P(A;;FA;;;SY)(A;;FA;;;BA)(A;;0x1200a9;;;BU)', null],
  ['users who read, in letters', 'O:BAG:BAD:(A;;FA;;;BA)(A;;FRFX;;;WD)', null],
  ['a list only for child objects', 'O:BAG:BAD:(A;;FA;;;BA)(A;OICIIO;GA;;;CO)', null],
  ['a denied user', 'O:BAG:BAD:(D;;FA;;;BU)(A;;FA;;;BA)', null],
  ['an audit list behind it', 'O:BAG:BAD:(A;;FA;;;BA)S:(AU;SAFA;FA;;;WD)', null],
  // As inherited by a folder under ProgramData: users may create files in it.
  ['users who make files', 'O:BAG:SYD:(A;OICIID;FA;;;SY)(A;CIID;DCLCRPCR;;;BU)', 'BU'],
  ['users with full access', 'O:BAG:BAD:(A;;FA;;;BA)(A;;FA;;;BU)', 'BU'],
  ['a user by SID', 'O:BAG:BAD:(A;;0x1301bf;;;S-1-5-21-1-2-3-1001)', 'S-1-5-21-1-2-3-1001'],
  ['another owner', 'O:S-1-5-21-1-2-3-1001G:BAD:(A;;FA;;;BA)', 'S-1-5-21-1-2-3-1001'],
  ['no access list', 'O:BAG:BAD:NO_ACCESS_CONTROL', 'everybody'],
  ['an empty descriptor', '', 'somebody'],
])('finds who can write, given %s', (_name, sddl, trustee) => {
  expect(findUnauthorizedSddlWriter(sddl)).toBe(trustee);
});

it.each([
  ['only the account', 'O:BAG:BAD:PAI(A;;FA;;;SY)(A;;FA;;;BA)(A;;FR;;;S-1-5-21-1-2-3-1001)', null],
  ['users as well', 'O:BAG:BAD:(A;;FA;;;BA)(A;;FR;;;BU)', 'BU'],
  ['another account', 'O:BAG:BAD:(A;;FR;;;S-1-5-21-1-2-3-1002)', 'S-1-5-21-1-2-3-1002'],
  ['no access list', 'O:BAG:BAD:NO_ACCESS_CONTROL', 'everybody'],
  ['an empty descriptor', '', 'everybody'],
])('finds who can read, given %s', (_name, sddl, trustee) => {
  expect(findUnauthorizedSddlReader(sddl, 'S-1-5-21-1-2-3-1001')).toBe(trustee);
});

import { expect, it } from 'vitest';
import { findSddlReader, findSddlWriter } from './windows-access.ts';

it.each([
  ['administrators and the system alone', 'O:BAG:SYD:PAI(A;OICI;FA;;;SY)(A;OICI;FA;;;BA)', null],
  ['users who read', 'O:SYG:SYD:P(A;;FA;;;SY)(A;;FA;;;BA)(A;;0x1200a9;;;BU)', null],
  ['users who read, in letters', 'O:BAG:BAD:(A;;FA;;;BA)(A;;FRFX;;;WD)', null],
  ['a list for the children alone', 'O:BAG:BAD:(A;;FA;;;BA)(A;OICIIO;GA;;;CO)', null],
  ['somebody who is denied', 'O:BAG:BAD:(D;;FA;;;BU)(A;;FA;;;BA)', null],
  ['an audit list behind it', 'O:BAG:BAD:(A;;FA;;;BA)S:(AU;SAFA;FA;;;WD)', null],
  // What a folder under ProgramData inherits: users may make files in it.
  ['users who make files', 'O:BAG:SYD:(A;OICIID;FA;;;SY)(A;CIID;DCLCRPCR;;;BU)', 'BU'],
  ['users who may do all', 'O:BAG:BAD:(A;;FA;;;BA)(A;;FA;;;BU)', 'BU'],
  ['somebody by number', 'O:BAG:BAD:(A;;0x1301bf;;;S-1-5-21-1-2-3-1001)', 'S-1-5-21-1-2-3-1001'],
  ['another owner', 'O:S-1-5-21-1-2-3-1001G:BAD:(A;;FA;;;BA)', 'S-1-5-21-1-2-3-1001'],
  ['no list', 'O:BAG:BAD:NO_ACCESS_CONTROL', 'everybody'],
  ['nothing that can be read', '', 'somebody'],
])('says who may write: %s', (_name, sddl, who) => {
  expect(findSddlWriter(sddl)).toBe(who);
});

it.each([
  ['the account alone', 'O:BAG:BAD:PAI(A;;FA;;;SY)(A;;FA;;;BA)(A;;FR;;;S-1-5-21-1-2-3-1001)', null],
  ['users as well', 'O:BAG:BAD:(A;;FA;;;BA)(A;;FR;;;BU)', 'BU'],
  ['another account', 'O:BAG:BAD:(A;;FR;;;S-1-5-21-1-2-3-1002)', 'S-1-5-21-1-2-3-1002'],
  ['no list', 'O:BAG:BAD:NO_ACCESS_CONTROL', 'everybody'],
  ['nothing that can be read', '', 'everybody'],
])('says who may read: %s', (_name, sddl, who) => {
  expect(findSddlReader(sddl, 'S-1-5-21-1-2-3-1001')).toBe(who);
});

import cash from './cash.json' with { type: 'json' };
import claimSheet from './claim-sheet.json' with { type: 'json' };
import codes from './codes.json' with { type: 'json' };
import connection from './connection.json' with { type: 'json' };
import files from './files.json' with { type: 'json' };
import problems from './problems.json' with { type: 'json' };
import receipt from './receipt.json' with { type: 'json' };

export const texts = {
  cash,
  'claim-sheet': claimSheet,
  codes,
  connection,
  files,
  problems,
  receipt,
};

/**
 * A reader of the reconciliation file, from its description alone: it shares no code with the till.
 * It takes nothing that the description does not allow, and throws, saying what.
 */
export interface ReadDailyFile {
  /** `YYYYMMDD` of the HEADER. */
  readonly date: string;
  readonly registers: readonly ReadRegister[];
}

export interface ReadRegister {
  /** `yyyy-MM-ddTHH:mm:ss`, UTC. */
  readonly createdAt: string;
  readonly billerId: string;
  readonly authorization: string;
  readonly accountNumber: string;
  readonly amount: string;
  readonly currency: string;
  /** Empty where none was sent. */
  readonly posNumber: string;
  readonly externalId: string;
}

export function readDailyFile(bytes: Uint8Array): ReadDailyFile {
  const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  // Whatever any program may take for the end of a line ends one here.
  const lines = text.split(/[\p{Cc}\p{Zl}\p{Zp}]/u);
  if (text.split('\n').length !== lines.length) throw new Error('a line that does not end in LF');
  const [first = '', ...rest] = lines;
  const last = rest.pop() ?? '';
  const header = /^HEADER\|(\d{8})$/.exec(first);
  if (header === null) throw new Error(`not a HEADER: ${first}`);
  const footer = /^FOOTER\|(0|[1-9]\d*)$/.exec(last);
  if (footer === null) throw new Error(`not a FOOTER: ${last}`);
  const registers = rest.map(readRegister);
  if (registers.length !== Number(footer[1])) {
    throw new Error(`the FOOTER counts ${footer[1]} and there are ${registers.length}`);
  }
  return { date: header[1] ?? '', registers };
}

function readRegister(line: string): ReadRegister {
  const fields = line.split('|');
  const [word, createdAt, billerId, authorization, accountNumber, amount, currency, ...more] =
    fields;
  const [posNumber, externalId] = more;
  if (fields.length !== 9 || word !== 'REGISTER') throw new Error(`not a REGISTER: ${line}`);
  const known = {
    createdAt: expect(createdAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/, line),
    billerId: expect(billerId, /^\d+$/, line),
    authorization: expect(authorization, /./u, line),
    accountNumber: expect(accountNumber, /./u, line),
    amount: expect(amount, /^\d+\.\d\d$/, line),
    currency: expect(currency, /./u, line),
    posNumber: expect(posNumber, /^$|\S/u, line),
    externalId: expect(externalId, /./u, line),
  };
  if (Number.isNaN(Date.parse(`${known.createdAt}Z`))) throw new Error(`no such time: ${line}`);
  return known;
}

function expect(field: string | undefined, form: RegExp, line: string): string {
  if (field === undefined || !form.test(field)) throw new Error(`a field is not its form: ${line}`);
  return field;
}

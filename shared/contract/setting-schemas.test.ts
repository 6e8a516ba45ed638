import { describe, expect, it } from 'vitest';
import { billPatternsSchema, chainSettingsSchema, provisioningSchema } from './provisioning.ts';

const { shape } = provisioningSchema;
const reconciliation = shape.reconciliation.unwrap().shape;
const createPrinter = (address: string) => ({
  kind: 'network',
  address,
  model: 'epson',
  columns: 42,
});

/** Every setting that names a host, with what is written around the host. */
const HOST_SETTINGS = [
  ['baseUrl', (host: string) => shape.baseUrl.safeParse(`https://${host}/v1`)],
  ['proxy', (host: string) => shape.proxy.safeParse(`http://user:pass@${host}:3128`)],
  ['printer', (host: string) => shape.printer.safeParse(createPrinter(`tcp://${host}:9100`))],
  ['reconciliation.host', (host: string) => reconciliation.host.safeParse(host)],
  ['chain.hosts', (host: string) => chainSettingsSchema.shape.hosts.safeParse([`${host}:5432`])],
] as const;

describe.each(HOST_SETTINGS)('the host of %s', (_name, parse) => {
  it.each(['10.0.0.8', 'caja-1.example', '[fe80::1]'])('accepts %s', (host) => {
    expect(parse(host).success).toBe(true);
  });

  it.each(['127.0.0.010', '0x7f.0.0.1', '127.1', '2130706433', '10.0.0.256', 'a:80:90', 'a b'])(
    'refuses %s',
    (host) => {
      expect(parse(host).success).toBe(false);
    },
  );
});

it('refuses a scheme or a port in the host of the SFTP server', () => {
  expect(reconciliation.host.safeParse('sftp://sftp.example.com').success).toBe(false);
  expect(reconciliation.host.safeParse('sftp.example.com:22').success).toBe(false);
});

it('removes blanks around hosts, keys and the POS number', () => {
  expect(reconciliation.host.parse('sftp.example.com ')).toBe('sftp.example.com');
  expect(reconciliation.user.parse(' lupita')).toBe('lupita');
  expect(shape.baseUrl.parse(' https://api.example ')).toBe('https://api.example');
  expect(shape.apiKey.parse('key\n')).toBe('key');
  for (const key of ['', 'clave-ñ', 'two words', 'a\u200bb', '“key”', 'key\u0000']) {
    expect(shape.apiKey.safeParse(key).success).toBe(false);
  }
  expect(shape.apiKey.parse('aZ09-_.~!+/=:')).toBe('aZ09-_.~!+/=:');
  expect(shape.secretKey.parse('\tsecret')).toBe('secret');
  expect(shape.vendor.parse('acme ')).toBe('acme');
  expect(shape.posNumber.parse('07 ')).toBe('07');
  expect(shape.printer.parse(createPrinter('tcp://10.0.0.8 '))).toMatchObject({
    address: 'tcp://10.0.0.8',
  });
});

it.each([
  [{ account: { from: 1, to: 21 } }],
  [{ account: { from: 9, to: 8 } }],
  [{ dueDate: { from: 1, to: 8 } }],
  [{ beginning: 'a' }],
  [{ length: 5 }],
  [{ amount: { from: 1, to: 4, decimals: 3 } }],
  [{ gln: '7707209914253' }],
])('rejects a form of the settings that cannot be: %j', (change) => {
  const form = { billerId: 1, length: 20, account: { from: 1, to: 8 } };
  expect(billPatternsSchema.safeParse([form]).success).toBe(true);
  expect(billPatternsSchema.safeParse([{ ...form, ...change }]).success).toBe(false);
});

import { z } from 'zod';
import { ACCOUNT_REASONS } from '../rules/index.ts';
import { billerKind, environmentName, identifier, instant, moneyValue, role } from './values.ts';

/**
 * Everything that can go wrong with a call, as a closed union. A kind and what the words need;
 * never a stack, a path or a secret. `shared/locales` has a text for each.
 */
export const problem = z.discriminatedUnion('kind', [
  /** The call itself was malformed. `field` is the path of the value that did not fit. */
  z.strictObject({ kind: z.literal('invalid-input'), field: z.string(), reason: z.string() }),
  z.strictObject({ kind: z.literal('not-signed-in') }),
  z.strictObject({ kind: z.literal('not-allowed'), needs: role }),
  z.strictObject({ kind: z.literal('not-set-up') }),
  /** Set up, but without a client: one is being made, the till ends, or its keys cannot be read. */
  z.strictObject({
    kind: z.literal('not-connected'),
    reason: z.enum(['not-ready', 'no-keys']),
  }),
  /** `waitSeconds` until the next try counts; 0 if it may be tried at once. */
  z.strictObject({ kind: z.literal('wrong-pin'), waitSeconds: z.number().int().min(0) }),
  z.strictObject({ kind: z.literal('wait'), waitSeconds: z.number().int().min(0) }),
  /**
   * Too many wrong PINs in a row. Whoever `endsWith` says ends it, or better; `waitSeconds` if it
   * also ends by itself.
   */
  z.strictObject({
    kind: z.literal('locked-out'),
    endsWith: role,
    waitSeconds: z.number().int().min(0).nullable(),
  }),
  /** A change of the staff that is refused. */
  z.strictObject({
    kind: z.literal('staff'),
    reason: z.enum([
      'last-owner',
      'yourself',
      'pin-taken',
      'pin-obvious',
      'pin-needed',
      'id-taken',
      'not-locked-out',
    ]),
  }),
  /** The reason why a shift, a drawer or its report cannot do this. */
  z.strictObject({
    kind: z.literal('shift'),
    reason: z.enum([
      /** No money is taken before a shift is opened. */
      'needed',
      'open-already',
      'closed',
      /** Only its cashier or a supervisor counts and closes it. */
      'not-yours',
      /** Another count was given since, or none. */
      'not-counted',
      'explanation',
      /** Payments are not resolved, or money was not handed over. */
      'held',
      'same-person',
      /** The report was shown too long ago, or to somebody else. */
      'report-gone',
    ]),
  }),
  /** A sum of a drawer that cannot be meant. */
  z.strictObject({
    kind: z.literal('cash'),
    reason: z.enum([
      'negative',
      'not-positive',
      'too-many-decimals',
      'too-much',
      'currency',
      'piece',
    ]),
  }),
  z.strictObject({
    kind: z.literal('not-found'),
    what: z.enum(['biller', 'payment', 'order', 'cashier', 'print-job', 'bill']),
  }),
  /** The service answered with a refusal. `message` is its own text, shown beside ours. */
  z.strictObject({
    kind: z.literal('service-refused'),
    httpStatus: z.number().int(),
    code: z.string().nullable(),
    message: z.string().nullable(),
  }),
  /** HTTP 401: the key pair, the signature or the address of the shop is not accepted. */
  z.strictObject({ kind: z.literal('keys-refused') }),
  /** Nothing reached the service. */
  z.strictObject({
    kind: z.literal('service-unreachable'),
    reason: z.enum([
      'no-network',
      'name-not-found',
      'refused',
      'tls',
      'proxy',
      'insecure-address',
      'other',
    ]),
  }),
  z.strictObject({ kind: z.literal('service-silent'), seconds: z.number().int() }),
  /** An answer that cannot be read: HTML, half a JSON, a shape that the interface does not know. */
  z.strictObject({ kind: z.literal('service-unreadable'), httpStatus: z.number().int() }),
  /** Our clock and the service's differ so much that signatures are not accepted. */
  z.strictObject({ kind: z.literal('clock-off'), minutes: z.number().int() }),
  z.strictObject({
    kind: z.literal('not-offered'),
    what: z.enum([
      'top-up-check',
      'cancel',
      'linked-bills',
      'drp',
      'balance',
      'extra-data',
      'cash-out',
      'training',
    ]),
  }),
  z.strictObject({
    kind: z.literal('account-number'),
    reason: z.enum(ACCOUNT_REASONS),
    /** What the biller takes, as it says it: `7..15`, `999-999`. */
    expected: z.string().nullable(),
  }),
  z.strictObject({
    kind: z.literal('amount'),
    reason: z.enum([
      'below-minimum',
      'too-many-decimals',
      'not-positive',
      'above-limit',
      'not-the-balance',
      'below-the-balance',
      'not-offered',
      'balance-first',
      'cash-too-little',
      'wrong-currency',
      'no-rate',
    ]),
    limit: moneyValue.nullable(),
  }),
  z.strictObject({
    kind: z.literal('biller-unusable'),
    reason: z.enum(['gone', 'no-currency', 'wrong-kind']),
    billerKind: billerKind.nullable(),
  }),
  /** The same biller and account have a payment whose outcome is not known yet. */
  z.strictObject({ kind: z.literal('held'), paymentId: identifier }),
  /** The payment is in a state in which this cannot be done; `until` is when it may be. */
  z.strictObject({
    kind: z.literal('payment-state'),
    state: z.string(),
    until: instant.nullable(),
  }),
  z.strictObject({
    kind: z.literal('storage'),
    reason: z.enum([
      'full',
      'read-only',
      'damaged',
      'newer-version',
      'earlier-format',
      'in-use',
      'failed',
    ]),
    /** The file's name without its folder, for the help line. */
    file: z.string(),
  }),
  z.strictObject({
    kind: z.literal('printer'),
    reason: z.enum([
      'not-set',
      'bad-address',
      'unreachable',
      'not-a-printer',
      'answers-as-epson',
      'answers-as-star',
      'no-such-path',
      'is-a-folder',
      'no-permission',
      'busy',
      'no-folder',
      'folder-closed',
      'disk-full',
      /** The paper could not be composed; the printer is not at fault. */
      'not-made',
      'cannot-answer',
      /** Something is there, and says nothing that a printer would: nothing was printed. */
      'no-answer',
      'cover-open',
      'paper-out',
      'offline',
      'error',
      'silent',
      'broke-off',
    ]),
  }),
  /** A copy of the ledger could not be made, or not be kept. The copies that are there stay. */
  z.strictObject({
    kind: z.literal('backup'),
    reason: z.enum([
      'no-folder',
      'not-a-folder',
      'full',
      'read-only',
      'ledger-damaged',
      'copy-damaged',
      'under-way',
      'failed',
    ]),
  }),
  /** A backup cannot take the ledger's place. Nothing was changed. */
  z.strictObject({
    kind: z.literal('restore'),
    reason: z.enum([
      'not-there',
      'not-a-ledger',
      'damaged',
      'not-as-sealed',
      'other-environment',
      'other-till',
      'newer-version',
      /** It is of a till from before version 1 of the ledger, which no program can bring over. */
      'earlier-format',
      /** The ledger in use holds what the backup does not: only if a supervisor insists. */
      'older',
      /** The backup and the ledger in use each hold what the other does not: they diverged. */
      'diverged',
      /** What is in the ledger in use cannot be read, and so not be compared either. */
      'cannot-compare',
    ]),
  }),
  /** The provisioning file: the field, and what it should be. */
  z.strictObject({ kind: z.literal('provisioning'), field: z.string(), reason: z.string() }),
  /** What a provisioning file leaves out and a person must add: the names of the fields. */
  z.strictObject({ kind: z.literal('provisioning-incomplete'), fields: z.array(z.string()) }),
  /** Somebody else has kept other settings since these were shown; nothing was changed. */
  z.strictObject({ kind: z.literal('stale-settings') }),
  /** A setting that cannot be kept as it was given; nothing was changed. */
  z.strictObject({
    kind: z.literal('setting'),
    reason: z.enum([
      'logo-unreadable',
      'logo-not-png',
      'ca-unreadable',
      'ca-not-pem',
      'address-not-https',
      'address-with-password',
      'proxy-address',
      'keys-missing',
      'sftp-key-unreadable',
      'sftp-key-not-a-key',
      'sftp-secret-missing',
      'backup-folder',
    ]),
  }),
  /** Production keys need a strong key store, and this machine or shell has none. */
  z.strictObject({ kind: z.literal('no-key-store'), environment: environmentName }),
  /** It exists but did not open: its secrets can be neither read nor added to for now. */
  z.strictObject({ kind: z.literal('key-store-locked') }),
  /** The daily file's server. `fingerprint` is the key that it showed, where that is the matter. */
  z.strictObject({
    kind: z.literal('upload'),
    reason: z.enum([
      'not-set',
      'no-secret',
      'bad-key',
      'name-not-found',
      'refused',
      'unreachable',
      'silent',
      'not-sftp',
      'host-key-new',
      'host-key-changed',
      'login-refused',
      'no-folder',
      'no-permission',
      'no-room',
      'broke-off',
      'size-differs',
      'another-file',
      'answer-lost',
      'may-have-arrived',
      'server-error',
      'stopped',
    ]),
    fingerprint: z.string().nullable(),
  }),
  /** The daily file itself. */
  z.strictObject({
    kind: z.literal('daily-file'),
    reason: z.enum([
      'day-not-over',
      'not-this-till',
      'already-uploaded',
      'handed-in',
      'not-handed-in',
      'busy',
      'file-changed',
      'name-taken',
      'no-folder',
      'clock-unsure',
    ]),
  }),
  /** A fault of the program. `reference` is in the log, for the help line. */
  z.strictObject({ kind: z.literal('internal'), reference: z.string() }),
]);
export type Problem = z.infer<typeof problem>;

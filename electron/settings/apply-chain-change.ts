import {
  chainSettingsSchema,
  fail,
  ok,
  type Provisioning,
  type Result,
  type SettingsChange,
} from '../../shared/contract/index.ts';
import { withReplacedPasswords } from './chain-passwords.ts';
import { findFieldWithControls, NO_CONTROLS_REASON } from './control-characters.ts';
import { isObject } from './merge-patch.ts';
import { getCaFingerprint, readNamedFile } from './named-files.ts';
import type { SettingsAndSecrets, TillSettings } from './till-settings.ts';

type ChainChange = Extract<SettingsChange, { section: 'chain' }>['to'];
type ChainInput = NonNullable<Provisioning['chain']>;

/** Returns the settings and secrets after the chain is set, changed or removed. Saves nothing. */
export async function applyChainChange(
  before: SettingsAndSecrets,
  { to }: { readonly to: ChainChange },
): Promise<Result<SettingsAndSecrets>> {
  const { settings, secrets } = before;
  if (to.kind === 'none') {
    const settingsWithoutChain = { ...settings, chain: undefined };
    return ok({
      settings: settingsWithoutChain,
      secrets: withReplacedPasswords(before, { settings: settingsWithoutChain, secrets }),
    });
  }
  const input =
    to.kind === 'enrolled'
      ? await readEnrolledChain(to.file)
      : await readChainFields(to, settings.chain);
  if (!input.ok) return input;
  const { password = secrets.chainPassword, office, ...chain } = input.value;
  if (getCaFingerprint(chain.ca) === null) return fail({ kind: 'setting', reason: 'chain-ca' });
  if (password === undefined) return fail({ kind: 'setting', reason: 'chain-password-missing' });
  if (settings.reconciliation?.uploads === true) {
    return fail({ kind: 'setting', reason: 'chain-beside-uploads' });
  }
  const after = {
    settings: { ...settings, chain },
    secrets: {
      ...secrets,
      chainPassword: password,
      ...(office && { officeUser: office.user, officePassword: office.password }),
    },
  };
  return ok({ ...after, secrets: withReplacedPasswords(before, after) });
}

/** Reads the `chain` block of a provisioning file. */
async function readEnrolledChain(
  file: Extract<ChainChange, { kind: 'enrolled' }>['file'],
): Promise<Result<ChainInput>> {
  const text =
    file.kind === 'text' ? file.text : (await readNamedFile(file.path))?.toString('utf8');
  const chain = text === undefined ? undefined : parseChainBlock(text);
  if (chain === undefined) return fail({ kind: 'setting', reason: 'chain-file' });
  const parsed = chainSettingsSchema.safeParse(chain);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const unknown = issue?.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [];
    const field = ['chain', ...(issue?.path ?? []), ...unknown].map(String).join('.');
    const reason = unknown.length > 0 ? 'unknown field' : (issue?.message ?? '');
    return fail({ kind: 'provisioning', field, reason });
  }
  const field = findFieldWithControls(parsed.data, ['chain']);
  if (field !== null) return fail({ kind: 'provisioning', field, reason: NO_CONTROLS_REASON });
  return ok(parsed.data);
}

function parseChainBlock(text: string): unknown {
  try {
    const json: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
    return isObject(json) ? json.chain : undefined;
  } catch {
    return undefined;
  }
}

async function readChainFields(
  { kind: _, caFile, shop, ...fields }: Extract<ChainChange, { kind: 'fields' }>,
  currentChain: TillSettings['chain'],
): Promise<Result<ChainInput>> {
  const ca =
    caFile === undefined ? currentChain?.ca : (await readNamedFile(caFile))?.toString('utf8');
  if (ca === undefined) return fail({ kind: 'setting', reason: 'chain-ca' });
  return ok({ ...fields, ca, shop: shop ?? undefined });
}

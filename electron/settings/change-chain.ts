import {
  chainSettings,
  fail,
  ok,
  type Provisioning,
  type Result,
  type SettingsChange,
} from '../../shared/contract/index.ts';
import { withReplaced } from './chain-passwords.ts';
import { fieldWithControls, WITHOUT_CONTROLS } from './control-characters.ts';
import { isObject } from './merge-patch.ts';
import { caFingerprint, readNamedFile } from './named-files.ts';
import type { Changed, TillSettings } from './till-settings.ts';

type ChainChange = Extract<SettingsChange, { section: 'chain' }>['to'];
type Given = NonNullable<Provisioning['chain']>;

/** The settings and secrets after the chain was set, changed or taken away. */
export async function withChain(
  before: Changed,
  { to }: { readonly to: ChainChange },
): Promise<Result<Changed>> {
  const { settings, secrets } = before;
  if (to.kind === 'none') {
    const without = { ...settings, chain: undefined };
    return ok({ settings: without, secrets: withReplaced(before, { settings: without, secrets }) });
  }
  const given =
    to.kind === 'enrolled' ? await enrolledIn(to.file) : await fieldsOf(to, settings.chain);
  if (!given.ok) return given;
  const { password = secrets.chainPassword, office, ...chain } = given.value;
  if (caFingerprint(chain.ca) === null) return fail({ kind: 'setting', reason: 'chain-ca' });
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
  return ok({ ...after, secrets: withReplaced(before, after) });
}

/** The `chain` block of a provisioning file. */
async function enrolledIn(
  file: Extract<ChainChange, { kind: 'enrolled' }>['file'],
): Promise<Result<Given>> {
  const text =
    file.kind === 'text' ? file.text : (await readNamedFile(file.path))?.toString('utf8');
  const chain = text === undefined ? undefined : blockIn(text);
  if (chain === undefined) return fail({ kind: 'setting', reason: 'chain-file' });
  const parsed = chainSettings.safeParse(chain);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const unknown = issue?.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [];
    const field = ['chain', ...(issue?.path ?? []), ...unknown].map(String).join('.');
    const reason = unknown.length > 0 ? 'unknown field' : (issue?.message ?? '');
    return fail({ kind: 'provisioning', field, reason });
  }
  const field = fieldWithControls(parsed.data, ['chain']);
  if (field !== null) return fail({ kind: 'provisioning', field, reason: WITHOUT_CONTROLS });
  return ok(parsed.data);
}

function blockIn(text: string): unknown {
  try {
    const json: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
    return isObject(json) ? json.chain : undefined;
  } catch {
    return undefined;
  }
}

async function fieldsOf(
  { kind: _, caFile, shop, ...fields }: Extract<ChainChange, { kind: 'fields' }>,
  kept: TillSettings['chain'],
): Promise<Result<Given>> {
  const ca = caFile === undefined ? kept?.ca : (await readNamedFile(caFile))?.toString('utf8');
  if (ca === undefined) return fail({ kind: 'setting', reason: 'chain-ca' });
  return ok({ ...fields, ca, shop: shop ?? undefined });
}

import { existsSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { sendRemoteCommand } from '../../../../operations/headless/index.ts';
import { EXIT_CODES, writeFileAtomically } from '../../../../platform/index.ts';
import type { ChainAddress } from '../../../client/index.ts';
import {
  type ChainTillProvisioning,
  createLoginOfGroup,
  enrollTill,
  retireTill,
} from '../../../schema/index.ts';
import { ChainCommandError, toChainCommandError } from '../chain-refusal.ts';
import { type HostCluster, runAsSuperuser } from './cluster.ts';
import type { HostComputer } from './host-computer.ts';
import { getHostFile, readHostFile, writeHostFile } from './host-files.ts';
import { type LocalTill, readLocalTill } from './local-till.ts';

type Enrollment = ChainTillProvisioning & {
  /** The login of the owner's screens. */
  readonly office: { readonly user: string; readonly password: string };
};

/** Whether the till has joined this chain. Throws if it belongs to another one. */
export function hasTillJoined({ settings }: LocalTill, ca: string): boolean {
  const { chain } = settings;
  if (chain === undefined) return false;
  if (chain.ca.trim() === ca.trim()) return true;
  throw new Error(
    `The till of this computer already belongs to the chain at ${chain.hosts.join(', ')}. Take it out there first (F7, Settings, Chain), and run this again.`,
  );
}

/**
 * Enrolls the till of this computer, and gives it its settings. The till must be open, and an owner's
 * PIN is needed, as for any change of the chain.
 */
export async function enrollLocalTill(
  computer: HostComputer,
  cluster: HostCluster,
  admin: ChainAddress,
  till: LocalTill,
  options: { readonly pinFile: string; readonly shop: string },
): Promise<void> {
  const enrollment = await loadOrCreateEnrollment(computer, cluster, admin, till, options.shop);
  const { profileFolder, settings } = till;
  const file = getPatchFile(profileFolder);
  const patch = {
    posNumber: settings.posNumber,
    chain: enrollment,
    // The chain's file has the payments of this till too.
    ...(settings.reconciliation?.uploads === true ? { reconciliation: { uploads: false } } : {}),
  };
  try {
    await writeTillFile(file, patch);
    await applyPatch(profileFolder, file, options.pinFile);
  } finally {
    rmSync(file, { force: true });
  }
  const joined = readLocalTill(profileFolder);
  if (joined === null || !hasTillJoined(joined, admin.ca))
    throw new Error(
      `The till did not store the chain. Run this again.${formatPinHint(options.pinFile)}`,
    );
}

/** Removes the passwords that only the enrollment needed. To be called once the till has joined. */
export function removeEnrollmentFiles(computer: HostComputer, profileFolder: string): void {
  const files = [getHostFile(computer, 'till'), getHostFile(computer, 'office')];
  for (const file of [...files, getPatchFile(profileFolder)]) rmSync(file, { force: true });
}

function getPatchFile(profileFolder: string): string {
  return join(profileFolder, 'chain-host.json');
}

/** The till's account owns the file from its first moment: its folder must not redirect root's chown. */
async function writeTillFile(file: string, content: object): Promise<void> {
  const { uid, gid } = statSync(dirname(file));
  const written = await writeFileAtomically(file, async (handle) => {
    await handle.writeFile(JSON.stringify(content));
    await handle.chown(uid, gid);
  });
  if (written.ok) return;
  throw new Error(`${file} could not be written. Check the disk, and run this again.`);
}

async function applyPatch(profile: string, file: string, pin: string): Promise<void> {
  const answer = await sendRemoteCommand(profile, { kind: 'apply', file, pin, isCheckOnly: false });
  if (answer === 'nobody') {
    throw new ChainCommandError(
      EXIT_CODES.closed,
      'The till of this computer is closed, and only an open till can join. Open Mostrador, and run this again: it continues.',
    );
  }
  if (answer === 'broke-off')
    throw new ChainCommandError(
      EXIT_CODES.later,
      `The till was closed meanwhile. Open Mostrador, and run this again: it continues.${formatPinHint(pin)}`,
    );
  if (answer.code === EXIT_CODES.done) return;
  const isPinRefused = answer.code === EXIT_CODES.notAllowed;
  throw new ChainCommandError(
    isPinRefused ? EXIT_CODES.notAllowed : EXIT_CODES.failed,
    `The till of this computer did not join the chain:\n${answer.lines.join('\n')}\nCorrect that, and run this again: it continues.${formatPinHint(pin)}`,
  );
}

/** The till reads a PIN once, also if it then refuses the settings. */
function formatPinHint(pin: string): string {
  return existsSync(pin) ? '' : ` The till has deleted ${pin}: write it again first.`;
}

/** Stored until the till has it, so that an interrupted run enrolls the till once. */
async function loadOrCreateEnrollment(
  computer: HostComputer,
  cluster: HostCluster,
  admin: ChainAddress,
  { settings: { posNumber } }: LocalTill,
  shop: string,
): Promise<Enrollment> {
  const stored = readHostFile(computer, 'till');
  const enrollment: ChainTillProvisioning =
    stored === null
      ? await enroll(computer, cluster, admin, { shop, pos: posNumber })
      : JSON.parse(stored);
  if (stored === null) await writeHostFile(computer, 'till', enrollment);
  const storedOffice = readHostFile(computer, 'office');
  const office = storedOffice === null ? await createOfficeLogin(admin) : JSON.parse(storedOffice);
  if (storedOffice === null) await writeHostFile(computer, 'office', office);
  return { ...enrollment, office };
}

async function createOfficeLogin(admin: ChainAddress): Promise<Enrollment['office']> {
  const created = await createLoginOfGroup(admin, 'office');
  if (!created.ok) throw toChainCommandError(created.problem);
  return created.value;
}

async function enroll(
  computer: HostComputer,
  cluster: HostCluster,
  admin: ChainAddress,
  till: { readonly shop: string; readonly pos: string },
): Promise<ChainTillProvisioning> {
  const enrolled = await enrollTill(admin, till);
  if (enrolled.ok) return enrolled.value;
  const { problem } = enrolled;
  if (problem.kind !== 'pos-taken') throw toChainCommandError(problem);
  // An interrupted run enrolled it, and its password was not written: no till ever used that login.
  const isUnused = await runAsSuperuser(
    computer,
    cluster,
    `SELECT count(*) FROM chain.tills t JOIN chain.standing s USING (till_id)
      WHERE t.role_name = '${problem.user}' AND s.ledger_id IS NULL`,
    admin.database,
  );
  if (isUnused.trim() !== '1')
    throw new ChainCommandError(
      EXIT_CODES.database,
      `POS number ${till.pos} is taken: the till ${problem.user} in ${problem.shop} has it, and has reported. Give this computer's till another number (F7, Settings), or retire the other one: mostrador-cli chain retire ${problem.user} --admin ${getHostFile(computer, 'admin')}`,
    );
  const retired = await retireTill(admin, problem.user);
  if (!retired.ok && retired.problem.kind !== 'unknown-till')
    throw new ChainCommandError(
      EXIT_CODES.later,
      `The login ${problem.user} of an interrupted run could not be ended. Run this again.`,
    );
  return await enroll(computer, cluster, admin, till);
}

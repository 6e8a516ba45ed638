import type { Result } from '../../../shared/contract/index.ts';
import type { Clock, Log } from '../../platform/index.ts';
import type { Settings } from '../../settings/index.ts';
import type { TillHostPort } from '../till-port/index.ts';
import type { MachineFolder } from './machine-folder.ts';

export interface FleetPorts {
  readonly host: Pick<
    TillHostPort,
    'till' | 'provision' | 'getFleetPolicy' | 'adoptFleetPolicy' | 'applyPatch' | 'notices'
  >;
  readonly settings: Result<Settings>;
  readonly machineFolder: MachineFolder;
  /** `--profile` as an absolute path; null if the program chose the folder. */
  readonly requestedProfile: string | null;
  readonly clock: Clock;
  readonly log: Log;
  /** Default: the account and computer of this process; others in tests. */
  readonly accountName?: string;
  readonly computerName?: string;
}

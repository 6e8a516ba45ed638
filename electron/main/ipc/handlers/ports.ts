import type { Language, Result } from '../../../../shared/contract/index.ts';
import type { Clock, Log } from '../../../platform/index.ts';
import type { Settings } from '../../../settings/index.ts';
import type { Updates } from '../../../shell/electron/updates/index.ts';
import type { TillHost } from '../../till/index.ts';
import type { Handlers } from '../types.ts';

export interface HandlerPorts {
  readonly host: TillHost;
  readonly settings: Result<Settings>;
  readonly clock: Clock;
  readonly log: Log;
  readonly applicationVersion: string;
  /** The language of a till that is not set up. */
  readonly initialLanguage: Language;
  /** Restarts the till if its key ring, which was locked at the start, is unlocked by now. */
  readonly restartIfKeyRingUnlocked?: () => Promise<void>;
  /** Omitted where there is no program to update. */
  readonly updates?: Pick<Updates, 'state' | 'check' | 'install'>;
}

/** The handlers of the calls whose names begin with `Area.`. */
export type AreaHandlers<Area extends string> = Pick<
  Handlers,
  Extract<keyof Handlers, `${Area}.${string}`>
>;

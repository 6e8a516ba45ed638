import type { EnvironmentName } from '../../../../shared/contract/index.ts';
import type { ChainLogin } from './chain-login.ts';

/** Ways through the door for a till of one environment. */
export interface EnvironmentLogins {
  /** If no till has said yet of which environment the chain is, this one decides it. */
  readonly connectToReport: ChainLogin['connect'];
  readonly connectToQuery: ChainLogin['connect'];
}

/**
 * A chain holds the payments of one environment. A till of another one is out again before it has said
 * or asked anything: nothing of training stands beside real payments, and no customer is warned there
 * of what was really paid.
 */
export function createEnvironmentLogins(
  environment: EnvironmentName,
  door: Pick<ChainLogin, 'connect'>,
): EnvironmentLogins {
  const enter =
    (decides: boolean): ChainLogin['connect'] =>
    async (options) => {
      const entered = await door.connect(options);
      if (!entered.ok) return entered;
      // Loaded with the client, which is only there where there is a chain.
      const { assertEnvironment } = await import('../protocol/index.ts');
      const said = await assertEnvironment(entered.value, { environment, decides });
      if (said.ok) return entered;
      await entered.value.end();
      return said;
    };
  return { connectToReport: enter(true), connectToQuery: enter(false) };
}
